// npm test [-- paths and vitest options]: runs the unit tests and the end-to-end tests, then prints one line with the totals.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runAloud } from "./run-command.mjs";
import { afterSetup, ROOT } from "./setup.mjs";
import { addCounts, countTests, failureLines, NOTHING_COUNTED, summaryLine } from "./test-count.mjs";
import { installTestPrograms } from "./test-programs.mjs";

const E2E = join(ROOT, "e2e");
const ERROR_REPORTER = join(ROOT, "scripts", "error-reporter.mjs");
const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");

await afterSetup(async (node) => {
  await installTestPrograms();
  const reports = mkdtempSync(join(tmpdir(), "vedette-test-"));
  try {
    const configs = ["vitest.config.ts", ...(hasEndToEndTests() ? ["e2e/vitest.config.ts"] : [])];
    let total = NOTHING_COUNTED;
    const failures = [];
    for (const [index, config] of configs.entries()) {
      const reportPath = join(reports, `${index}.json`);
      const errorsPath = join(reports, `${index}-errors.json`);
      const code = await runVitest({ node, config, reportPath, errorsPath, args: process.argv.slice(2) });
      const report = readJson(reportPath);
      total = addCounts(total, countTests(report, code));
      failures.push(...failureLines(report, readJson(errorsPath) ?? [], ROOT));
    }
    if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join("\n")}\n`);
    process.stdout.write(`\n${summaryLine(total)}\n`);
    const isEmpty = total.passed + total.failed === 0;
    if (isEmpty) process.stderr.write("No tests found at the given paths: check their spelling.\n");
    process.exitCode = total.failed > 0 || isEmpty ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

function hasEndToEndTests() {
  return existsSync(E2E) && readdirSync(E2E).some((name) => name.endsWith(".test.ts"));
}

async function runVitest({ node, config, reportPath, errorsPath, args }) {
  const reporters = ["default", "json", ERROR_REPORTER].map((name) => `--reporter=${name}`);
  const own = [
    "run",
    "--config",
    config,
    "--passWithNoTests",
    ...reporters,
    `--outputFile.json=${reportPath}`,
  ];
  const env = { ...process.env, VEDETTE_TEST_ERRORS: errorsPath };
  const { code } = await runAloud(node, [VITEST, ...own, ...args], { cwd: ROOT, env });
  return code;
}

/** Returns null if vitest exited before it wrote the file. */
function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}
