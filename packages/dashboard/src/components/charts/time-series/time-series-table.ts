import type { CsvTable } from "../download/csv-text.ts";
import type { Series } from "./series.ts";

type Values = { at: readonly string[]; series: readonly Pick<Series, "label" | "values">[] };

/** The values of a chart by time, in UTC, with the unit in the header. Pure. */
export function timeSeriesTable({ at, series }: Values, unit: string): CsvTable {
  const suffix = unit === "" ? "" : ` (${unit})`;
  return {
    header: ["time_utc", ...series.map(({ label }) => `${label}${suffix}`)],
    rows: at.map((instant, index) => [
      new Date(instant).toISOString(),
      ...series.map(({ values }) => values[index] ?? null),
    ]),
  };
}
