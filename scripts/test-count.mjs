// Counts what vitest reports. Pure: knows no files.

export const NOTHING_COUNTED = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts of one vitest report. What failed outside a test counts as one failure each, so that a red
 * run never reads "0 failed": a file that could not be loaded, and a run that ended with an error code.
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

/** The closing line of `npm test`, which scripts read. */
export function summaryLine({ passed, failed, skipped }) {
  const rest = skipped === 0 ? "" : `, ${skipped} skipped`;
  return `${passed} passed, ${failed} failed${rest}`;
}
