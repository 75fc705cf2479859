import type { MaintenanceMode } from "@vedette/contract/alerts/maintenance-windows.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { GroupId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { FlapRelease } from "../alerts/flap-detection.ts";

/* Maintenance runs for all organizations at once, so no statement here starts with an organization id. */

export type WindowRow = {
  id: string;
  org_id: string;
  name: string;
  mode: MaintenanceMode;
  starts_at: Date;
  duration_seconds: number;
  rrule: string | null;
  timezone: string;
  counts_uptime: boolean;
  target_ids: string[];
  tags: string[];
  selector: Selector | null;
  ended_at: Date | null;
  updated_at: Date;
};

/** One-time windows that are over matter only for listings. */
const isRelevant = (since: Date): Sql =>
  sql`(rrule is not null or starts_at + duration_seconds * interval '1 second' > ${since})`;

const COLUMNS = sql`id, org_id, name, mode, starts_at, duration_seconds, rrule, timezone, counts_uptime,
  target_ids::text[] as target_ids, tags, selector, ended_at, updated_at`;

export const listWindowsOf = (db: Db, orgIds: readonly string[], since: Date) =>
  db.rows<WindowRow>(sql`
    select ${COLUMNS} from maintenance_window
    where org_id = any(${textArray(orgIds)}::uuid[]) and ${isRelevant(since)}`);

export const findWindows = (db: Db, ids: readonly string[], since: Date) =>
  db.rows<WindowRow>(sql`
    select ${COLUMNS} from maintenance_window where id = any(${textArray(ids)}::uuid[]) and ${isRelevant(since)}`);

/** Versions that cached windows are compared with. */
export const listWindowVersions = (db: Db, since: Date) =>
  db.rows<{ id: string; updated_at: Date }>(sql`
    select id, updated_at from maintenance_window where ${isRelevant(since)}`);

export type AncestorRow = {
  child_id: string;
  /** 0 for the target itself, 1 for its parents, and so on. */
  depth: number;
  id: string;
  org_id: string;
  name: string;
  status: MonitorStatus;
  kind: TargetKind;
  type: CheckType | null;
  tags: string[];
  group_id: GroupId | null;
  /** It was down, and the child has not been checked since. */
  is_just_up: boolean;
  /** The target itself is snoozed; false for ancestors. */
  is_snoozed: boolean;
};

/** Maximum depth of ancestors. */
const DEPTH_MAX = 10;

/** These targets and all their ancestors, nearest first. */
export const listAncestors = (
  db: Db,
  targetIds: readonly string[],
  { now, downSince }: { now: Date; downSince: Date },
) =>
  db.rows<AncestorRow>(sql`
    with recursive line (child_id, id, depth) as (
      select id, id, 0 from unnest(${textArray(targetIds)}::uuid[]) as given (id)
      union
      select l.child_id, p.parent_id, l.depth + 1
      from line l join target_dependency p on p.child_id = l.id
      where l.depth < ${DEPTH_MAX} and p.parent_id <> l.child_id
    )
    select l.child_id, l.depth, l.id, t.org_id, t.name, t.status, t.kind, m.type, t.tags, t.group_id,
      l.depth > 0 and up.at is not null and not exists (
        select from series s join check_result r on r.series_key = s.series_key and r.slot > up.at
        where s.target_id = l.child_id and s.step is null
      ) as is_just_up,
      l.depth = 0 and exists (
        select from target_snooze z where z.target_id = l.id and (z.until is null or z.until > ${now})
      ) as is_snoozed
    from line l
    join target t on t.id = l.id
    left join monitor m on m.id = l.id
    left join lateral (
      select max(c.at) as at from status_change c
      where l.depth > 0 and c.target_id = l.id and c.previous_status = 'down' and c.at > ${downSince}
    ) up on true
    order by l.child_id, l.depth, t.name`);

/** Targets with suppressed alerts that may be released. */
export const listSuppressedTargets = (db: Db, flaps: FlapRelease) =>
  db.rows<{ target_id: string }>(sql`
    select distinct target_id from alert
    where suppressed_by is not null and resolved_at is null
      and (suppressed_by <> ${flaps.reason} or triggered_at <= ${flaps.openedBefore})
    order by target_id`);

export type Move = {
  targetId: string;
  revision: number;
  status: MonitorStatus;
  atMs: number;
};

/**
 * Sets the status of targets and records the change, each only if its revision is unchanged. Skips locked
 * targets (`skip locked`), which avoids deadlocks; they are retried later.
 */
export const moveTargets = (db: Db, moves: readonly Move[]) =>
  db.rows<{ target_id: string }>(sql`
    with given as (
      select * from unnest(
        ${textArray(moves.map((move) => move.targetId))}::uuid[],
        ${intArray(moves.map((move) => move.revision))}::int4[],
        ${textArray(moves.map((move) => move.status))}::text[],
        ${intArray(moves.map((move) => Math.round(move.atMs)))}::bigint[]
      ) as g (id, revision, status, at_ms)
    ), held as materialized (
      select t.id, t.status as previous_status, g.status, to_timestamp(g.at_ms / 1000.0) as at
      from target t join given g on g.id = t.id and g.revision = t.revision
      where t.enabled for no key update of t skip locked
    ), moved as (
      update target t set status = h.status, status_since = h.at, revision = t.revision + 1
      from held h where t.id = h.id
    ), recovered as (
      delete from target_snooze z using held h where z.target_id = h.id and z.until is null and h.status = 'up'
    )
    insert into status_change (target_id, at, status, previous_status)
    select id, at, status, previous_status from held
    returning target_id`);
