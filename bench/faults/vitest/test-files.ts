import type { Verdict } from "../../harness/report.ts";
import { runVitest } from "./run-vitest.ts";

/**
 * Runs test files that cause a part of a fault, so that the same assertion is not written twice. `files` are parts of
 * paths, as Vitest takes them; files below `e2e/` run with its configuration. A skipped test is not met.
 */
export async function runTestFiles(
  folder: string,
  { what, files, isEndToEnd = false }: { what: string; files: readonly string[]; isEndToEnd?: boolean },
): Promise<Verdict> {
  const goal = `all tests of ${files.join(", ")}`;
  const report = await runVitest(folder, { files, isEndToEnd });
  // A machine that is too busy to start the servers of the tests; what the script measured before stays valid.
  if (report === null) return { what, goal, measured: "the tests did not start", isMet: false };
  const { numPassedTests, numFailedTests, numPendingTests, numTotalTests } = report;
  return {
    what,
    goal,
    measured: `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`,
    isMet: numTotalTests > 0 && numPassedTests === numTotalTests,
  };
}
