import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { EscalationState } from "@vedette/contract/on-call/escalations.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { EscalationProgress } from "./advance-escalation.ts";
import type { EscalationAlertRow, EscalationRow, EscalationStepRow } from "./escalation-rows.ts";

/*
 * Escalations are advanced for all organizations at once. Unlike other statements, these therefore do not start with an
 * organization id.
 */

const ids = (values: readonly string[]) => sql`${textArray(values)}::uuid[]`;

/** The states of an escalation that may go on. */
const IS_LIVE = sql`e.state in ('running', 'suppressed', 'acknowledged')`;

const COLUMNS = sql`e.id, e.org_id, e.policy_id, e.policy_name, e.rule_id, e.group_key, e.severity, e.plan, e.progress,
  e.is_drill, e.warning`;

/** Takes due escalations until the transaction ends. Skips those that another transaction holds. */
export const claimEscalations = (
  db: Db,
  { now, limit, only }: { now: Date; limit: number; only: readonly string[] | null },
) =>
  db.rows<EscalationRow>(sql`
    select ${COLUMNS} from escalation e
    where e.state = 'running' and e.next_at <= ${now}
      and (${only === null}::boolean or e.id = any(${ids(only ?? [])}))
    order by e.next_at limit ${limit} for update skip locked`);

/** An escalation that may go on. Locks it until the transaction ends. */
export const lockEscalation = (db: Db, id: string) =>
  db.find<EscalationRow>(
    sql`select ${COLUMNS} from escalation e where ${IS_LIVE} and e.id = ${id} for update`,
  );

export type LiveRow = {
  id: string;
  state: EscalationState;
  rule_id: string | null;
  group_key: string | null;
  alert_ids: string[];
};

export type AlertOfGroup = { id: string; rule_id: string; group_key: string | null };

/** The escalations that may go on of these alerts or their groups. Locks them until the transaction ends. */
export const lockLive = (db: Db, alerts: readonly AlertOfGroup[]) =>
  db.rows<LiveRow>(sql`
    select e.id, e.state, e.rule_id, e.group_key,
      array(select l.alert_id::text from escalation_alert l where l.escalation_id = e.id) as alert_ids
    from escalation e
    where ${IS_LIVE} and (
      e.id in (select l.escalation_id from escalation_alert l where l.alert_id = any(${ids(alerts.map(({ id }) => id))}))
      or (e.rule_id, e.group_key) in (
        select * from unnest(
          ${ids(alerts.map((alert) => alert.rule_id))}, ${textArray(alerts.map((alert) => alert.group_key ?? ""))}::text[]
        ) as g (rule_id, group_key) where g.group_key <> ''
      )
    )
    order by e.id for update of e`);

/** Skips a group that has an escalation. Returns the IDs of those that were inserted. */
export const insertEscalations = (db: Db, rows: readonly EscalationRow[], now: Date) =>
  db.rows<{ id: string }>(sql`
    insert into escalation (id, org_id, policy_id, policy_name, rule_id, group_key, severity, plan, progress, state,
      is_drill, next_at, started_at)
    select id, org_id, policy_id, policy_name, rule_id, group_key, severity, plan, progress, 'running', is_drill,
      ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, org_id uuid, policy_id uuid, policy_name text,
      rule_id uuid, group_key text, severity text, plan jsonb, progress jsonb, is_drill boolean)
    order by rule_id, group_key
    on conflict (rule_id, group_key) where group_key is not null and state in ('running', 'suppressed', 'acknowledged')
      do nothing
    returning id`);

export type JoinedAlert = { escalation_id: string; alert_id: string; org_id: string };

/** Returns those that did not belong to their escalation before. */
export const insertEscalationAlerts = (db: Db, rows: readonly JoinedAlert[], now: Date) =>
  db.rows<JoinedAlert>(sql`
    insert into escalation_alert (escalation_id, alert_id, org_id, joined_at)
    select escalation_id, alert_id, org_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (escalation_id uuid, alert_id uuid, org_id uuid)
    on conflict do nothing
    returning escalation_id, alert_id, org_id`);

/** The channels that steps of these escalations have notified. */
export const listStepChannels = (db: Db, escalationIds: readonly string[]) =>
  db.rows<{ escalation_id: string; channel_id: string }>(sql`
    select distinct s.escalation_id, n ->> 'id' as channel_id
    from escalation_step s, jsonb_array_elements(s.notified) as n
    where s.escalation_id = any(${ids(escalationIds)}) and n ->> 'type' = 'channel' and n ->> 'outcome' = 'notified'`);

/** The open alerts of these escalations, oldest first. */
export const listOpenAlertsOf = (db: Db, escalationIds: readonly string[]) =>
  db.rows<EscalationAlertRow>(sql`
    select l.escalation_id, a.id as alert_id, a.target_id, a.title, a.suppressed_by is not null as is_suppressed
    from escalation_alert l join alert a on a.id = l.alert_id
    where l.escalation_id = any(${ids(escalationIds)}) and a.resolved_at is null
    order by a.id`);

/** Fails if a step was taken before. */
export const insertEscalationSteps = (db: Db, rows: readonly EscalationStepRow[], now: Date) =>
  db.run(sql`
    insert into escalation_step (escalation_id, round, step, org_id, policy_id, policy_name, at, outcome, reason, notified)
    select escalation_id, round, step, org_id, policy_id, policy_name, ${now}, outcome, reason, notified
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (escalation_id uuid, round int, step int, org_id uuid,
      policy_id uuid, policy_name text, outcome text, reason text, notified jsonb)`);

export type AdvancedRow = {
  id: string;
  progress: EscalationProgress;
  warning: string | null;
  /** Milliseconds since 1970; null at the end. */
  next_ms: number | null;
};

export const saveAdvanced = (db: Db, rows: readonly AdvancedRow[], now: Date) =>
  db.run(sql`
    update escalation e set progress = n.progress, warning = n.warning, next_at = to_timestamp(n.next_ms / 1000),
      state = case when n.next_ms is null then 'finished' else e.state end,
      ended_at = case when n.next_ms is null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, progress jsonb, warning text, next_ms float8)
    where e.id = n.id`);

/** `next`: when it goes on; null for no change. */
export const saveEscalationProgress = (
  db: Db,
  id: string,
  { progress, warning, next }: { progress: EscalationProgress; warning: string; next: Date | null },
) =>
  db.run(sql`
    update escalation set progress = ${JSON.stringify(progress)}::jsonb, warning = ${warning},
      next_at = coalesce(${next}::timestamptz, next_at)
    where id = ${id}`);

export const postponeEscalations = (db: Db, escalationIds: readonly string[], until: Date) =>
  db.run(sql`update escalation set next_at = ${until} where id = any(${ids(escalationIds)})`);

/** Lets escalations go on that were acknowledged or suppressed. Returns when each goes on. */
export const resumeEscalations = (db: Db, escalationIds: readonly string[]) =>
  db.rows<{ next_at: Date }>(sql`
    update escalation set state = 'running' where id = any(${ids(escalationIds)}) and state <> 'running'
    returning next_at`);

/** Locks the escalations that may go on of these alerts, before `settleStates` reads the alerts. */
export const lockEscalationsOf = (db: Db, alertIds: readonly string[]) =>
  db.rows<{ id: string }>(sql`
    select e.id from escalation e
    where ${IS_LIVE} and e.id in (select escalation_id from escalation_alert where alert_id = any(${ids(alertIds)}))
    order by e.id for update`);

export type SettledRow = { id: string; state: EscalationState; next_at: Date | null; alert_ids: string[] };

/** Gives locked escalations the state that their alerts have. Returns those that changed. */
export const settleStates = (db: Db, escalationIds: readonly string[], now: Date) =>
  db.rows<SettledRow>(sql`
    with fact as (
      select l.escalation_id, array_agg(l.alert_id::text) as alert_ids,
        count(a.id) filter (where a.resolved_at is null) as open,
        bool_or(a.acknowledged_at is not null) filter (where a.resolved_at is null) as is_acknowledged,
        bool_and(a.suppressed_by is not null) filter (where a.resolved_at is null) as is_suppressed
      from escalation_alert l left join alert a on a.id = l.alert_id
      where l.escalation_id = any(${ids(escalationIds)}) group by l.escalation_id
    ), settled as (
      select escalation_id, alert_ids,
        case when open = 0 then 'resolved' when is_acknowledged then 'acknowledged' when is_suppressed then 'suppressed'
          else 'running' end as state
      from fact
    )
    update escalation e set state = s.state,
      next_at = case when s.state <> 'resolved' then e.next_at end,
      ended_at = case when s.state = 'resolved' then ${now}::timestamptz end
    from settled s where e.id = s.escalation_id and e.state <> s.state
    returning e.id, e.state, e.next_at, s.alert_ids`);

/** Those of these alerts whose escalation still runs. */
export const listEscalating = (db: Db, alertIds: readonly string[]) =>
  db.rows<{ alert_id: string }>(sql`
    select l.alert_id from escalation_alert l join escalation e on e.id = l.escalation_id
    where l.alert_id = any(${ids(alertIds)}) and e.state = 'running'`);

/** Returns 1 if the owners were not notified of the policy since then. */
export const markWarned = (
  db: Db,
  orgId: OrgId,
  { policyId, now, since }: { policyId: string; now: Date; since: Date },
) =>
  db.run(sql`
    insert into escalation_warning as w (org_id, policy_id, at) values (${orgId}, ${policyId}, ${now})
    on conflict (org_id, policy_id) do update set at = excluded.at where w.at < ${since}`);

/** Maximum rows per delete; repeated until fewer are deleted. */
const ESCALATIONS_DELETE_MAX = 2_000;

export const deleteOldEscalations = (db: Db, before: Date) =>
  db.run(sql`
    delete from escalation
    where ctid = any (array(select ctid from escalation where ended_at < ${before} limit ${ESCALATIONS_DELETE_MAX}))`);

/** The name of the organization whose owners are warned. */
export const findWarnedOrganization = async (db: Db, orgId: OrgId): Promise<string> => {
  const row = await db.find<{ name: string }>(sql`select name from organization where id = ${orgId}`);
  return row?.name ?? "";
};
