import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { lockRollupsShared } from "../rollups/queries.ts";
import { DAY_MS, HOUR_MS } from "../rollups/rollup.ts";
import {
  deleteImported,
  findTargetToFill,
  type ImportedChange,
  type ImportedRollup,
  insertImportedChanges,
  insertImportedRollups,
  saveImportedRange,
} from "./imported-queries.ts";

/**
 * Stores history from another monitoring tool with that of Vedette. It ends when Vedette created the target, and
 * replaces what an earlier import stored, so that importing a file twice changes nothing. Time in which the tool did
 * not measure stays without measurement.
 */

/** The checks of an hour or a day; times in milliseconds, null if none was measured. */
type Period = {
  startsAt: Date;
  total: number;
  failed: number;
  averageMs: number | null;
  minMs: number | null;
  maxMs: number | null;
};

/** Changes are in order; `pending` stands for time without measurement. */
export type HistoryToImport = {
  targetId: TargetId;
  hours: readonly Period[];
  days: readonly Period[];
  changes: readonly { at: Date; status: MonitorStatus }[];
};

export type ImportedCounts = { targets: number; hours: number; days: number; changes: number };

/** The largest value of a column of microseconds, about 36 minutes. */
const INTEGER_MAX = 2_147_483_647;

/**
 * Stores the history of some targets, each in a transaction of its own; targets that do not exist are left out.
 * `source` is the tool, such as `kuma`.
 */
export async function importHistory(
  database: Database,
  orgId: OrgId,
  { source, histories, now }: { source: string; histories: readonly HistoryToImport[]; now: Date },
): Promise<ImportedCounts> {
  const counts = { targets: 0, hours: 0, days: 0, changes: 0 };
  for (const history of histories) {
    const stored = await database.transaction((db) => fillTarget(db, orgId, { source, history, now }));
    if (stored === null) continue;
    counts.targets += 1;
    counts.hours += stored.hours;
    counts.days += stored.days;
    counts.changes += stored.changes;
  }
  return counts;
}

async function fillTarget(
  db: Db,
  orgId: OrgId,
  { source, history, now }: { source: string; history: HistoryToImport; now: Date },
): Promise<Omit<ImportedCounts, "targets"> | null> {
  // The rollup of a day that ends now must see all of its hours or none.
  await lockRollupsShared(db);
  const { targetId } = history;
  const target = await findTargetToFill(db, orgId, targetId);
  if (target === null) return null;
  const endMs = target.target_created_at.getTime();
  const hours = rollupsBefore(history.hours, { endMs, lengthMs: HOUR_MS });
  const days = rollupsBefore(history.days, { endMs, lengthMs: DAY_MS });
  const changes = changesBefore(history.changes, { endMs, initialStatus: target.initial_status });
  await deleteImported(db, { targetId, seriesKey: target.series_key });
  await insertImportedRollups(db, "hour", { seriesKey: target.series_key, rollups: hours });
  await insertImportedRollups(db, "day", { seriesKey: target.series_key, rollups: days });
  await insertImportedChanges(db, targetId, changes);
  const startsMs = [...hours.slice(0, 1), ...days.slice(0, 1), ...changes.slice(0, 1)].map(
    ({ atMs }) => atMs,
  );
  if (startsMs.length > 0) {
    await saveImportedRange(db, orgId, {
      targetId,
      source,
      from: new Date(Math.min(...startsMs)),
      to: new Date(lastMeasuredMs({ hours, days, changes, endMs })),
      targetCreatedAt: target.target_created_at,
      now,
    });
  }
  return { hours: hours.length, days: days.length, changes: changes.length };
}

/** Periods that are over when the target was created, in order, each start once. */
function rollupsBefore(
  periods: readonly Period[],
  { endMs, lengthMs }: { endMs: number; lengthMs: number },
): ImportedRollup[] {
  const byStart = new Map<number, ImportedRollup>();
  for (const period of periods) {
    const atMs = Math.floor(period.startsAt.getTime() / lengthMs) * lengthMs;
    if (atMs + lengthMs <= endMs) byStart.set(atMs, toRollup(atMs, period));
  }
  return [...byStart.values()].sort((one, other) => one.atMs - other.atMs);
}

function toRollup(atMs: number, { total, failed, averageMs, minMs, maxMs }: Period): ImportedRollup {
  const isMeasured = averageMs !== null && total > failed;
  const us = (ms: number | null) =>
    ms === null ? null : Math.min(Math.max(Math.round(ms * 1_000), 0), INTEGER_MAX);
  const averageUs = us(averageMs) ?? 0;
  return {
    atMs,
    total: Math.min(total, INTEGER_MAX),
    failed: Math.min(failed, total, INTEGER_MAX),
    measured: isMeasured ? total - failed : 0,
    sumUs: isMeasured ? averageUs * (total - failed) : 0,
    minUs: isMeasured ? (us(minMs) ?? averageUs) : null,
    maxUs: isMeasured ? (us(maxMs) ?? averageUs) : null,
  };
}

/** Changes before the target was created, and then the status with which it was created. */
function changesBefore(
  changes: HistoryToImport["changes"],
  { endMs, initialStatus }: { endMs: number; initialStatus: MonitorStatus },
): ImportedChange[] {
  const stored: ImportedChange[] = [];
  const push = (atMs: number, status: MonitorStatus): void => {
    const last = stored.at(-1);
    const previousStatus = last?.status ?? "pending";
    if (status !== previousStatus && (last === undefined || atMs > last.atMs))
      stored.push({ atMs, status, previousStatus });
  };
  for (const { at, status } of changes) if (at.getTime() < endMs) push(at.getTime(), status);
  if (stored.length > 0) push(endMs, initialStatus);
  return stored;
}

type Stored = {
  hours: readonly ImportedRollup[];
  days: readonly ImportedRollup[];
  changes: readonly ImportedChange[];
  endMs: number;
};

function lastMeasuredMs({ hours, days, changes, endMs }: Stored): number {
  const ends = [
    ...hours.slice(-1).map(({ atMs }) => atMs + HOUR_MS),
    ...days.slice(-1).map(({ atMs }) => atMs + DAY_MS),
    ...changes.slice(-1).map(({ atMs }) => atMs),
  ];
  return Math.min(Math.max(...ends), endMs);
}
