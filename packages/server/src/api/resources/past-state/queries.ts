import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** `targetId` null: of all targets. */
export type PastRequest = { at: Date; targetId: string | null };

/**
 * Reads `stored_target`, because a target that is in the trash now existed then. The status of a target that never changed
 * since is its present one, and before its first change the status that the change ended.
 */
const pastTargets = (orgId: OrgId, { at, targetId }: PastRequest): Sql => sql`
  select t.id, t.kind, t.name, t.tags, t.interval_ms, t.locations, coalesce(last.status, next.previous_status, t.status) as status,
    coalesce(last.at, t.created_at) as status_since, t.deleted_at is not null as deleted
  from stored_target t
  left join lateral (
    select status, at from status_change where target_id = t.id and at <= ${at} order by at desc limit 1
  ) last on true
  left join lateral (
    select previous_status from status_change where target_id = t.id and at > ${at} order by at limit 1
  ) next on true
  where t.org_id = ${orgId} and t.created_at <= ${at} and (t.deleted_at is null or t.deleted_at > ${at})
    and (${targetId}::uuid is null or t.id = ${targetId}::uuid)`;

export type PastTargetRow = {
  id: string;
  kind: TargetKind;
  name: string;
  tags: string[];
  interval_ms: number | null;
  locations: string[];
  status: MonitorStatus;
  status_since: Date;
  deleted: boolean;
};

/** The worst status first. */
export const listPastTargets = (
  db: Db,
  orgId: OrgId,
  { limit, ...request }: PastRequest & { limit: number },
) =>
  db.rows<PastTargetRow>(sql`
    select * from (${pastTargets(orgId, request)}) t
    order by array_position(
      array['down', 'degraded', 'unknown', 'maintenance', 'pending', 'paused', 'up'], status), status_since desc, id
    limit ${limit}`);

export const countPastTargets = (db: Db, orgId: OrgId, request: PastRequest) =>
  db.rows<{ status: MonitorStatus; targets: number }>(sql`
    select status, count(*)::integer as targets from (${pastTargets(orgId, request)}) t group by status`);

export type PastAlertRow = {
  id: string;
  title: string;
  severity: Severity;
  target_id: string;
  target_kind: TargetKind;
  target_name: string;
  triggered_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  delivered: number;
};

/** Alerts that were open, the newest first. The audit log has each acknowledgement, and its withdrawal. */
export const listPastAlerts = (
  db: Db,
  orgId: OrgId,
  { at, targetId, limit }: PastRequest & { limit: number },
) =>
  db.rows<PastAlertRow>(sql`
    select a.id, a.title, a.severity, a.target_id, a.target_kind, a.target_name, a.triggered_at,
      case when e.action = 'alert.acknowledge' then e.at end as acknowledged_at,
      case when e.action = 'alert.acknowledge' then e.actor_name end as acknowledged_by,
      (select count(*)::integer from alert_delivery d where d.alert_id = a.id and d.ok and d.at <= ${at}) as delivered
    from alert a
    left join lateral (
      select action, at, actor_name from audit_entry
      where org_id = ${orgId} and target_id = a.id and at <= ${at}
        and action in ('alert.acknowledge', 'alert.unacknowledge')
      order by seq desc limit 1
    ) e on true
    where a.org_id = ${orgId} and a.triggered_at <= ${at} and (a.resolved_at is null or a.resolved_at > ${at})
      and (${targetId}::uuid is null or a.target_id = ${targetId}::uuid)
    order by a.id desc
    limit ${limit}`);

export type PastDeliveryRow = {
  at: Date;
  kind: string;
  channel: string | null;
  title: string | null;
  attempt: number;
  ok: boolean;
  error: string | null;
};

/** Attempts since a time, the newest first. */
export const listPastDeliveries = (
  db: Db,
  orgId: OrgId,
  { at, since, targetId, limit }: PastRequest & { since: Date; limit: number },
) =>
  db.rows<PastDeliveryRow>(sql`
    select d.at, d.kind, c.name as channel, a.title, d.attempt, d.ok, d.error
    from alert_notification n
    join alert_delivery d on d.notification_id = n.id
    left join alert_channel c on c.id = n.channel_id and c.org_id = n.org_id
    left join alert a on a.id = n.alert_id
    where n.org_id = ${orgId} and n.kind <> 'test' and d.at > ${since} and d.at <= ${at}
      and (${targetId}::uuid is null or a.target_id = ${targetId}::uuid)
    order by d.at desc, d.id
    limit ${limit}`);

/** The pages that existed then and still exist. */
export const listPagesOf = (db: Db, orgId: OrgId, { at, limit }: { at: Date; limit: number }) =>
  db.rows<StatusPageRow>(sql`
    select * from status_page where org_id = ${orgId} and created_at <= ${at} order by title, id limit ${limit}`);
