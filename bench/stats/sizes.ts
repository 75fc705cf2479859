import type { DayKind, FilledDay } from "./history.ts";
import type { TableSize } from "./history-queries.ts";

/** Bytes on disk for each result. */
export type BytesPerResult = { heap: number; indexes: number; total: number };

/** Over the closed days of a kind; null where there is none. */
export function bytesOfKind(
  tables: readonly TableSize[],
  days: readonly FilledDay[],
  kind: DayKind,
): BytesPerResult | null {
  return bytesOf(
    tables,
    days.slice(0, -1).filter((day) => day.kind === kind),
  );
}

/** Of the day that is still being written. */
export function bytesOfOpenDay(
  tables: readonly TableSize[],
  days: readonly FilledDay[],
): BytesPerResult | null {
  return bytesOf(tables, days.slice(-1));
}

/** Of the rollups of hours and of days, a result and a row. */
export function rollupBytes(
  tables: readonly TableSize[],
  results: number,
): { name: string; bytes: number }[] {
  return tables
    .filter(({ day }) => day === null)
    .map(({ name, heap_bytes, index_bytes }) => ({ name, bytes: (heap_bytes + index_bytes) / results }));
}

function bytesOf(tables: readonly TableSize[], days: readonly FilledDay[]): BytesPerResult | null {
  const results = days.reduce((sum, { results: of }) => sum + of, 0);
  if (results === 0) return null;
  const names = new Set(days.map(({ day }) => day));
  const own = tables.filter(({ day }) => day !== null && names.has(day));
  const heap = own.reduce((sum, table) => sum + table.heap_bytes, 0) / results;
  const indexes = own.reduce((sum, table) => sum + table.index_bytes, 0) / results;
  return { heap, indexes, total: heap + indexes };
}
