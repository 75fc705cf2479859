import type { Target } from "@vedette/contract/targets/targets.ts";
import { EXIT } from "../../exit-codes.ts";

export type RunTarget = Pick<Target, "id" | "kind" | "name" | "enabled" | "locations">;

/**
 * `failed`: the target was checked and is down. `refused`, `unreachable`: the server did not start or follow the run.
 * `not_judged`: Vedette's own policy or limits prevented the check. `not_ended`: the run continues after `--wait`.
 */
export type OutcomeStatus =
  | "passed"
  | "failed"
  | "skipped"
  | "refused"
  | "unreachable"
  | "not_judged"
  | "not_ended";

/** What a target gave at one location. */
export type Outcome = {
  target: Pick<RunTarget, "id" | "kind" | "name">;
  /** Null if it was not run at a location. */
  location: string | null;
  status: OutcomeStatus;
  duration_ms: number | null;
  /** Why it did not pass; null if it did. */
  message: string | null;
  /** The page of the run; null if there is none. */
  url: string | null;
};

/** From the most to the least important one. */
const CODES: readonly (readonly [OutcomeStatus, number])[] = [
  ["failed", EXIT.down],
  ["refused", EXIT.refused],
  ["unreachable", EXIT.failed],
  ["not_ended", EXIT.notEnded],
  ["not_judged", EXIT.notJudged],
];

/** Returns the exit code that pipelines evaluate. */
export function exitCodeOfOutcomes(outcomes: readonly Outcome[]): number {
  const found = CODES.find(([status]) => outcomes.some((outcome) => outcome.status === status));
  return found?.[1] ?? EXIT.ok;
}

/** The name of an outcome in reports, such as `Shop (fra)`. */
export function titleOf({ target, location }: Outcome): string {
  return location === null ? target.name : `${target.name} (${location})`;
}

/** Formats how many outcomes have each status, such as `2 passed, 1 failed`. */
export function countText(outcomes: readonly Outcome[]): string {
  const statuses: readonly OutcomeStatus[] = ["passed", ...CODES.map(([status]) => status), "skipped"];
  const counts = statuses.map((status) => ({
    status,
    count: outcomes.filter((outcome) => outcome.status === status).length,
  }));
  return counts
    .flatMap(({ status, count }) => (count === 0 ? [] : [`${count} ${status.replace("_", " ")}`]))
    .join(", ");
}
