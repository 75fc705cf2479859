// Counts the results of vitest reports. Pure: does not access files.

export const NOTHING_COUNTED = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts the results of one vitest report. A failure outside of a test counts as one, so that a failed run never reports
 * "0 failed": a file that could not be loaded, and a run that ended with an error code.
 */
export function countTests(report, exitCode) {
  if (report === null) return { ...NOTHING_COUNTED, failed: exitCode === 0 ? 0 : 1 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A run with more failures has one cause; its log shows the rest. */
const MAX_FAILURES_LISTED = 30;
const MAX_MESSAGE_LENGTH = 300;

/**
 * Returns a line for each failed test of a report, for each file that could not be loaded, and for each error outside of
 * a test (`errors`, see error-reporter.mjs): its file, its name and the first line of its message.
 */
export function failureLines(report, errors, root) {
  const relative = (path) => path.replace(`${root}/`, "");
  const lines = (report?.testResults ?? []).flatMap((file) => {
    const path = relative(file.name);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && file.status === "failed") return [`${path}: ${firstLine(file.message)}`];
    return failed.map((test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  const outside = errors.map(
    ({ file, test, message }) => `${relative(file)} > ${test} (outside of a test): ${firstLine(message)}`,
  );
  return [...lines, ...outside].slice(0, MAX_FAILURES_LISTED);
}

function firstLine(message) {
  return (message ?? "").split("\n", 1)[0].slice(0, MAX_MESSAGE_LENGTH);
}

export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Returns the last line of `npm test`, which scripts parse. */
export function summaryLine({ passed, failed, skipped }) {
  const rest = skipped === 0 ? "" : `, ${skipped} skipped`;
  return `${passed} passed, ${failed} failed${rest}`;
}
