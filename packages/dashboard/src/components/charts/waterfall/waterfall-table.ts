import type { CsvTable } from "../download/csv-text.ts";
import { placeParts, type WaterfallRow } from "./waterfall-rows.ts";

/** The distinct parts of a waterfall, in the order of their first row. */
export function partLabels(rows: readonly WaterfallRow[]): string[] {
  return [...new Set(rows.flatMap(({ parts }) => parts.map(({ label }) => label)))];
}

/** The times of a waterfall in milliseconds after its start, at `at`. Pure. */
export function waterfallTable(rows: readonly WaterfallRow[], at: string): CsvTable {
  const labels = partLabels(rows);
  const startMs = Date.parse(at);
  return {
    header: ["name", "start_utc", "start (ms)", "duration (ms)", ...labels.map((label) => `${label} (ms)`)],
    rows: rows.map((row) => [
      row.label,
      row.startMs === null ? null : new Date(startMs + row.startMs).toISOString(),
      rounded(row.startMs),
      rounded(row.durationMs),
      ...labels.map((label) => rounded(placeParts(row).find((part) => part.label === label)?.ms ?? null)),
    ]),
  };
}

/** To the microsecond, which is as exact as checks measure. */
const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 1_000) / 1_000);
