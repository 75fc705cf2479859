import type { Outcome } from "../outcome.ts";

export type Report = {
  outcomes: readonly Outcome[];
  /** From the first to the last outcome. */
  durationMs: number;
};

/** Formats the outcomes of a run. */
export type Reporter = {
  /** Formats one outcome as a line while others still run; null to wait for the end. */
  line(outcome: Outcome): string | null;
  /** Formats the end of the report, or the whole report. */
  end(report: Report): string;
};
