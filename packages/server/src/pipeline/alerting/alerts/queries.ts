import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { AlertStatus, Evidence } from "@vedette/contract/alerts/alerts.ts";
import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { ConditionState } from "../evaluation/condition-state.ts";
import { type AlertedTargetFacts, TARGET_FACTS } from "./alerted-target.ts";
import type { FlapRelease } from "./flap-detection.ts";

/*
 * Evaluation serves all organizations at once. Unlike other statements, these therefore do not start with an
 * organization id: rule and target ids identify their rows.
 */

export type AlertRow = {
  id: string;
  org_id: string;
  rule_id: string;
  rule_type: RuleType;
  severity: Severity;
  status: AlertStatus;
  target_id: string;
  target_kind: TargetKind;
  target_name: string;
  title: string;
  message: string;
  evidence: Evidence;
  group_key: string | null;
  /** The policy by which it escalates. */
  escalation_policy_id: string | null;
  suppressed_by: string | null;
  triggered_at: Date;
  sent_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  target_facts: AlertedTargetFacts | null;
};

export const ALERT_COLUMNS = sql`a.id, a.org_id, a.rule_id, a.rule_type, a.severity, a.status, a.target_id,
  a.target_kind, a.target_name, a.title, a.message, a.evidence, a.group_key, a.escalation_policy_id, a.suppressed_by,
  a.triggered_at, a.sent_at,
  a.acknowledged_at, a.acknowledged_by, a.resolved_at, a.resolved_by, ${TARGET_FACTS}`;

/** Columns that are written when an alert opens. */
export type NewAlertRow = Omit<
  AlertRow,
  | "status"
  | "sent_at"
  | "acknowledged_at"
  | "acknowledged_by"
  | "resolved_at"
  | "resolved_by"
  | "target_facts"
> & { remind_at: Date | null };

export type AlertTransitionRow = {
  ruleId: string;
  targetId: string;
  revision: number;
  atMs: number;
  state: ConditionState;
};

const ruleTargetKey = (
  column: (ruleTarget: AlertTransitionRow) => string,
  ruleTargets: readonly AlertTransitionRow[],
) => sql`${textArray(ruleTargets.map(column))}::uuid[]`;

function transitionRows(ruleTargets: readonly AlertTransitionRow[]): Sql {
  return sql`unnest(
    ${ruleTargetKey((ruleTarget) => ruleTarget.ruleId, ruleTargets)},
    ${ruleTargetKey((ruleTarget) => ruleTarget.targetId, ruleTargets)},
    ${intArray(ruleTargets.map((ruleTarget) => ruleTarget.revision))}::int4[],
    ${intArray(ruleTargets.map((ruleTarget) => ruleTarget.atMs))}::float8[],
    ${textArray(ruleTargets.map(({ state }) => String(state.holds)))}::boolean[],
    ${intArray(ruleTargets.map(({ state }) => state.quietUntilMs))}::float8[],
    ${intArray(ruleTargets.map(({ state }) => state.pendingSinceMs))}::float8[],
    ${textArray(ruleTargets.map(({ state }) => JSON.stringify(Object.fromEntries(state.recovery))))}::jsonb[],
    ${intArray(ruleTargets.map(({ state }) => state.step))}::int4[]
  ) as g (rule_id, target_id, revision, at_ms, holds, quiet_until_ms, pending_since_ms, recovery, step)`;
}

type RuleTargetRow = { rule_id: string; target_id: string };

/**
 * Returns the rule targets whose target is active and whose rule has the evaluated revision. Locks them until
 * the transaction ends, the target before the rule: a concurrent pause, change or deletion waits and then
 * sees what this transaction wrote.
 */
export const lockRuleTargets = (db: Db, ruleTargets: readonly AlertTransitionRow[]) =>
  db.rows<RuleTargetRow>(sql`
    with held as materialized (
      select id from target t
      where enabled and id = any(${ruleTargetKey((ruleTarget) => ruleTarget.targetId, ruleTargets)})
      -- Pausing or deleting a target locks it for update; changing a variable does not wait for this lock.
      order by id for key share
    )
    select g.rule_id, g.target_id
    from ${transitionRows(ruleTargets)} join held t on t.id = g.target_id join alert_rule r on r.id = g.rule_id
    where r.enabled and r.revision = g.revision
    order by g.rule_id, g.target_id
    for share of r`);

/** Marks conditions as holding. Returns those that changed and are past their cooldown. */
export const startConditions = (db: Db, ruleTargets: readonly AlertTransitionRow[]) =>
  db.rows<RuleTargetRow>(sql`
    insert into alert_condition as c (rule_id, target_id, holds, since, cooldown_until, recovery, step)
    select rule_id, target_id, true, to_timestamp(at_ms / 1000), to_timestamp(quiet_until_ms / 1000), recovery, step
    from ${transitionRows(ruleTargets)} order by rule_id, target_id
    on conflict (rule_id, target_id) do update
      set holds = true, since = excluded.since, cooldown_until = excluded.cooldown_until,
        pending_since = null, recovery = excluded.recovery, step = excluded.step
      where not c.holds and (c.cooldown_until is null or c.cooldown_until <= excluded.since)
    returning rule_id, target_id`);

/** Marks conditions as cleared. Returns those that changed. */
export const clearConditions = (db: Db, ruleTargets: readonly AlertTransitionRow[]) =>
  db.rows<RuleTargetRow>(sql`
    update alert_condition c set holds = false, since = to_timestamp(g.at_ms / 1000), recovery = '{}', step = null
    from ${transitionRows(ruleTargets)}
    where c.rule_id = g.rule_id and c.target_id = g.target_id and c.holds
    returning c.rule_id, c.target_id`);

/** Moves conditions that hold to a lower step. Returns those that changed. */
export const lowerSteps = (db: Db, ruleTargets: readonly AlertTransitionRow[]) =>
  db.rows<RuleTargetRow>(sql`
    update alert_condition c set step = g.step, recovery = g.recovery
    from ${transitionRows(ruleTargets)}
    where c.rule_id = g.rule_id and c.target_id = g.target_id and c.holds and (c.step is null or c.step > g.step)
    returning c.rule_id, c.target_id`);

/** Stores the progress of conditions. Returns those that hold, or do not hold, as they did when evaluated. */
export const saveConditions = (db: Db, ruleTargets: readonly AlertTransitionRow[]) =>
  db.rows<RuleTargetRow>(sql`
    insert into alert_condition as c (rule_id, target_id, holds, since, pending_since, recovery, step)
    select rule_id, target_id, holds, to_timestamp(at_ms / 1000), to_timestamp(pending_since_ms / 1000), recovery, step
    from ${transitionRows(ruleTargets)}
    -- A condition whose alert was opened and that is no longer stored was ended in the meantime.
    where not holds or exists (
      select from alert_condition before where before.rule_id = g.rule_id and before.target_id = g.target_id
    )
    order by rule_id, target_id
    on conflict (rule_id, target_id) do update
      set pending_since = excluded.pending_since, recovery = excluded.recovery, step = excluded.step
      where c.holds = excluded.holds
    returning rule_id, target_id`);

function newAlertRows(alerts: readonly NewAlertRow[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as n (id uuid, org_id uuid, rule_id uuid,
    rule_type text, severity text, target_id uuid, target_kind text, target_name text, title text, message text,
    evidence jsonb, group_key text, escalation_policy_id uuid, suppressed_by text, triggered_at timestamptz, remind_at timestamptz)`;
}

/** Skips an alert whose rule target has an open alert. Returns the inserted alerts. */
export const insertAlerts = (db: Db, alerts: readonly NewAlertRow[]) =>
  db.rows<AlertRow>(sql`
    insert into alert as a (id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title,
      message, evidence, group_key, escalation_policy_id, suppressed_by, triggered_at, remind_at)
    select id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title, message, evidence,
      group_key, escalation_policy_id, suppressed_by, triggered_at, remind_at
    from ${newAlertRows(alerts)}
    on conflict (rule_id, target_id) where resolved_at is null do nothing
    returning ${ALERT_COLUMNS}`);

/** Gives the open alerts of these rule targets the text of these alerts, and returns them. A reason for suppression stays. */
export const updateAlerts = (db: Db, alerts: readonly NewAlertRow[]) =>
  db.rows<AlertRow>(sql`
    update alert a
    set title = n.title, message = n.message, evidence = n.evidence,
      suppressed_by = coalesce(a.suppressed_by, n.suppressed_by),
      remind_at = case when a.remind_at is not null then n.remind_at end
    from ${newAlertRows(alerts)}
    where a.rule_id = n.rule_id and a.target_id = n.target_id and a.resolved_at is null
    returning ${ALERT_COLUMNS}`);

/** The channels of these rules, in order. */
export const listRuleChannels = (db: Db, ruleIds: readonly string[]) =>
  db.rows<{ rule_id: string; channel_id: string }>(sql`
    select rule_id, channel_id from alert_rule_channel
    where rule_id = any(${textArray(ruleIds)}::uuid[]) order by rule_id, position`);

/** Resolves the open alerts of these rule targets, each at its instant. */
export const resolveRuleTargets = (db: Db, ruleTargets: readonly AlertTransitionRow[], by: string) =>
  db.rows<AlertRow>(sql`
    update alert a
    set status = 'resolved', resolved_at = greatest(to_timestamp(g.at_ms / 1000), a.triggered_at),
      resolved_by = ${by}, remind_at = null
    from ${transitionRows(ruleTargets)}
    where a.rule_id = g.rule_id and a.target_id = g.target_id and a.resolved_at is null
    returning ${ALERT_COLUMNS}`);

export type Ended = { by: string; now: Date };

const ENDED = ({
  by,
  now,
}: Ended) => sql`status = 'resolved', resolved_at = greatest(${now}::timestamptz, triggered_at),
  resolved_by = ${by}, remind_at = null`;

export const resolveAlert = (db: Db, orgId: OrgId, { id, ...ended }: Ended & { id: string }) =>
  db.find<AlertRow>(sql`
    update alert a set ${ENDED(ended)} where org_id = ${orgId} and id = ${id} and resolved_at is null
    returning ${ALERT_COLUMNS}`);

export const resolveAlertsOfRule = (db: Db, orgId: OrgId, { ruleId, ...ended }: Ended & { ruleId: string }) =>
  db.rows<AlertRow>(sql`
    update alert a set ${ENDED(ended)} where org_id = ${orgId} and rule_id = ${ruleId} and resolved_at is null
    returning ${ALERT_COLUMNS}`);

export const resolveAlertsOfTarget = (
  db: Db,
  orgId: OrgId,
  { targetId, ...ended }: Ended & { targetId: string },
) =>
  db.rows<AlertRow>(sql`
    update alert a set ${ENDED(ended)} where org_id = ${orgId} and target_id = ${targetId} and resolved_at is null
    returning ${ALERT_COLUMNS}`);

/** Resolves the open alerts of these rules and targets, and forgets their states. */
export const resolveAlertsOfPairs = (
  db: Db,
  orgId: OrgId,
  { pairs, ...ended }: Ended & { pairs: readonly { ruleId: string; targetId: string }[] },
) =>
  db.rows<AlertRow>(sql`
    with given as (
      select * from unnest(
        ${textArray(pairs.map(({ ruleId }) => ruleId))}::uuid[],
        ${textArray(pairs.map(({ targetId }) => targetId))}::uuid[]
      ) as g (rule_id, target_id)
    ), forgotten as (
      delete from alert_condition c using given g where c.rule_id = g.rule_id and c.target_id = g.target_id
    )
    update alert a set ${ENDED(ended)} from given g
    where a.org_id = ${orgId} and a.rule_id = g.rule_id and a.target_id = g.target_id and a.resolved_at is null
    returning ${ALERT_COLUMNS}`);

export const deleteConditionsOfRule = (db: Db, orgId: OrgId, ruleId: string) =>
  db.run(sql`
    delete from alert_condition c using alert_rule r
    where r.org_id = ${orgId} and r.id = ${ruleId} and c.rule_id = r.id`);

export const deleteConditionsOfTarget = (db: Db, orgId: OrgId, targetId: string) =>
  db.run(sql`
    delete from alert_condition c using target t
    where t.org_id = ${orgId} and t.id = ${targetId} and c.target_id = t.id`);

/**
 * The channels to notify that these alerts are resolved: those that were, or still will be, notified of the
 * opening. A rule that was deleted with its target can no longer turn recovery notifications off.
 */
export const listRecoveryChannels = (db: Db, alertIds: readonly string[]) =>
  db.rows<{ org_id: string; alert_id: string; channel_id: string }>(sql`
    select distinct n.org_id, n.alert_id, n.channel_id
    from alert_notification n join alert a on a.id = n.alert_id left join alert_rule r on r.id = a.rule_id
    where n.alert_id = any(${textArray(alertIds)}::uuid[]) and n.kind = 'opened'
      and n.status in ('pending', 'delivered') and coalesce(r.notify_recovery, true)
    order by n.alert_id, n.channel_id`);

export const findAlertRow = (db: Db, orgId: OrgId, id: string) =>
  db.find<AlertRow>(sql`select ${ALERT_COLUMNS} from alert a where a.org_id = ${orgId} and a.id = ${id}`);

export const acknowledgeAlert = (
  db: Db,
  orgId: OrgId,
  { id, by, now }: { id: string; by: string; now: Date },
) =>
  db.find<AlertRow>(sql`
    update alert a set acknowledged_at = ${now}, acknowledged_by = ${by}, remind_at = null
    where org_id = ${orgId} and id = ${id} and acknowledged_at is null and resolved_at is null
    returning ${ALERT_COLUMNS}`);

/** Schedules the next reminder as the rule defines, unless the alert is suppressed. */
export const unacknowledgeAlert = (db: Db, orgId: OrgId, { id, now }: { id: string; now: Date }) =>
  db.find<AlertRow>(sql`
    update alert a
    set acknowledged_at = null, acknowledged_by = null,
      remind_at = case when a.suppressed_by is null then ${now}::timestamptz + (
        select r.remind_every_seconds * interval '1 second' from alert_rule r where r.id = a.rule_id
      ) end
    where a.org_id = ${orgId} and a.id = ${id} and a.acknowledged_at is not null and a.resolved_at is null
    returning ${ALERT_COLUMNS}`);

/** Suppressed open alerts of these targets that may be released. Locks them until the transaction ends. */
export const listSuppressed = (db: Db, targetIds: readonly string[], flaps: FlapRelease) =>
  db.rows<AlertRow>(sql`
    select ${ALERT_COLUMNS} from alert a
    where a.target_id = any(${textArray(targetIds)}::uuid[]) and a.suppressed_by is not null
      and a.resolved_at is null and (a.suppressed_by <> ${flaps.reason} or a.triggered_at <= ${flaps.openedBefore})
    order by a.id for update`);

/** Suppresses the open alerts of a target that are not acknowledged, and their reminders. */
export const suppressOpenAlerts = (
  db: Db,
  orgId: OrgId,
  { targetId, by }: { targetId: string; by: string },
) =>
  db.rows<AlertRow>(sql`
    update alert a set suppressed_by = ${by}, remind_at = null
    where org_id = ${orgId} and target_id = ${targetId} and resolved_at is null and acknowledged_at is null
      and suppressed_by is null
    returning ${ALERT_COLUMNS}`);

/** Those of these alerts that a channel was, or still will be, notified of. */
export const listNotified = (db: Db, alertIds: readonly string[]) =>
  db.rows<{ alert_id: string }>(sql`
    select distinct alert_id from alert_notification
    where alert_id = any(${textArray(alertIds)}::uuid[]) and kind = 'opened'`);

/** Ends the suppression of these alerts and schedules their reminders as their rules define. */
export const announceAlerts = (db: Db, alertIds: readonly string[], now: Date) =>
  db.rows<AlertRow>(sql`
    update alert a
    set suppressed_by = null, remind_at = ${now}::timestamptz + r.remind_every_seconds * interval '1 second'
    from alert_rule r
    where r.id = a.rule_id and a.id = any(${textArray(alertIds)}::uuid[])
    returning ${ALERT_COLUMNS}`);

/** Reschedules the reminders of a rule's open alerts. */
export const rescheduleReminders = (
  db: Db,
  orgId: OrgId,
  { ruleId, remindAt }: { ruleId: string; remindAt: Date | null },
) =>
  db.run(sql`
    update alert set remind_at = ${remindAt}
    where org_id = ${orgId} and rule_id = ${ruleId} and resolved_at is null and acknowledged_at is null
      and suppressed_by is null`);

/** Gives the open alerts of a rule another policy, and returns them. */
export const setEscalationPolicy = (
  db: Db,
  orgId: OrgId,
  { ruleId, policyId }: { ruleId: string; policyId: string },
) =>
  db.rows<AlertRow>(sql`
    update alert a set escalation_policy_id = ${policyId}
    where a.org_id = ${orgId} and a.rule_id = ${ruleId} and a.resolved_at is null
    returning ${ALERT_COLUMNS}`);

/** The open alerts of a rule that are not suppressed. */
export const listAnnounced = (db: Db, orgId: OrgId, ruleId: string) =>
  db.rows<AlertRow>(sql`
    select ${ALERT_COLUMNS} from alert a
    where a.org_id = ${orgId} and a.rule_id = ${ruleId} and a.resolved_at is null and a.suppressed_by is null
    order by a.id`);

/**
 * Takes alerts with a due reminder, and all that share notifications with them, and sets the next one. Oldest
 * first, so that none starves.
 */
export const takeDueReminders = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db.rows<{ id: string; org_id: string; rule_id: string; target_id: string }>(sql`
    with due as materialized (
      select id, rule_id, group_key from alert where resolved_at is null and remind_at <= ${now}
      order by remind_at limit ${limit} for update skip locked
    ), reminded as (
      select id from due
      union
      select other.id from due join alert other on other.rule_id = due.rule_id and other.group_key = due.group_key
      where other.resolved_at is null and other.remind_at is not null
    )
    update alert a set remind_at = ${now}::timestamptz + r.remind_every_seconds * interval '1 second'
    from reminded, alert_rule r
    where a.id = reminded.id and r.id = a.rule_id
    returning a.id, a.org_id, a.rule_id, a.target_id`);

/** Maximum rows per delete; the statements below are repeated until they delete fewer. */
export const ALERTS_DELETE_MAX = 2_000;

export const deleteOldAlerts = (db: Db, before: Date) =>
  db.run(sql`
    delete from alert
    where ctid = any (array(select ctid from alert where resolved_at < ${before} limit ${ALERTS_DELETE_MAX}))`);

/** Notifications without an alert: messages to owners about their channels. */
export const deleteOldNotifications = (db: Db, before: Date) =>
  db.run(sql`
    delete from alert_notification
    where ctid = any (array(
      select ctid from alert_notification where alert_id is null and created_at < ${before} limit ${ALERTS_DELETE_MAX}
    ))`);
