// A vitest reporter for errors outside of tests, such as a rejected promise that no code awaits. The JSON report lacks them.
import { writeFileSync } from "node:fs";
import process from "node:process";

export default class ErrorReporter {
  /** Writes the errors as JSON to the file that VEDETTE_TEST_ERRORS names. */
  onTestRunEnd(_modules, errors) {
    const path = process.env.VEDETTE_TEST_ERRORS;
    if (!path) return;
    const written = errors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? "unknown file",
      test: error.VITEST_TEST_NAME ?? "unknown test",
      message: error.stack ?? error.message ?? String(error),
    }));
    writeFileSync(path, JSON.stringify(written));
  }
}
