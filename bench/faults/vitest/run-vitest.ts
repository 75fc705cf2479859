import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const TESTS_TIMEOUT_MS = 20 * 60_000;

/** What Vitest's JSON reporter writes, as far as it is needed here. */
export type TestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTotalTests: number;
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
};

/**
 * `files` are parts of paths, as Vitest takes them; files below `e2e/` run with its configuration. Returns null if the tests
 * did not start.
 */
export async function runVitest(
  folder: string,
  { files, isEndToEnd }: { files: readonly string[]; isEndToEnd: boolean },
): Promise<TestReport | null> {
  const report = join(folder, `tests-${process.hrtime.bigint()}.json`);
  const config = isEndToEnd ? ["--config", "e2e/vitest.config.ts"] : [];
  const child = spawn(
    process.execPath,
    [VITEST, "run", ...config, "--reporter=json", `--outputFile=${report}`, ...files],
    { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"], timeout: TESTS_TIMEOUT_MS },
  );
  await once(child, "exit");
  return existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as TestReport) : null;
}
