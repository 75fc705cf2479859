import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields } from "../../../platform/kernel/errors.ts";

export type PreviewLimits = {
  /** Results that may be read. Above it, some hours are evaluated by their rollups. */
  resultsMax: number;
  /** Results that are not rolled up yet. */
  newResultsMax: number;
  /** How long a preview may take. */
  durationMs: number;
};

/** Returns a function that throws once the preview has taken too long; `refuse` makes the error. */
export function deadlineOf(
  { durationMs }: PreviewLimits,
  clock: Pick<Clock, "monotonic">,
  refuse: (reason: string) => Error = tooLarge,
): () => void {
  const endMs = clock.monotonic() + durationMs;
  return () => {
    if (clock.monotonic() > endMs) throw refuse(`takes longer than ${durationMs / 1_000} s`);
  };
}

export function tooLarge(reason: string): Error {
  return badFields([{ path: "days", message: `${reason}; use fewer days, or a selector for fewer targets` }]);
}
