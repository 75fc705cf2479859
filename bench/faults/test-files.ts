import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../harness/report.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const TESTS_TIMEOUT_MS = 20 * 60_000;

type Summary = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTotalTests: number;
};

/**
 * Runs test files that cause a part of a fault, so that the same assertion is not written twice. `files` are parts of
 * paths, as Vitest takes them; files below `e2e/` run with its configuration. A skipped test is not met.
 */
export async function runTestFiles(
  folder: string,
  { what, files, isEndToEnd = false }: { what: string; files: readonly string[]; isEndToEnd?: boolean },
): Promise<Verdict> {
  const report = join(folder, `tests-${process.hrtime.bigint()}.json`);
  const config = isEndToEnd ? ["--config", "e2e/vitest.config.ts"] : [];
  const child = spawn(
    process.execPath,
    [VITEST, "run", ...config, "--reporter=json", `--outputFile=${report}`, ...files],
    { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"], timeout: TESTS_TIMEOUT_MS },
  );
  await once(child, "exit");
  const goal = `all tests of ${files.join(", ")}`;
  // A machine that is too busy to start the servers of the tests; what the script measured before stays valid.
  if (!existsSync(report)) return { what, goal, measured: "the tests did not start", isMet: false };
  const { numPassedTests, numFailedTests, numPendingTests, numTotalTests }: Summary = JSON.parse(
    readFileSync(report, "utf8"),
  );
  return {
    what,
    goal,
    measured: `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`,
    isMet: numTotalTests > 0 && numPassedTests === numTotalTests,
  };
}
