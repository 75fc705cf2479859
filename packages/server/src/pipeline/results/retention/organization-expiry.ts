import type { Database } from "../../../platform/storage/database.ts";
import { findProgress } from "../rollups/queries.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { RESULT_DAYS_MIN } from "./expiry.ts";
import { dayOf } from "./partitions.ts";
import {
  DELETE_MAX,
  deleteResultsOf,
  deleteRunsOf,
  listPartitionDays,
  listShortRetentions,
  noteKeptFrom,
  type ShortRetentionRow,
} from "./queries.ts";

/** A smaller plan takes nothing away at once: whoever comes back within this time finds all of it. */
const PLAN_SETTLES_MS = 30 * DAY_MS;

/**
 * Deletes results and runs of organizations that keep them for a shorter time than the server, by their own wish or
 * by their plan. By rows, for a partition has those of everybody; a day that was gone through is not looked at again.
 * Rollups stay as long as everybody's. Gives how many rows it were.
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
    // What is not folded yet stays, whatever its age.
    const keepFrom = dayOf(Math.min(beforeMs, progress.hourMs));
    rows += await dropExpiredOf(database, organization, { keepFrom, days, signal });
    if (signal.aborted) break;
  }
  return rows;
}

async function dropExpiredOf(
  database: Database,
  { org_id: orgId, kept_from: keptFrom }: ShortRetentionRow,
  { keepFrom, days, signal }: { keepFrom: string; days: readonly string[]; signal: AbortSignal },
): Promise<number> {
  const stale = days.filter((day) => day < keepFrom && day >= (keptFrom ?? ""));
  let rows = 0;
  for (const day of stale) rows += await deleteAll(() => deleteResultsOf(database, orgId, day), signal);
  rows += await deleteAll(() => deleteRunsOf(database, orgId, new Date(keepFrom)), signal);
  if (!signal.aborted && keepFrom > (keptFrom ?? "")) await noteKeptFrom(database, orgId, keepFrom);
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
