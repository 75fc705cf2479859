import type { DayKind, FilledDay } from "./history.ts";
import type { TableSize } from "./history-queries.ts";

/** Bytes on disk per result. */
export type BytesPerResult = { heap: number; indexes: number; total: number };

/** The mean over the closed days of a kind, without the last day, which is still written. Null if there are none. */
export function bytesOfKind(
  tables: readonly TableSize[],
  days: readonly FilledDay[],
  kind: DayKind,
): BytesPerResult | null {
  const own = days.slice(0, -1).filter((day) => day.kind === kind);
  const results = own.reduce((sum, day) => sum + day.results, 0);
  if (results === 0) return null;
  const names = new Set(own.map(({ day }) => day));
  const partitions = tables.filter(({ day }) => day !== null && names.has(day));
  const heap = partitions.reduce((sum, each) => sum + each.heap_bytes, 0) / results;
  const indexes = partitions.reduce((sum, each) => sum + each.index_bytes, 0) / results;
  return { heap, indexes, total: heap + indexes };
}

/** Bytes per result in the hourly and daily rollups. */
export function rollupBytes(
  tables: readonly TableSize[],
  results: number,
): { name: string; bytes: number }[] {
  return tables
    .filter(({ day }) => day === null)
    .map(({ name, heap_bytes, index_bytes }) => ({ name, bytes: (heap_bytes + index_bytes) / results }));
}
