import type { HeatMap } from "@vedette/contract/targets/history.ts";
import type { CsvTable } from "../download/csv-text.ts";

/** A row for each column and duration that has responses: times in UTC, durations in milliseconds. Pure. */
export function heatMapTable({ bounds_ms: bounds, columns, to }: HeatMap): CsvTable {
  return {
    header: ["from_utc", "to_utc", "response_time_from (ms)", "response_time_to (ms)", "responses"],
    rows: columns.flatMap(({ at, counts }, column) =>
      counts.flatMap((count, row) =>
        count === 0
          ? []
          : [[at, columns[column + 1]?.at ?? to, bounds[row] ?? 0, bounds[row + 1] ?? 0, count]],
      ),
    ),
  };
}

/** How strong the color of a cell is, 0 to 1, by the logarithm: single slow responses stay visible beside many fast ones. */
export function cellStrength(count: number, most: number): number {
  return count === 0 ? 0 : 0.15 + (0.85 * Math.log1p(count)) / Math.log1p(most);
}
