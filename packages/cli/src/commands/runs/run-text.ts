import type { Run } from "@vedette/contract/runs/runs.ts";
import { printableLine } from "../../command-line/printable.ts";
import { tableText } from "../../command-line/table.ts";
import { EXIT } from "../../exit-codes.ts";

/** Formats one line per run, such as `passed  fra  3 of 3 steps  1.2 s`, with the error if it failed. */
export function runsText(runs: readonly Run[]): string {
  return tableText(
    runs.map((run) => [
      run.status,
      run.location,
      `${run.steps_passed} of ${run.steps_total} steps`,
      run.duration_ms === null ? "–" : `${(run.duration_ms / 1_000).toFixed(1)} s`,
      run.error === null ? "" : `${run.error.code}: ${printableLine(run.error.message)}`,
    ]),
  );
}

/** Returns the exit code that pipelines evaluate. */
export function exitCodeOfRuns(runs: readonly Run[]): number {
  return runs.every(({ status }) => status === "passed") ? EXIT.ok : EXIT.down;
}
