import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  addLocations,
  dropOtherLocations,
  holdTargets,
  insertStatusChange,
  listDependents,
  listSeries,
  lockParents,
  notifyChanged,
  resetLocations,
  type SeriesRow,
  setParents,
} from "./queries.ts";

/**
 * What everything that is watched on a schedule has in common: where it is watched, since when, and what a
 * pause does to it. Never knows what it is that is watched.
 */

/** Without an interval it is watched on demand only. */
type Scheduled = { interval_ms: number | null; locations: readonly string[]; enabled: boolean };

export type TargetRow = Scheduled & {
  id: TargetId;
  shard: number;
  status: MonitorStatus;
  status_since: Date;
  schedule_since: Date;
};

/** What a change makes of the status and of the account of slots. */
export function statusAfterUpdate(row: TargetRow, fields: Scheduled, now: Date): Life {
  const schedule_since = isRescheduled(row, fields) ? now : row.schedule_since;
  const { status, status_since } = row;
  if (row.enabled === fields.enabled) return { status, status_since, schedule_since };
  return {
    status: fields.enabled ? "pending" : "paused",
    // Changes of one target are told apart by their instant, so no two share one.
    status_since: new Date(Math.max(now.getTime(), status_since.getTime() + 1)),
    schedule_since,
  };
}

/** Why nothing is known of a target; a reason that is stored from an earlier time is none. */
export function statusReasonOf({
  status,
  status_reason: reason,
}: {
  status: MonitorStatus;
  status_reason: string | null;
}): string | null {
  return status === "unknown" ? (reason ?? "The last three checks were not judged.") : null;
}

type Life = Pick<TargetRow, "status" | "status_since" | "schedule_since">;

/** Whether slots fall elsewhere from now on, so that the account of them starts anew. */
function isRescheduled(row: Scheduled, fields: Scheduled): boolean {
  return (
    row.interval_ms !== fields.interval_ms ||
    !isDeepStrictEqual(row.locations, fields.locations) ||
    (!row.enabled && fields.enabled)
  );
}

/** What hangs on a target that was just made. */
export async function afterCreate(db: Db, orgId: OrgId, row: TargetRow): Promise<void> {
  await addLocations(db, orgId, { id: row.id, locations: row.locations, now: row.schedule_since });
  await notifyChanged(db, row);
}

/** A change of status that somebody asked for. */
export type Toggled = { status: MonitorStatus; previousStatus: MonitorStatus; at: Date };

/** What hangs on a target after its row was changed. Null where it was neither paused nor resumed. */
export async function afterUpdate(
  db: Db,
  orgId: OrgId,
  { before, after, now }: { before: TargetRow; after: TargetRow; now: Date },
): Promise<Toggled | null> {
  const { id, locations } = after;
  await addLocations(db, orgId, { id, locations, now });
  await dropOtherLocations(db, orgId, { id, locations });
  const toggled = before.enabled === after.enabled ? null : await toggle(db, orgId, { before, after });
  await notifyChanged(db, after);
  return toggled;
}

async function toggle(
  db: Db,
  orgId: OrgId,
  { before, after }: { before: TargetRow; after: TargetRow },
): Promise<Toggled> {
  const { id, status, status_since: at } = after;
  if (after.enabled) await resetLocations(db, orgId, { id, now: at });
  await insertStatusChange(db, orgId, { id, at, status, previousStatus: before.status });
  return { status, previousStatus: before.status, at };
}

/** Tells schedulers of a target that is gone. */
export async function notifyDeleted(db: Db, target: { id: TargetId; shard: number }): Promise<void> {
  await notifyChanged(db, target);
}

/** The series of a target at each of its locations. */
export function seriesOf(db: Db, orgId: OrgId, id: TargetId): Promise<SeriesRow[]> {
  return listSeries(db, orgId, id);
}

/** Where nobody stands in, a location without a runner would never be watched from. */
export function locationFaults(locations: readonly string[], staff: OrgRunnerAvailability): ErrorDetail[] {
  if (staff.fallbackLocation !== null) return [];
  return (
    locations
      .filter((location) => workQueueFor(location, staff) === null)
      // A private one is known by its key, and its runner may be away at the moment.
      .filter((location) => !staff.isPrivate({ orgId: staff.orgId, location }))
      .map((location) => ({
        path: "locations",
        message: `names '${location}', where no runner is; start one there`,
      }))
  );
}

/** As they are stored: in one order, each once. */
export function distinctParents(parents: readonly string[]): string[] {
  return [...new Set(parents)].sort();
}

type Parents = { before: readonly string[]; after: readonly string[] };

/** What is wrong with the parents that a target is to have; id null stands for one that is not made yet. */
export async function parentFaults(
  db: Db,
  orgId: OrgId,
  { id, before, after: parents }: Parents & { id: TargetId | null },
): Promise<ErrorDetail[]> {
  if (parents.length === 0 || isDeepStrictEqual(before, parents)) return [];
  await lockParents(db, orgId);
  const wellFormed = parents.filter((parent) => UUID_PATTERN.test(parent));
  const known = new Set((await holdTargets(db, orgId, wellFormed)).map((row) => row.id));
  const unknown = parents.filter((parent) => !known.has(parent));
  if (unknown.length > 0)
    return unknown.map((parent) => ({
      path: "parents",
      message: `names '${parent}', and there is no such monitor, API monitor or journey`,
    }));
  const below = id === null ? [] : await listDependents(db, orgId, { id, ids: parents });
  return below.map((row) => ({
    path: "parents",
    message:
      row.id === id
        ? "names the target itself; nothing hangs on itself"
        : `names '${row.id}', which hangs on this one already; a circle has no top`,
  }));
}

/** Writes down on what a target hangs, once `parentFaults` has found nothing. */
export async function rememberParents(
  db: Db,
  orgId: OrgId,
  { id, before, after: parents }: Parents & { id: TargetId },
): Promise<void> {
  if (!isDeepStrictEqual(before, parents)) await setParents(db, orgId, { id, parents });
}

/** Whether a request changes nothing of what is stored. */
export function isSame<Fields extends object>(row: Fields, fields: Fields): boolean {
  return (Object.keys(fields) as (keyof Fields)[]).every((name) =>
    isDeepStrictEqual(row[name], fields[name]),
  );
}

/** A field of a change: what is stored where the request has none, and the empty value for null. */
export function given<T>(wanted: T | null | undefined, stored: T, empty: T): T {
  if (wanted === undefined) return stored;
  return wanted === null ? empty : wanted;
}
