import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import type { Series } from "../../../components/charts/time-series/series.ts";

/** The series of several locations on one time axis. Pure. */

export const COMPARED_MEASURES = ["avg_ms", "p50_ms", "p95_ms"] as const;
export type ComparedMeasure = (typeof COMPARED_MEASURES)[number];

type Points = readonly Pick<MonitorStats["series"][number], "at" | ComparedMeasure>[];
export type LocationPoints = { location: string; points: Points };

/** Distinct with any color vision: by Okabe and Ito, "Color Universal Design", adapted to the themes. */
const COLORS = [
  "--location-1",
  "--location-2",
  "--location-3",
  "--location-4",
  "--location-5",
  "--location-6",
  "--location-7",
  "--location-8",
] as const;
const DASHES = [undefined, "dashed", "dotted"] as const;

/** As many locations have a look of their own. */
export const LOCATIONS_MAX = COLORS.length * DASHES.length;

export type LocationLook = Pick<Series, "color" | "dash">;

/** The color repeats after eight locations, with another dash. */
export function locationLook(index: number): LocationLook {
  const color = COLORS[index % COLORS.length] ?? COLORS[0];
  const dash = DASHES[Math.floor(index / COLORS.length) % DASHES.length];
  return { color, ...(dash && { dash }) };
}

type Compared = { at: string[]; series: Series[] };

/** One line for each location. An instant that a location has no point for does not interrupt its line. */
export function compareLocations(
  all: readonly (LocationPoints & { look: LocationLook })[],
  measure: ComparedMeasure,
): Compared {
  const at = [...new Set(all.flatMap(({ points }) => points.map((point) => point.at)))].sort();
  const series = all.map(({ location, points, look }) => {
    const valueAt = new Map(points.map((point) => [point.at, point[measure]]));
    return { label: location, ...look, values: at.map((instant) => valueAt.get(instant)) };
  });
  return { at, series };
}
