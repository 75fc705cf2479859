import type { Run } from "@vedette/contract/runs/runs.ts";
import { type Joined, joinEqual } from "../history/join-equal.ts";

/** Joins consecutive runs with the same outcome. Runs that go on are rows of their own. Pure. */
export function joinRuns(runs: readonly Run[]): Joined<Run>[] {
  return joinEqual(runs, (run) => (run.finished_at === null ? run.id : keyOf(run)));
}

/** Times and found values may differ; what failed, where and after how many attempts may not. */
function keyOf({ status, error, location, trigger, attempt, steps_passed, steps_total }: Run): string {
  const cause = error && [error.code, error.step_index];
  return JSON.stringify([status, cause, location, trigger, attempt, steps_passed, steps_total]);
}
