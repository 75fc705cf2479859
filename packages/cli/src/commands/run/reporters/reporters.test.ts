import fc from "fast-check";
import { SaxesParser } from "saxes";
import { Parser } from "tap-parser";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { exitCodeOfOutcomes, type Outcome, type OutcomeStatus } from "../outcome.ts";
import { githubReporter } from "./github-reporter.ts";
import { jsonReporter } from "./json-reporter.ts";
import { junitReporter } from "./junit-reporter.ts";
import { listReporter } from "./list-reporter.ts";
import { tapReporter } from "./tap-reporter.ts";

const STATUSES = [
  "passed",
  "failed",
  "skipped",
  "refused",
  "unreachable",
  "not_judged",
  "not_ended",
] as const;

/** Texts of targets: any characters, and those with a meaning in one of the formats. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "]]>",
    "\"<&>'",
    "a\r\n::error::b",
    "x # SKIP y",
    "\\# TODO",
    "##[error]",
    "\u0000\u001b[2J",
    "\ud800",
  ),
);

const outcome = fc.record({
  target: fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom("monitor", "journey", "api_monitor"),
    name: text,
  }),
  location: fc.option(text),
  status: fc.constantFrom(...STATUSES),
  duration_ms: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  message: fc.option(text),
  url: fc.option(fc.webUrl()),
}) as fc.Arbitrary<Outcome>;

const outcomes = fc.array(outcome, { minLength: 1, maxLength: 5 });
const countOf = (list: readonly Outcome[], ...statuses: OutcomeStatus[]) =>
  list.filter(({ status }) => statuses.includes(status)).length;

type Element = { name: string; attributes: Record<string, string> };

function parseXml(xml: string): Element[] {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.write(xml).close();
  return elements;
}

const SHOP: Outcome = {
  target: { id: "7", kind: "monitor", name: 'Shop & "Co" <eu>' },
  ...{ location: "fra", status: "failed", duration_ms: 1_234, url: "https://vedette.example/journeys/7" },
  message: "TIMEOUT: no response\nin 10 s\u001b[2J",
};

describe("junit", () => {
  test("is XML with a case for each outcome", () => {
    const [suites, suite, testcase, failure] = parseXml(
      junitReporter.end({ outcomes: [SHOP], durationMs: 2_000 }),
    );
    expect([suites?.name, suite?.name]).toEqual(["testsuites", "testsuite"]);
    expect(suite?.attributes).toMatchObject({
      tests: "1",
      failures: "1",
      errors: "0",
      skipped: "0",
      time: "2.000",
    });
    expect(testcase?.attributes).toEqual({
      name: 'Shop & "Co" <eu> (fra)',
      classname: "monitor",
      time: "1.234",
    });
    expect(failure).toEqual({
      name: "failure",
      attributes: { message: "TIMEOUT: no response\nin 10 s\ufffd[2J", type: "failed" },
    });
  });

  test("is well-formed for any text, and counts are those of its elements", () => {
    fc.assert(
      fc.property(outcomes, (list) => {
        const elements = parseXml(junitReporter.end({ outcomes: list, durationMs: 1 }));
        const count = (name: string) => elements.filter((element) => element.name === name).length;
        const suite = elements[1]?.attributes;
        expect(count("testcase")).toBe(list.length);
        expect(count("failure")).toBe(countOf(list, "failed"));
        expect([suite?.failures, suite?.errors, suite?.skipped]).toEqual([
          String(count("failure")),
          String(count("error")),
          String(count("skipped")),
        ]);
      }),
    );
  });
});

describe("tap", () => {
  test("is TAP 14 with the same results, for any text", () => {
    fc.assert(
      fc.property(outcomes, (list) => {
        const results = new Parser({ strict: true });
        results.end(tapReporter.end({ outcomes: list, durationMs: 1 }));
        expect(results.results).toMatchObject({
          count: list.length,
          fail: list.length - countOf(list, "passed", "skipped"),
          skip: countOf(list, "skipped"),
          todo: 0,
          bailout: false,
        });
        expect(results.results?.failures.filter((failure) => failure.tapError)).toEqual([]);
      }),
    );
  });

  test("has the details as YAML", () => {
    const block = /^ {2}---\n([\s\S]*)\n {2}\.\.\.$/m.exec(
      tapReporter.end({ outcomes: [SHOP], durationMs: 1 }),
    );
    expect(parseYaml(block?.[1] ?? "")).toMatchObject({ status: "failed", message: SHOP.message, id: "7" });
  });
});

/** Reads a line as GitHub's runner does: a command at the start of the line, with its escapes. */
function readCommand(line: string) {
  const match = /^::(\w+) title=([^:]*)::(.*)$/.exec(line);
  if (match === null) return null;
  const [, level = "", title = "", data = ""] = match;
  const undo = (escaped: string) =>
    escaped
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  return { level, title: undo(title), text: undo(data) };
}

describe("github", () => {
  test("annotates a failure", () => {
    expect(readCommand(githubReporter.line(SHOP) ?? "")).toEqual({
      level: "error",
      title: 'Shop & "Co" <eu> (fra) failed',
      text: `${SHOP.message}\n${SHOP.url}`,
    });
  });

  test("is one command for any text, whose text is that of the target", () => {
    fc.assert(
      fc.property(outcome, (one) => {
        const line = githubReporter.line(one);
        if (one.status === "passed" || one.status === "skipped") {
          expect(line).toBeNull();
          return;
        }
        expect(line).not.toMatch(/[\r\n]/);
        expect(readCommand(line ?? "")?.text).toContain(one.message ?? one.status);
      }),
    );
  });
});

test("the list has no control characters and no commands of a runner, for any text", () => {
  fc.assert(
    fc.property(outcome, (one) => {
      const lines = (listReporter.line(one) ?? "").split("\n");
      // One line, one for the message and one for the URL.
      expect(lines.length).toBe(1 + (one.message === null ? 0 : 1) + (one.url === null ? 0 : 1));
      for (const line of lines) {
        expect(line).not.toMatch(/[\p{Cc}]/u);
        expect(line.trimStart().startsWith("::")).toBe(false);
        expect(line).not.toContain("##[");
      }
    }),
  );
});

test("the list joins the lines of a message", () => {
  expect(listReporter.line(SHOP)).toContain("\n    TIMEOUT: no response in 10 s\ufffd[2J\n");
});

test("json has all outcomes and the exit code", () => {
  expect(JSON.parse(jsonReporter.end({ outcomes: [SHOP], durationMs: 12.3 }))).toEqual({
    exit_code: 1,
    duration_ms: 12,
    results: [SHOP],
  });
});

test.each<[OutcomeStatus[], number]>([
  [["passed", "skipped"], 0],
  [["not_ended", "failed", "refused"], 1],
  [["unreachable", "refused"], 3],
  [["unreachable", "not_ended"], 4],
  [["not_ended", "not_judged"], 5],
  [["not_judged", "passed"], 6],
])("outcomes %j have the exit code %i", (statuses, code) => {
  expect(exitCodeOfOutcomes(statuses.map((status) => ({ ...SHOP, status })))).toBe(code);
});
