import type { Evidence } from "@vedette/contract/alerts/alerts.ts";

/** `holds` is null if there is no verdict: the state stays as it is. */
export type RuleVerdict = {
  holds: boolean | null;
  figures: Figures;
  /** If the condition is evaluated for each series: keys of series, and how many must fail. */
  bySeries?: { failing: readonly number[]; active: readonly number[]; needed: number };
  /** The step that is reached, if the rule has several and its condition holds. */
  step?: number;
};

export type Figures = Omit<Evidence, "location" | "result_id" | "run_id" | "error">;
