import type { Database } from "../../../platform/storage/database.ts";
import { findProgress } from "../rollups/queries.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { RESULT_DAYS_MIN } from "./expiry.ts";
import { dayOf } from "./partitions.ts";
import {
  DELETE_MAX,
  deleteBodiesOf,
  deleteClosedDaysOf,
  deletePingsOf,
  deleteResultsOf,
  deleteRunsOf,
  listPartitionDays,
  listShortRetentions,
  type ShortRetentionRow,
  saveRetainedFrom,
} from "./queries.ts";

/**
 * A downgrade deletes nothing at once: an organization that upgrades again within this time keeps everything.
 */
const PLAN_SETTLES_MS = 30 * DAY_MS;

/**
 * Deletes results and runs of organizations with a shorter retention than the server's, by their own setting
 * or by their plan. Deletes rows, because partitions are shared by all organizations; a processed day is not
 * read again. Rollups follow the server's retention. Returns the number of deleted rows.
 */
export async function dropExpiredOfOrganizations(
  database: Database,
  { nowMs, retentionDays, signal }: { nowMs: number; retentionDays: number; signal: AbortSignal },
): Promise<number> {
  const progress = await findProgress(database);
  if (progress === null) return 0;
  const days = (await listPartitionDays(database, "check_result")).map(({ day }) => day);
  const settledBefore = new Date(nowMs - PLAN_SETTLES_MS);
  let rows = 0;
  for (const organization of await listShortRetentions(database, { days: retentionDays, settledBefore })) {
    const beforeMs = nowMs - Math.max(organization.days, RESULT_DAYS_MIN) * DAY_MS;
    // Results that are not rolled up yet stay at any age.
    const keepFrom = dayOf(Math.min(beforeMs, progress.hourMs));
    rows += await dropExpiredOf(database, organization, { keepFrom, days, signal });
    if (signal.aborted) break;
  }
  return rows;
}

async function dropExpiredOf(
  database: Database,
  { org_id: orgId, retained_from: keptFrom }: ShortRetentionRow,
  { keepFrom, days, signal }: { keepFrom: string; days: readonly string[]; signal: AbortSignal },
): Promise<number> {
  const stale = days.filter((day) => day < keepFrom && day >= (keptFrom ?? ""));
  let rows = 0;
  for (const day of stale) rows += await deleteAll(() => deleteResultsOf(database, orgId, day), signal);
  rows += await deleteAll(() => deleteClosedDaysOf(database, orgId, new Date(keepFrom)), signal);
  rows += await deleteAll(() => deleteBodiesOf(database, orgId, new Date(keepFrom)), signal);
  rows += await deleteAll(() => deleteRunsOf(database, orgId, new Date(keepFrom)), signal);
  rows += await deleteAll(() => deletePingsOf(database, orgId, new Date(keepFrom)), signal);
  if (!signal.aborted && keepFrom > (keptFrom ?? "")) await saveRetainedFrom(database, orgId, keepFrom);
  return rows;
}

async function deleteAll(deleteSome: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let rows = 0;
  while (!signal.aborted) {
    const deleted = await deleteSome();
    rows += deleted;
    if (deleted < DELETE_MAX) break;
  }
  return rows;
}
