import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { EscalationState, EscalationStepOutcome } from "@vedette/contract/on-call/escalations.ts";
import type { NotifiedEntry } from "../../../pipeline/on-call/escalations/escalation-rows.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type EscalationViewRow = {
  id: string;
  policy_id: string;
  policy_name: string;
  state: EscalationState;
  is_drill: boolean;
  alert_ids: string[];
  started_at: Date;
  ended_at: Date | null;
  next_at: Date | null;
  warning: string | null;
};

/** The escalations of an alert, newest first. */
export const listEscalationsOf = (
  db: Db,
  orgId: OrgId,
  { alertId, limit }: { alertId: string; limit: number },
) =>
  db.rows<EscalationViewRow>(sql`
    select e.id, e.policy_id, e.policy_name, e.state, e.is_drill, e.started_at, e.ended_at, e.next_at, e.warning,
      array(select l.alert_id::text from escalation_alert l where l.escalation_id = e.id order by l.alert_id) as alert_ids
    from escalation e
    where e.org_id = ${orgId}
      and e.id in (select l.escalation_id from escalation_alert l where l.alert_id = ${alertId})
    order by e.id desc limit ${limit}`);

/** The drills of a policy, newest first; `id` selects one. */
export const listDrillsOf = (
  db: Db,
  orgId: OrgId,
  { policyId, id, limit }: { policyId: string; id: string | null; limit: number },
) =>
  db.rows<EscalationViewRow>(sql`
    select e.id, e.policy_id, e.policy_name, e.state, e.is_drill, e.started_at, e.ended_at, e.next_at, e.warning,
      '{}'::text[] as alert_ids
    from escalation e
    where e.org_id = ${orgId} and e.policy_id = ${policyId} and e.is_drill
      and (${id}::uuid is null or e.id = ${id}::uuid)
    order by e.id desc limit ${limit}`);

export type StepViewRow = {
  escalation_id: string;
  policy_id: string;
  policy_name: string;
  round: number;
  step: number;
  at: Date;
  outcome: EscalationStepOutcome;
  reason: string | null;
  notified: NotifiedEntry[];
};

export const listStepsOf = (db: Db, orgId: OrgId, escalationIds: readonly string[]) =>
  db.rows<StepViewRow>(sql`
    select escalation_id, policy_id, policy_name, round, step, at, outcome, reason, notified from escalation_step
    where org_id = ${orgId} and escalation_id = any(${textArray(escalationIds)}::uuid[])
    order by round, step`);

export type ChannelReceiptRow = {
  channel_id: string;
  type: string;
  status: "pending" | "delivered" | "failed" | "discarded";
  created_at: Date;
  finished_at: Date | null;
  error: string | null;
};

/** The notifications of these alerts, and of drills at these times, on these channels, oldest first. */
export const listChannelReceipts = (
  db: Db,
  orgId: OrgId,
  {
    alertIds,
    channelIds,
    drillTimes,
  }: { alertIds: readonly string[]; channelIds: readonly string[]; drillTimes: readonly Date[] },
) =>
  db.rows<ChannelReceiptRow>(sql`
    select n.channel_id, coalesce(c.type, 'channel') as type, n.status, n.created_at, n.finished_at,
      (select d.error from alert_delivery d where d.notification_id = n.id order by d.at desc limit 1) as error
    from alert_notification n left join alert_channel c on c.id = n.channel_id
    where n.org_id = ${orgId} and n.channel_id = any(${textArray(channelIds)}::uuid[])
      and (n.alert_id = any(${textArray(alertIds)}::uuid[]) and n.kind in ('opened', 'reminder')
        or n.alert_id is null and n.kind = 'operator'
          and n.created_at = any(${textArray(drillTimes.map((at) => at.toISOString()))}::timestamptz[]))
    order by n.id`);

/** Names of people, schedules and channels. A person who is no longer a member has a name in old escalations. */
export const listNamesOf = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ id: string; name: string }>(sql`
    select p.id, p.name from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and p.id = any(${textArray(ids)}::uuid[])
    union all
    select id, name from schedule where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
    union all
    select id, name from alert_channel where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])`);

export const findAlertId = (db: Db, orgId: OrgId, id: string) =>
  db.find<{ id: string }>(sql`select id from alert where org_id = ${orgId} and id = ${id}`);

export type PageReceiptRow = {
  escalation_id: string;
  round: number;
  step: number;
  person_id: string;
  type: string;
  status: "pending" | "sent" | "failed" | "discarded";
  finished_at: Date | null;
  error: string | null;
  provider_id: string | null;
};

/** The notifications of the pages of these escalations, in the order of their times. */
export const listPageReceipts = (db: Db, orgId: OrgId, escalationIds: readonly string[]) =>
  db.rows<PageReceiptRow>(sql`
    select p.escalation_id, p.round, p.step, p.person_id, n.method_type as type, n.status, n.finished_at, n.error,
      n.provider_id
    from page p join page_notification n on n.page_id = p.id
    where p.org_id = ${orgId} and p.escalation_id = any(${textArray(escalationIds)}::uuid[]) and n.kind = 'opened'
    order by n.after_seconds, n.id`);
