import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { ACTIVITY_OBJECTS, type Activity } from "@vedette/contract/targets/activity.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { lowestId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** Where a page ends: entries are ordered by their time and then by their key, both descending. */
export type ActivityPosition = { at: Date; key: string };

export type ActivityRequest = { from: Date; position: ActivityPosition | null; limit: number };

type EntryRow = { key: string; at: Date; started_at: Date; ended_at: Date | null };

/** Before the position, newest first. */
const onePage = (entries: Sql, { from, position, limit }: ActivityRequest): Sql => sql`
  select * from (${entries}) entry
  where entry.at >= ${from}
    ${position === null ? sql`` : sql`and (entry.at, entry.key collate "C") < (${position.at}::timestamptz, ${position.key})`}
  order by entry.at desc, entry.key collate "C" desc limit ${limit}`;

export type OutageEntryRow = EntryRow & {
  status: "down" | "degraded";
  target_kind: TargetKind;
  target_id: string;
  target_name: string;
};

/** Times in which a target was down or degraded: those that have ended, and those that go on. */
export const listOutageEntries = (db: Db, orgId: OrgId, request: ActivityRequest) =>
  db.rows<OutageEntryRow>(
    onePage(
      sql`
        select 'outage ' || t.id || ' ' || extract(epoch from c.at)::text as key, c.at,
          coalesce(begun.at, t.created_at) as started_at, c.at as ended_at, c.previous_status as status,
          t.kind as target_kind, t.id as target_id, t.name as target_name
        from target t
        join status_change c on c.target_id = t.id and c.at >= ${request.from}
          and c.previous_status in ('down', 'degraded')
        left join lateral (
          select at from status_change where target_id = t.id and at < c.at order by at desc limit 1
        ) begun on true
        where t.org_id = ${orgId}
        union all
        select 'outage ' || t.id || ' now', t.status_since, t.status_since, null, t.status, t.kind, t.id, t.name
        from target t
        where t.org_id = ${orgId} and t.status in ('down', 'degraded') and t.status_since >= ${request.from}`,
      request,
    ),
  );

export type AlertEntryRow = EntryRow & {
  id: string;
  title: string;
  severity: Severity;
  cause: string | null;
  target_kind: TargetKind;
  target_id: string;
  target_name: string;
};

/** An alert that resolves after a longer time is not found by its id, which starts with the time when it opened. */
const ALERT_DURATION_MS_MAX = 31 * 86_400_000;

export const listAlertEntries = (db: Db, orgId: OrgId, request: ActivityRequest) =>
  db.rows<AlertEntryRow>(
    onePage(
      sql`
        select 'alert ' || a.id as key, coalesce(a.resolved_at, a.triggered_at) as at, a.triggered_at as started_at,
          a.resolved_at as ended_at, a.id, a.title, a.severity, a.evidence -> 'error' ->> 'message' as cause,
          a.target_kind, a.target_id, a.target_name
        from alert a
        where a.org_id = ${orgId} and a.id >= ${lowestId(request.from.getTime() - ALERT_DURATION_MS_MAX)}::uuid`,
      request,
    ),
  );

export type DeployRow = EntryRow & { id: string; title: string; url: string | null; created_by: string };

export const listDeploys = (db: Db, orgId: OrgId, request: ActivityRequest) =>
  db.rows<DeployRow>(
    onePage(
      sql`
        select 'deploy ' || m.id as key, m.at, m.at as started_at, m.at as ended_at, m.id, m.title, m.url, m.created_by
        from marker m where m.org_id = ${orgId} and m.at >= ${request.from}`,
      request,
    ),
  );

export type DefinitionChangeRow = EntryRow & {
  action: string;
  actor_name: string;
  object_type: Extract<Activity, { type: "change" }>["object"]["type"];
  object_id: string;
  object_name: string | null;
};

/** What an operation of everyday work changes is no change of a definition. */
const OPERATIONS = ["snooze", "unsnooze", "end", "ask_recipient"];

export const listChanges = (db: Db, orgId: OrgId, request: ActivityRequest) =>
  db.rows<DefinitionChangeRow>(sql`
    select change.*, coalesce(change.after ->> 'name', change.before ->> 'name', t.name, r.name, c.name, w.name, g.name)
      as object_name
    from (${onePage(
      sql`
        select 'change ' || e.id as key, date_trunc('milliseconds', e.at) as at, e.at as started_at,
          e.at as ended_at, e.action, e.actor_name,
          e.target_type as object_type, e.target_id as object_id, e.before, e.after
        from audit_entry e
        where e.org_id = ${orgId} and e.at >= ${request.from}
          and e.target_type = any (${textArray(ACTIVITY_OBJECTS)}::text[])
          and not split_part(e.action, '.', 2) = any (${textArray(OPERATIONS)}::text[])`,
      request,
    )}) change
    left join stored_target t on t.org_id = ${orgId} and t.id = change.object_id
    left join alert_rule r on r.org_id = ${orgId} and r.id = change.object_id
    left join alert_channel c on c.org_id = ${orgId} and c.id = change.object_id
    left join maintenance_window w on w.org_id = ${orgId} and w.id = change.object_id
    left join target_group g on g.org_id = ${orgId} and g.id = change.object_id
    order by change.at desc`);
