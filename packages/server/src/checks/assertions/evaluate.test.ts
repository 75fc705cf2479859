import { type Assertion, assertionInput } from "@vedette/contract/assertions.ts";
import { describe, expect, test } from "vitest";
import { createMasker, MASK } from "../../kernel/mask.ts";
import { describeFailure } from "./describe-failure.ts";
import { ACTUAL_LENGTH_MAX, type AssertionFacts, evaluateAssertions } from "./evaluate.ts";

const FACTS: AssertionFacts = {
  statusCode: 200,
  responseMs: 123.4,
  headers: { "content-type": "application/json", "set-cookie": ["a=1", "b=2"] },
  bodyText: JSON.stringify({ status: "ok", count: "12", items: [{ id: 1 }, { id: 2 }], none: null }),
  sslDaysLeft: 30,
};
const NOTHING: AssertionFacts = {
  statusCode: null,
  responseMs: 5,
  headers: {},
  bodyText: null,
  sslDaysLeft: null,
};

const parse = (input: unknown): Assertion => assertionInput.parse(input);

function evaluateOne(input: unknown, facts: Partial<AssertionFacts> = {}) {
  const [outcome] = evaluateAssertions([parse(input)], { ...FACTS, ...facts });
  if (!outcome) throw new Error("one assertion has one outcome");
  return outcome;
}

describe("evaluateAssertions", () => {
  test.each([
    [{ type: "status_code", operator: "eq", value: 200 }, 200],
    [{ type: "response_time", operator: "lt", value: "200" }, 123.4],
    [{ type: "ssl_expiry", operator: "gte", value: 14 }, 30],
    [{ type: "header", property: "Content-Type", operator: "contains", value: "json" }, "application/json"],
    [{ type: "header", property: "set-cookie", operator: "matches", value: "b=\\d" }, "a=1, b=2"],
    [{ type: "header", property: "x-none", operator: "not_exists" }, null],
    [{ type: "header", property: "constructor", operator: "not_exists" }, null],
    [{ type: "body", operator: "contains", value: '"status":"ok"' }, FACTS.bodyText],
    [{ type: "json_path", property: "$.status", operator: "equals", value: "ok" }, "ok"],
    [{ type: "json_path", property: "$.count", operator: "gt", value: 3 }, "12"],
    [{ type: "json_path", property: "$.items[*].id", operator: "equals", value: "1" }, 1],
    [{ type: "json_path", property: "$.items[0]", operator: "equals", value: '{ "id": 1 }' }, '{"id":1}'],
    [{ type: "json_path", property: "$.none", operator: "exists" }, null],
    [{ type: "json_path", property: "$.nowhere", operator: "not_exists" }, null],
  ])("%j passes and shows what it saw", (input, actual) => {
    expect(evaluateOne(input)).toEqual({ ...parse(input), actual, passed: true });
  });

  test.each([
    { type: "status_code", operator: "not_equals", value: 500 },
    { type: "ssl_expiry", operator: "not_equals", value: 1 },
    { type: "header", property: "x-none", operator: "not_exists" },
    { type: "body", operator: "is_empty" },
    { type: "body", operator: "not_contains", value: "x" },
    { type: "json_path", property: "$.x", operator: "not_exists" },
  ])("%j does not pass where nothing is known", (input) => {
    expect(evaluateOne(input, NOTHING)).toMatchObject({ actual: null, passed: false });
  });

  test("a body that is not JSON passes no path, not even one that asks for absence", () => {
    const outcome = evaluateOne(
      { type: "json_path", property: "$.x", operator: "not_exists" },
      { bodyText: "<html>" },
    );
    expect(outcome).toMatchObject({ actual: null, passed: false });
  });

  test("long texts are cut, and are always storable", () => {
    const outcome = evaluateOne(
      { type: "body", operator: "is_not_empty" },
      { bodyText: "\0a😀".repeat(500) },
    );
    expect(outcome.actual).toHaveLength(ACTUAL_LENGTH_MAX);
    expect(outcome.actual).not.toContain("\0");
    expect(JSON.stringify(outcome.actual)).not.toMatch(/\\ud/);
  });

  test("each assertion has its outcome, in its order", () => {
    const outcomes = evaluateAssertions(
      [500, 200].map((value) => parse({ type: "status_code", operator: "equals", value })),
      FACTS,
    );
    expect(outcomes.map(({ value, passed }) => [value, passed])).toEqual([
      [500, false],
      [200, true],
    ]);
  });

  test("JSON nested half a million deep is an outcome, not a crash", () => {
    const bodyText = `${"[".repeat(500_000)}1${"]".repeat(500_000)}`;
    const deepest = { type: "json_path", property: "$..[?@ == 1]", operator: "equals", value: 1 };
    expect(evaluateOne(deepest, { bodyText })).toMatchObject({ actual: 1, passed: true });
    const whole = { type: "json_path", property: "$", operator: "exists" };
    expect(evaluateOne(whole, { bodyText })).toMatchObject({ actual: null, passed: true });
  });

  test("fifty costly paths together stop at one budget and do not pass", () => {
    const bodyText = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => [index]));
    const costly = parse({ type: "json_path", property: "$[?count($..*) < 0]", operator: "not_exists" });
    const outcomes = evaluateAssertions(Array<Assertion>(50).fill(costly), { ...FACTS, bodyText });
    expect(outcomes.every(({ passed, actual }) => !passed && actual === null)).toBe(true);
  });

  test.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){20}q"])(
    "%s against 1 MiB is answered in linear time",
    (pattern) => {
      const bodyText = `${"a".repeat(1_048_575)}!`;
      const outcome = evaluateOne({ type: "body", operator: "matches", value: pattern }, { bodyText });
      expect(outcome.passed).toBe(false);
      expect(outcome.actual).toHaveLength(ACTUAL_LENGTH_MAX);
    },
  );
});

describe("secrets", () => {
  test("are judged as they are, and hidden before the text is cut", () => {
    const filler = "x".repeat(ACTUAL_LENGTH_MAX - 5);
    const assertion = parse({ type: "body", operator: "contains", value: "tok-12345678" });
    const facts = { ...FACTS, bodyText: `${filler}tok-12345678 and more` };
    const [outcome] = evaluateAssertions([assertion], facts, createMasker(["tok-12345678"]));
    expect(outcome).toMatchObject({
      passed: true,
      actual: `${filler}${MASK}`.padEnd(ACTUAL_LENGTH_MAX, " "),
    });
  });
});

describe("describeFailure", () => {
  test.each([
    [{ type: "status_code", operator: "eq", value: 500 }, "expected status code to be 500, got 200"],
    [
      { type: "header", property: "x-none", operator: "exists" },
      "expected header x-none to exist, got nothing",
    ],
    [
      { type: "json_path", property: "$.status", operator: "contains", value: "up" },
      'expected JSON path $.status to contain "up", got "ok"',
    ],
  ])("%j becomes a plain sentence", (input, sentence) => {
    expect(describeFailure(evaluateOne(input))).toBe(sentence);
  });

  test("is at most 200 characters and still says what came", () => {
    const long = "x".repeat(900);
    const outcome = evaluateOne(
      { type: "json_path", property: `$.${long}`, operator: "greater_than_or_equal", value: 5 },
      { bodyText: JSON.stringify({ [long]: long }) },
    );
    const sentence = describeFailure({ ...outcome, value: long });
    expect(sentence.length).toBeLessThanOrEqual(200);
    expect(sentence).toMatch(/, got "x+…"$/);
  });
});
