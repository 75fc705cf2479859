import type { Verdict } from "../../harness/report.ts";
import { runVitest, type TestReport } from "./run-vitest.ts";

/** One part of what a fault must lead to, and the tests that assert it. */
type Clause = {
  what: string;
  /** The limit that these tests assert. */
  goal: string;
  /** Parts of the full names of tests: the texts of `describe` and `test`, separated by a space. */
  tests: readonly string[];
};

/** Runs test files once, with a verdict for each clause. A clause without a test is not met, nor is a skipped test. */
export async function runTestClauses(
  folder: string,
  {
    files,
    clauses,
    isEndToEnd = false,
  }: { files: readonly string[]; clauses: readonly Clause[]; isEndToEnd?: boolean },
): Promise<Verdict[]> {
  const report = await runVitest(folder, { files, isEndToEnd });
  return clauses.map((clause) =>
    report === null
      ? { what: clause.what, goal: clause.goal, measured: "the tests did not start", isMet: false }
      : judge(report, clause),
  );
}

function judge({ testResults }: TestReport, { what, goal, tests }: Clause): Verdict {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const unknown = tests.filter((text) => !all.some(({ fullName }) => fullName.includes(text)));
  const chosen = all.filter(({ fullName }) => tests.some((text) => fullName.includes(text)));
  const passed = chosen.filter(({ status }) => status === "passed").length;
  const missing = unknown.length > 0 ? `; no test ${unknown.map((text) => `'${text}'`).join(", ")}` : "";
  return {
    what,
    goal,
    measured: `${passed} of ${chosen.length} tests pass${missing}`,
    isMet: unknown.length === 0 && chosen.length > 0 && passed === chosen.length,
  };
}
