import type { Verdict } from "../harness/report.ts";
import { runVitest } from "./vitest/run-vitest.ts";

/**
 * Runs test files that cause a part of a fault, so that the same assertion is not written twice. `files` are parts of
 * paths, as Vitest takes them; files below `e2e/` run with its configuration. A skipped test is not met.
 */
export async function runTestFiles(
  folder: string,
  { what, files, isEndToEnd = false }: { what: string; files: readonly string[]; isEndToEnd?: boolean },
): Promise<Verdict> {
  const report = await runVitest(folder, { files, isEndToEnd });
  const { numPassedTests, numFailedTests, numPendingTests, numTotalTests } = report;
  return {
    what,
    goal: `all tests of ${files.join(", ")}`,
    measured: `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`,
    isMet: numTotalTests > 0 && numPassedTests === numTotalTests,
  };
}
