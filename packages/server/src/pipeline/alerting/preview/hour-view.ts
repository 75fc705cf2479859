import type { SeriesChanges } from "../evaluation/status-changes.ts";
import type { WindowCounts } from "./counted-window.ts";
import type { ReplayedSeries } from "./failure-counts.ts";
import type { HourFacts } from "./hour-facts.ts";

export type PossibleVerdicts = {
  /** Any result of the hour can have a verdict that holds, or one that does not hold. */
  canHold: boolean;
  canClear: boolean;
  /** Any result can be a good one of a series that fails. */
  canRecover: boolean;
};

export const NO_VERDICTS: PossibleVerdicts = { canHold: false, canClear: false, canRecover: false };
export const ANY_VERDICTS: PossibleVerdicts = { canHold: true, canClear: true, canRecover: true };

/** For conditions of the whole target. */
export function ofTarget(verdicts: Omit<PossibleVerdicts, "canRecover">): PossibleVerdicts {
  return { ...verdicts, canRecover: verdicts.canClear };
}

/** The hour, and what is known when it starts. */
export type HourView = {
  hourMs: number;
  facts: HourFacts;
  /** The facts of the hour that starts `hours` earlier. */
  before(hours: number): HourFacts;
  series: readonly ReplayedSeries[];
  /** Of the window that ends with the last result before the hour; null if its results are not read. */
  window: WindowCounts | null;
  /** By series, the newest value that only some results have, and the changes between up and down. */
  newest: ReadonlyMap<number, number>;
  changes: ReadonlyMap<number, SeriesChanges>;
};
