import type { TargetNoun } from "../../targets/target-noun.ts";
import type { ChartRange, HistorySearch } from "../history-search.ts";

/** What the history on the page of a target is about, and what its address says. */
export type HistoryProps = {
  noun: TargetNoun;
  id: string;
  /** The name of the target. */
  name: string;
  search: HistorySearch;
  onSearch(search: HistorySearch): void;
};

/** The same of a chart of response times. */
export type ResponseChartProps = HistoryProps & {
  title: string;
  locations: readonly string[];
  /** Null for a target that runs on demand. */
  intervalSeconds: number | null;
  degradedAfterMs?: number | null;
};

export type RangedProps = ResponseChartProps & { range: ChartRange };
