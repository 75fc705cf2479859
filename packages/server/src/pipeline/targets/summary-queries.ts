import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { LISTED_TARGETS, type ListedTargetRow, matches, type TargetFilters } from "./target-filters.ts";

/** A target `t` that fails, or that has an open alert. The alerts are read once, not for each target. */
const isWrong = (orgId: OrgId) => sql`(t.status in ('down', 'degraded', 'unknown') or t.id in (
    select target_id from alert where org_id = ${orgId} and resolved_at is null
  ))`;

/** A target `t` that is snoozed. The snoozes are read once, not for each target. */
const isSnoozed = (orgId: OrgId) => sql`t.id in (
    select target_id from target_snooze where org_id = ${orgId} and (until is null or until > now())
  )`;

export type StatusCountRow = { status: MonitorStatus; total: number; wrong: number; snoozed: number };

export const countTargetsByStatus = (db: Db, orgId: OrgId, filters: TargetFilters) =>
  db.rows<StatusCountRow>(sql`
    select t.status, count(*)::int4 as total, (count(*) filter (where ${isWrong(orgId)}))::int4 as wrong,
      (count(*) filter (where ${isSnoozed(orgId)}))::int4 as snoozed
    from target t where ${matches(orgId, filters)} group by t.status`);

type First = { filters: TargetFilters; limit: number };

/** Those that fail come first, by status and then by how long; then those that have an open alert only. */
export const listWrongTargets = (db: Db, orgId: OrgId, { filters, limit }: First) =>
  db.rows<ListedTargetRow>(sql`${LISTED_TARGETS}
    where ${matches(orgId, filters)} and ${isWrong(orgId)}
    order by case t.status when 'down' then 0 when 'degraded' then 1 when 'unknown' then 2 else 3 end, t.status_since, t.id
    limit ${limit}`);

/** By name. */
export const listSnoozedTargets = (db: Db, orgId: OrgId, { filters, limit }: First) =>
  db.rows<ListedTargetRow>(sql`${LISTED_TARGETS}
    where ${matches(orgId, filters)} and ${isSnoozed(orgId)}
    order by t.name, t.id
    limit ${limit}`);
