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

export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Returns the last line of `npm test`, which scripts parse. */
export function summaryLine({ passed, failed, skipped }) {
  const rest = skipped === 0 ? "" : `, ${skipped} skipped`;
  return `${passed} passed, ${failed} failed${rest}`;
}
