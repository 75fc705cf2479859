import { expect, test } from "vitest";

type Counts = { passed: number; failed: number; skipped: number };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name?: string; message?: string; status: string; assertionResults: Assertion[] }[];
};
type Assertion = { status: string; fullName?: string; failureMessages?: string[] };
type OutsideError = { file: string; test: string; message: string };

// Plain JavaScript because `npm test` may start under an older Node; the type is declared here.
const MODULE = "./test-count.mjs";
const {
  addCounts,
  countTests,
  failureLines,
  summaryLine,
}: {
  addCounts(a: Counts, b: Counts): Counts;
  countTests(report: Report | null, exitCode: number): Counts;
  failureLines(report: Report | null, errors: readonly OutsideError[], root: string): string[];
  summaryLine(counts: Counts): string;
} = await import(MODULE);

const GREEN: Report = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [],
};

test("counts passed, failed and skipped tests of all runs", () => {
  const red = {
    ...GREEN,
    numFailedTests: 1,
    testResults: [{ status: "failed", assertionResults: [{ status: "failed" }] }],
  };
  expect(addCounts(countTests(GREEN, 0), countTests(red, 1))).toEqual({ passed: 6, failed: 1, skipped: 2 });
});

test("counts a file that could not be loaded as a failure", () => {
  const broken = { ...GREEN, testResults: [{ status: "failed", assertionResults: [] }] };
  expect(countTests(broken, 1).failed).toBe(1);
});

test("counts a run with an error code as failed", () => {
  expect(countTests(GREEN, 1).failed).toBe(1);
  expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("omits skipped tests from the last line if there are none", () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
  expect(summaryLine({ passed: 12, failed: 1, skipped: 2 })).toBe("12 passed, 1 failed, 2 skipped");
});

test("lists failed tests, files that could not be loaded, and errors outside of tests, one line each", () => {
  const report = {
    ...GREEN,
    testResults: [
      {
        name: "/repo/a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "failed", fullName: "adds", failureMessages: ["expected 3 to be 4\n  at a.test.ts:1"] },
          { status: "passed", fullName: "subtracts", failureMessages: [] },
        ],
      },
      { name: "/repo/b.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
    ],
  };
  const error = { file: "/repo/c.test.ts", test: "waits", message: "Error: closed\n  at c.ts:1" };
  expect(failureLines(report, [error], "/repo")).toEqual([
    "a.test.ts > adds: expected 3 to be 4",
    "b.test.ts: Cannot find module",
    "c.test.ts > waits (outside of a test): Error: closed",
  ]);
  expect(failureLines(null, [], "/repo")).toEqual([]);
});
