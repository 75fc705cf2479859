import { type Assertion, assertionInput } from "@vedette/contract/assertions/assertions.ts";
import { describe, expect, test } from "vitest";
import { createMasker, MASK } from "../../../platform/masking/mask.ts";
import { assertionError } from "../assertion-error.ts";
import { describeFailure } from "./describe-failure.ts";
import { ACTUAL_LENGTH_MAX, type AssertionFacts, evaluateAssertions } from "./evaluate.ts";

const FACTS: AssertionFacts = {
  statusCode: 200,
  responseMs: 123.4,
  headers: { "content-type": "application/json", "set-cookie": ["a=1", "b=2"] },
  bodyText: JSON.stringify({ status: "ok", count: "12", items: [{ id: 1 }, { id: 2 }], none: null }),
  sslDaysLeft: 30,
  ip: "192.0.2.7",
  httpVersion: "2",
  redirectUrl: "https://example.com/new",
};
const NOTHING: AssertionFacts = {
  statusCode: null,
  responseMs: 5,
  headers: {},
  bodyText: null,
  sslDaysLeft: null,
  ip: null,
  httpVersion: null,
  redirectUrl: null,
};

const parse = (input: unknown): Assertion => assertionInput.parse(input);

/** A stopped clock, so that only the counted steps decide. */
const stopped = { clock: { monotonic: () => 0 } };

function evaluateOne(input: unknown, facts: Partial<AssertionFacts> = {}) {
  const [outcome] = evaluateAssertions([parse(input)], { ...FACTS, ...facts }, stopped).outcomes;
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
    [{ type: "json_path", property: "$.none", operator: "equals", value: null }, null],
    [{ type: "json_path", property: "$.status", operator: "not_equals", value: null }, "ok"],
    [{ type: "json_path", property: "$.status", operator: "in", value: ["ok", 1, null] }, "ok"],
    [{ type: "json_path", property: "$.items", operator: "length_equals", value: 2 }, '[{"id":1},{"id":2}]'],
    [{ type: "json_path", property: "$.status", operator: "length_less_than", value: 3 }, "ok"],
    [{ type: "status_code", operator: "in", value: ["200", 204] }, 200],
    [
      { type: "header", property: "content-type", operator: "starts_with", value: "application/" },
      "application/json",
    ],
    [{ type: "body", operator: "ends_with", value: "}" }, FACTS.bodyText],
    [{ type: "body", operator: "length_greater_than", value: 10 }, FACTS.bodyText],
    [{ type: "ip", operator: "in", value: ["192.0.2.7"] }, "192.0.2.7"],
    [{ type: "http_version", operator: "equals", value: 2 }, "2"],
    [
      { type: "redirect_url", operator: "equals", value: "https://example.com/new" },
      "https://example.com/new",
    ],
    [{ type: "json_schema", operator: "matches", value: { required: ["status"] } }, "valid"],
  ])("%j passes and shows the actual value", (input, actual) => {
    expect(evaluateOne(input)).toEqual({ ...parse(input), actual, passed: true });
  });

  test.each([
    { type: "status_code", operator: "not_equals", value: 500 },
    { type: "ssl_expiry", operator: "not_equals", value: 1 },
    { type: "header", property: "x-none", operator: "not_exists" },
    { type: "body", operator: "is_empty" },
    { type: "body", operator: "not_contains", value: "x" },
    { type: "json_path", property: "$.x", operator: "not_exists" },
  ])("%j does not pass if its value is unknown", (input) => {
    expect(evaluateOne(input, NOTHING)).toMatchObject({ actual: null, passed: false });
  });

  test("a body that is not JSON passes no path assertion, not even one for absence", () => {
    const outcome = evaluateOne(
      { type: "json_path", property: "$.x", operator: "not_exists" },
      { bodyText: "<html>" },
    );
    expect(outcome).toMatchObject({ actual: null, passed: false });
  });

  test("long texts are truncated and always storable", () => {
    const outcome = evaluateOne(
      { type: "body", operator: "is_not_empty" },
      { bodyText: "\0a😀".repeat(500) },
    );
    expect(outcome.actual).toHaveLength(ACTUAL_LENGTH_MAX);
    expect(outcome.actual).not.toContain("\0");
    expect(JSON.stringify(outcome.actual)).not.toMatch(/\\ud/);
  });

  test("each assertion has its outcome, in order", () => {
    const { outcomes } = evaluateAssertions(
      [500, 200].map((value) => parse({ type: "status_code", operator: "equals", value })),
      FACTS,
      stopped,
    );
    expect(outcomes.map(({ value, passed }) => [value, passed])).toEqual([
      [500, false],
      [200, true],
    ]);
  });

  test("JSON nested a hundred thousand deep is an outcome, not a crash", () => {
    const bodyText = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
    const deepest = { type: "json_path", property: "$..[?@ == 1]", operator: "equals", value: 1 };
    expect(evaluateOne(deepest, { bodyText })).toMatchObject({ actual: 1, passed: true });
    const whole = { type: "json_path", property: "$", operator: "exists" };
    expect(evaluateOne(whole, { bodyText })).toMatchObject({ actual: null, passed: true });
  });

  test("fifty costly paths together stop at one budget and do not pass", () => {
    const bodyText = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => [index]));
    const costly = parse({ type: "json_path", property: "$[?count($..*) < 0]", operator: "not_exists" });
    const facts = { ...FACTS, bodyText };
    const evaluation = evaluateAssertions(Array<Assertion>(50).fill(costly), facts, stopped);
    expect(evaluation.outcomes.every(({ passed, actual }) => !passed && actual === null)).toBe(true);
    expect(evaluation.costlyAt).toHaveLength(50);
  });

  test.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*a){20}q"])(
    "%s against 192 KiB is evaluated in linear time",
    (pattern) => {
      const bodyText = `${"a".repeat(196_607)}!`;
      const outcome = evaluateOne({ type: "body", operator: "matches", value: pattern }, { bodyText });
      expect(outcome.passed).toBe(false);
      expect(outcome.actual).toHaveLength(ACTUAL_LENGTH_MAX);
    },
  );
});

function tree(levels: number): unknown {
  return levels === 0 ? { value: 1 } : { left: tree(levels - 1), right: tree(levels - 1) };
}

describe("the budget of one evaluation", () => {
  const bodyText = JSON.stringify(tree(12));

  function errorOf(inputs: unknown[], { facts = { ...FACTS, bodyText }, clock = stopped.clock } = {}) {
    return assertionError(evaluateAssertions(inputs.map(parse), facts, { clock }));
  }

  test.each([
    `$${"..*".repeat(16)}`,
    `$${"..*".repeat(16)}.none`,
    `$${"..*".repeat(100)}`,
    "$..[?@..[?@..[?@..zz]]]",
    "$..[?count($..*) > 100000000]",
  ])("%s is ASSERTION_TOO_COSTLY on 100 kB of nested objects, and not 'nothing'", (property) => {
    expect(bodyText.length).toBeGreaterThan(100_000);
    const error = errorOf([{ type: "json_path", property, operator: "exists" }]);
    expect(error).toMatchObject({ code: "ASSERTION_TOO_COSTLY", phase: "assertion" });
    expect(error?.message).toMatch(/^JSON path .* was not evaluated: its path needs too much work$/);
  });

  test("stops by the clock if each step takes long, reading it only every thousand steps", () => {
    let readings = 0;
    const clock = {
      monotonic() {
        readings += 1;
        return readings * 1_000;
      },
    };
    const path = { type: "json_path", property: "$..none", operator: "not_exists" };
    expect(errorOf([path], { clock })).toMatchObject({ code: "ASSERTION_TOO_COSTLY" });
    expect(readings).toBeLessThan(50);
  });

  test("a process that was paused once has not run out of time", () => {
    let readings = 0;
    const clock = { monotonic: () => (++readings > 3 ? 60_000 : 0) };
    const path = { type: "json_path", property: "$..none", operator: "not_exists" };
    expect(errorOf([path], { clock })).toBeNull();
  });

  test("ten typical paths fit in a response of 1 MiB", () => {
    const list = Array.from({ length: 12_000 }, (_, id) => ({
      id,
      name: `name of ${id}`,
      tags: ["a", "b"],
      ok: true,
    }));
    const facts = { ...FACTS, bodyText: JSON.stringify(list) };
    const usual = ["$[11999].name", "$[-1].id", "$..[?@.id == 11999].name", "$[?@.ok].tags[0]"];
    const inputs = usual.map((property) => ({ type: "json_path", property, operator: "exists" }));
    expect(errorOf(inputs, { facts })).toBeNull();
  });

  test("comparing an array of objects with a long text costs as much as the text", () => {
    const facts = { ...FACTS, bodyText: JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id }))) };
    const value = `[${"1,".repeat(4_000)}1]`;
    const error = errorOf([{ type: "json_path", property: "$", operator: "contains", value }], { facts });
    expect(error).toMatchObject({ code: "ASSERTION_TOO_COSTLY" });
  });

  test("serializing a large value counts as work", () => {
    const same = { type: "json_path", property: "$", operator: "exists" };
    expect(errorOf([same])).toBeNull();
    expect(errorOf(Array(50).fill(same))).toMatchObject({ code: "ASSERTION_TOO_COSTLY" });
  });

  test("a pattern may search a text in proportion to its size", () => {
    const text = (length: number) => ({ ...FACTS, bodyText: "ab".repeat(length / 2) });
    const long = { type: "body", operator: "matches", value: "[ab]*a[ab]{200}[cd]" };
    const usual = { type: "body", operator: "matches", value: "error|fail" };
    expect(errorOf([usual], { facts: text(1_048_576) })).toMatchObject({ code: "ASSERTION_FAILED" });
    expect(errorOf([long], { facts: text(50_000) })).toMatchObject({ code: "ASSERTION_FAILED" });
    expect(errorOf([long], { facts: text(1_048_576) })).toMatchObject({ code: "ASSERTION_TOO_COSTLY" });
  });

  test("long searches leave no time for another", () => {
    let nowMs = 0;
    const clock = { monotonic: () => (nowMs += 200) };
    const pattern = { type: "header", property: "content-type", operator: "matches", value: "json" };
    expect(errorOf([pattern], { clock })).toBeNull();
    expect(errorOf([pattern, pattern], { clock })).toMatchObject({ code: "ASSERTION_TOO_COSTLY" });
  });

  test("an evaluated assertion takes precedence over one that costs too much", () => {
    const costly = { type: "json_path", property: `$${"..*".repeat(16)}`, operator: "exists" };
    const failing = { type: "status_code", operator: "equals", value: 500 };
    expect(errorOf([costly, failing])).toMatchObject({ code: "ASSERTION_FAILED" });
  });
});

describe("secrets", () => {
  test("are evaluated unmasked, and masked before the text is truncated", () => {
    const filler = "x".repeat(ACTUAL_LENGTH_MAX - 5);
    const assertion = parse({ type: "body", operator: "contains", value: "tok-12345678" });
    const facts = { ...FACTS, bodyText: `${filler}tok-12345678 and more` };
    const hide = createMasker(["tok-12345678"]);
    const [outcome] = evaluateAssertions([assertion], facts, { ...stopped, hide }).outcomes;
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
    [
      { type: "status_code", operator: "in", value: [201, 204] },
      "expected status code to be one of 201, 204, got 200",
    ],
    [
      { type: "json_schema", operator: "matches", value: { properties: { status: { type: "number" } } } },
      "the body does not match the JSON Schema: /status must be number, not string",
    ],
  ])("%j becomes a plain sentence", (input, sentence) => {
    expect(describeFailure(evaluateOne(input))).toBe(sentence);
  });

  test("is at most 200 characters and still includes the actual value", () => {
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
