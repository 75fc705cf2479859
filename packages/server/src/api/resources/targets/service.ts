import { isDeepStrictEqual } from "node:util";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type OrgId, type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { type OrgRunnerAvailability, workQueueFor } from "../../../engine/locations/work-queue.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  addLocations,
  dropOtherLocations,
  insertStatusChange,
  listDependents,
  listSeries,
  lockParents,
  lockTargets,
  notifyTargetChanged,
  resetLocations,
  type SeriesRow,
  setParents,
} from "./queries.ts";

/**
 * The common parts of all targets: locations, status and what a pause changes. Knows nothing of the kinds of
 * targets.
 */

/** Without an interval, the target runs on demand only. */
type Scheduled = { interval_ms: number | null; locations: readonly string[]; enabled: boolean };

export type TargetRow = Scheduled & {
  id: TargetId;
  shard: number;
  status: MonitorStatus;
  status_since: Date;
  schedule_since: Date;
};

/** Returns the status and the start of the schedule after an update. */
export function statusAfterUpdate(row: TargetRow, fields: Scheduled, now: Date): Lifecycle {
  const schedule_since = isRescheduled(row, fields) ? now : row.schedule_since;
  const { status, status_since } = row;
  if (row.enabled === fields.enabled) return { status, status_since, schedule_since };
  return {
    status: fields.enabled ? "pending" : "paused",
    // The instant identifies a status change of a target, so no two share one.
    status_since: new Date(Math.max(now.getTime(), status_since.getTime() + 1)),
    schedule_since,
  };
}

/** Returns why the status of a target is unknown; a reason that is stored from an earlier time is ignored. */
export function statusReasonOf({
  status,
  status_reason: reason,
}: {
  status: MonitorStatus;
  status_reason: string | null;
}): string | null {
  return status === "unknown" ? (reason ?? "The last three checks could not be evaluated.") : null;
}

type Lifecycle = Pick<TargetRow, "status" | "status_since" | "schedule_since">;

/** Returns whether the slots change, so that the schedule restarts now. */
function isRescheduled(row: Scheduled, fields: Scheduled): boolean {
  return (
    row.interval_ms !== fields.interval_ms ||
    !isDeepStrictEqual(row.locations, fields.locations) ||
    (!row.enabled && fields.enabled)
  );
}

/** Creates the series of a new target and notifies the schedulers. */
export async function afterCreate(db: Db, orgId: OrgId, row: TargetRow): Promise<void> {
  await addLocations(db, orgId, { id: row.id, locations: row.locations, now: row.schedule_since });
  await notifyTargetChanged(db, row);
}

/** A status change that a user requested. */
export type Toggled = { status: MonitorStatus; previousStatus: MonitorStatus; at: Date };

/** Updates series and history after a change of the target. Null if it was neither paused nor resumed. */
export async function afterUpdate(
  db: Db,
  orgId: OrgId,
  { before, after, now }: { before: TargetRow; after: TargetRow; now: Date },
): Promise<Toggled | null> {
  const { id, locations } = after;
  await addLocations(db, orgId, { id, locations, now });
  await dropOtherLocations(db, orgId, { id, locations });
  const toggled = before.enabled === after.enabled ? null : await toggle(db, orgId, { before, after });
  await notifyTargetChanged(db, after);
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

/** Notifies the schedulers of a deleted target. */
export async function notifyDeleted(db: Db, target: { id: TargetId; shard: number }): Promise<void> {
  await notifyTargetChanged(db, target);
}

/** The series of a target at each of its locations. */
export function seriesOf(db: Db, orgId: OrgId, id: TargetId): Promise<SeriesRow[]> {
  return listSeries(db, orgId, id);
}

/** Without a fallback location, a location without a runner would never be checked. */
export function findLocationErrors(
  locations: readonly string[],
  availability: OrgRunnerAvailability,
): ErrorDetail[] {
  if (availability.fallbackLocation !== null) return [];
  return (
    locations
      .filter((location) => workQueueFor(location, availability) === null)
      // A private location is known by its key; its runner may be offline temporarily.
      .filter((location) => !availability.isPrivate({ orgId: availability.orgId, location }))
      .map((location) => ({
        path: "locations",
        message: `contains '${location}', which has no runner; start one there`,
      }))
  );
}

/** The stored form: sorted and without duplicates. */
export function distinctParents(parents: readonly string[]): string[] {
  return [...new Set(parents)].sort();
}

type Parents = { before: readonly string[]; after: readonly string[] };

/** Returns the validation errors of the parents of a target; id null for a new target. */
export async function findParentErrors(
  db: Db,
  orgId: OrgId,
  { id, before, after: parents }: Parents & { id: TargetId | null },
): Promise<ErrorDetail[]> {
  if (parents.length === 0 || isDeepStrictEqual(before, parents)) return [];
  await lockParents(db, orgId);
  const wellFormed = parents.filter((parent) => UUID_PATTERN.test(parent));
  const known = new Set((await lockTargets(db, orgId, wellFormed)).map((row) => row.id));
  const unknown = parents.filter((parent) => !known.has(parent));
  if (unknown.length > 0)
    return unknown.map((parent) => ({
      path: "parents",
      message: `contains '${parent}', which is not an existing monitor, API monitor or journey`,
    }));
  const dependents = id === null ? [] : await listDependents(db, orgId, { id, ids: parents });
  return dependents.map((row) => ({
    path: "parents",
    message:
      row.id === id
        ? "contains the target itself; a target cannot depend on itself"
        : `contains '${row.id}', which already depends on this target; dependencies must not form a cycle`,
  }));
}

/** Stores the dependencies of a target after `findParentErrors` returned no error. */
export async function rememberParents(
  db: Db,
  orgId: OrgId,
  { id, before, after: parents }: Parents & { id: TargetId },
): Promise<void> {
  if (!isDeepStrictEqual(before, parents)) await setParents(db, orgId, { id, parents });
}

/** Returns whether the request changes no stored field. */
export function isSame<Fields extends object>(row: Fields, fields: Fields): boolean {
  return (Object.keys(fields) as (keyof Fields)[]).every((name) =>
    isDeepStrictEqual(row[name], fields[name]),
  );
}

/**
 * Returns the value after an update: the stored one if the request has none, and the empty value for null.
 */
export function given<T>(wanted: T | null | undefined, stored: T, empty: T): T {
  if (wanted === undefined) return stored;
  return wanted === null ? empty : wanted;
}
