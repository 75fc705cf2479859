import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AlertRow } from "../../alerting/alerts/queries.ts";
import { writeNotifications } from "../../alerting/delivery/notifications.ts";
import { startProgress } from "./advance-escalation.ts";
import { advanceEscalations, requestAdvance } from "./advance-escalations.ts";
import {
  insertEscalationAlerts,
  insertEscalations,
  type JoinedAlert,
  type LiveRow,
  listOpenAlertsOf,
  listStepChannels,
  lockLive,
  resumeEscalations,
} from "./escalation-queries.ts";
import type { EscalationRow } from "./escalation-rows.ts";
import { loadPlans } from "./load-plans.ts";
import { REACH_PEOPLE, type ReachPeople } from "./reach-people.ts";

/**
 * Starts the escalations of alerts, in the transaction that opens or releases them, and takes the steps that do not
 * wait. Alerts of a group join its escalation. An escalation that was acknowledged or suppressed goes on where it was.
 * Does nothing for alerts without a policy, or that are resolved, acknowledged or suppressed.
 */
export async function startEscalations(
  db: Db,
  alerts: readonly AlertRow[],
  nowMs: number,
  reach: ReachPeople = REACH_PEOPLE,
): Promise<void> {
  let left = alerts.filter(isEscalated);
  // A group whose escalation another transaction started at the same time is joined in the second pass.
  for (let pass = 0; pass < PASSES_MAX && left.length > 0; pass++) {
    left = await joinEscalations(db, left, nowMs);
    left = await createEscalations(db, left, { nowMs, reach });
  }
}

const PASSES_MAX = 3;

function isEscalated(alert: AlertRow): boolean {
  const { escalation_policy_id, resolved_at, acknowledged_at, suppressed_by } = alert;
  return (
    [resolved_at, acknowledged_at, suppressed_by].every((each) => each === null) &&
    escalation_policy_id !== null
  );
}

/** Returns the alerts without an escalation that they can join. */
async function joinEscalations(db: Db, alerts: readonly AlertRow[], nowMs: number): Promise<AlertRow[]> {
  const live = await lockLive(db, alerts);
  const joined = alerts.map((alert) => ({ alert, row: findLive(live, alert) }));
  const resumed = joined.flatMap(({ alert, row }) => (row && isResumedBy(row, alert) ? [row.id] : []));
  const rows = joined.flatMap(({ alert, row }) => (row ? [linkOf(row.id, alert)] : []));
  const added = rows.length === 0 ? [] : await insertEscalationAlerts(db, rows, new Date(nowMs));
  await notifyOfJoined(db, added, nowMs);
  if (resumed.length > 0) {
    const due = await resumeEscalations(db, [...new Set(resumed)]);
    await requestAdvance(
      db,
      due.map(({ next_at: at }) => Math.max(at.getTime(), nowMs)),
    );
  }
  return joined.flatMap(({ alert, row }) => (row ? [] : [alert]));
}

function findLive(live: readonly LiveRow[], alert: AlertRow): LiveRow | undefined {
  const own = live.find(({ alert_ids }) => alert_ids.includes(alert.id));
  if (own !== undefined || alert.group_key === null) return own;
  return live.find((row) => row.rule_id === alert.rule_id && row.group_key === alert.group_key);
}

/** An alert that joins an acknowledged group adds to an outage that someone handles. */
function isResumedBy({ state, alert_ids }: LiveRow, { id }: AlertRow): boolean {
  return state === "suppressed" || (state === "acknowledged" && alert_ids.includes(id));
}

/** The channels of steps that were taken also get the alerts that join later. */
async function notifyOfJoined(db: Db, added: readonly JoinedAlert[], nowMs: number): Promise<void> {
  if (added.length === 0) return;
  const channels = Map.groupBy(
    await listStepChannels(db, [...new Set(added.map(({ escalation_id: id }) => id))]),
    (row) => row.escalation_id,
  );
  const notifications = added.flatMap(({ escalation_id, alert_id: alertId, org_id: orgId }) =>
    (channels.get(escalation_id) ?? []).map(({ channel_id: channelId }) => ({
      ...{ orgId, alertId, channelId },
      kind: "opened" as const,
    })),
  );
  await writeNotifications(db, notifications, nowMs);
}

/** Returns the alerts whose group has an escalation that another transaction created. */
async function createEscalations(
  db: Db,
  alerts: readonly AlertRow[],
  { nowMs, reach }: { nowMs: number; reach: ReachPeople },
): Promise<AlertRow[]> {
  if (alerts.length === 0) return [];
  const plans = await loadPlans(db, [
    ...new Set(alerts.flatMap((alert) => alert.escalation_policy_id ?? [])),
  ]);
  const units = [...Map.groupBy(alerts, nameOfUnit).values()].flatMap((some) => {
    const [first] = some;
    const plan = plans.get(first?.escalation_policy_id ?? "");
    return first && plan ? [{ row: newEscalation(first, plan, nowMs), alerts: some }] : [];
  });
  if (units.length === 0) return [];
  const now = new Date(nowMs);
  const rows = units.map(({ row }) => row);
  const created = new Set((await insertEscalations(db, rows, now)).map(({ id }) => id));
  const started = units.filter(({ row }) => created.has(row.id));
  const links = started.flatMap(({ row, alerts: some }) => some.map((alert) => linkOf(row.id, alert)));
  await insertEscalationAlerts(db, links, now);
  const open = await listOpenAlertsOf(db, [...created]);
  await advanceEscalations(
    db,
    started.map(({ row }) => row),
    { alerts: Map.groupBy(open, (alert) => alert.escalation_id), nowMs, reach },
  );
  return units.filter(({ row }) => !created.has(row.id)).flatMap(({ alerts: some }) => some);
}

function nameOfUnit({ id, rule_id, group_key }: AlertRow): string {
  return group_key === null ? id : `${rule_id} ${group_key}`;
}

function newEscalation(alert: AlertRow, plan: EscalationRow["plan"], nowMs: number): EscalationRow {
  return {
    id: newId(nowMs),
    org_id: alert.org_id,
    policy_id: plan[0]?.id ?? "",
    policy_name: plan[0]?.name ?? "",
    ...{ rule_id: alert.rule_id, group_key: alert.group_key, severity: alert.severity },
    ...{ plan, progress: startProgress(nowMs), is_drill: false, warning: null },
  };
}

function linkOf(escalationId: string, { id, org_id }: AlertRow): JoinedAlert {
  return { escalation_id: escalationId, alert_id: id, org_id };
}
