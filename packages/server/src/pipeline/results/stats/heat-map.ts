import { HEAT_MAP_COLUMNS_MAX, HEAT_MAP_ROWS_MAX, type HeatMap } from "@vedette/contract/targets/history.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { createRollup, type Rollup } from "../rollups/rollup.ts";
import { addCell, readWindow, type TargetStatsRequest } from "./target-stats.ts";

/*
 * Response times by time and duration, from the sketches of rollups. Rows have round bounds, as fine as the number
 * of rows allows.
 */

/** Throws not-found if the organization has no such target of that kind. */
export async function heatMap(db: Db, request: TargetStatsRequest): Promise<HeatMap> {
  const { plan, cells, observedFromMs } = await readWindow(db, request);
  const { bucketMs, fromMs, toMs } = plan;
  const points = Math.ceil(toMs / bucketMs) - Math.floor(fromMs / bucketMs);
  const widthMs = bucketMs * Math.ceil(points / HEAT_MAP_COLUMNS_MAX);
  const columns = new Map<number, Rollup>();
  for (let atMs = floor(fromMs, bucketMs); atMs < toMs; atMs += widthMs) columns.set(atMs, createRollup());
  const firstMs = floor(fromMs, bucketMs);
  for (const cell of cells) {
    const column = columns.get(firstMs + floor(Math.max(cell.at_ms - firstMs, 0), widthMs));
    if (column !== undefined) addCell(column, cell);
  }
  const bounds = rowBounds([...columns.values()]);
  return {
    from: new Date(observedFromMs ?? fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    bounds_ms: bounds,
    columns: [...columns].map(([atMs, rollup]) => ({
      at: new Date(atMs).toISOString(),
      counts: rowCounts(rollup, bounds),
    })),
  };
}

/** Preferred numbers of IEC 60063, with steps of about 21, 47 and 115 %. */
const ROUND_NUMBERS = [
  [1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2],
  [1, 1.5, 2.2, 3.3, 4.7, 6.8],
  [1, 2.2, 4.7],
  [1],
];
/** From a microsecond to about three hours. */
const DECADES = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6];

/** The finest round bounds that cover all response times with few enough rows. */
function rowBounds(columns: readonly Rollup[]): number[] {
  const minima = columns.flatMap(({ responseUsMin: us }) => (us === null ? [] : [us / 1_000]));
  const maxima = columns.flatMap(({ responseUsMax: us }) => (us === null ? [] : [us / 1_000]));
  if (minima.length === 0) return [];
  const [leastMs, mostMs] = [Math.min(...minima), Math.max(...maxima)];
  for (const numbers of ROUND_NUMBERS) {
    const all = DECADES.flatMap((decade) =>
      numbers.map((number) => Number((number * 10 ** decade).toFixed(4))),
    );
    const first = all.findLastIndex((bound) => bound <= leastMs);
    const last = all.findIndex((bound) => bound > mostMs);
    const bounds = all.slice(Math.max(0, first), last === -1 ? undefined : last + 1);
    if (bounds.length <= HEAT_MAP_ROWS_MAX + 1) return bounds;
  }
  return [];
}

/** A sketch is accurate to 1 %, so times near the outermost bounds may lie beyond them. */
function rowCounts(rollup: Rollup, bounds: readonly number[]): number[] {
  const counts = bounds.slice(1).map(() => 0);
  rollup.sketch.eachBin((ms, count) => {
    const above = bounds.findIndex((bound) => bound > ms);
    const row = above === -1 ? counts.length - 1 : Math.max(0, above - 1);
    counts[row] = (counts[row] ?? 0) + count;
  });
  return counts;
}

const floor = (value: number, step: number): number => Math.floor(value / step) * step;
