import type { Evidence } from "@vedette/contract/alerts/alerts.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { resultId } from "../../results/reading/result-view.ts";
import type { RecordedResult } from "../../results/recording/alerting-port.ts";
import { writeNotifications } from "../delivery/notifications.ts";
import type { ConditionState } from "../evaluation/condition-state.ts";
import type { Figures } from "../evaluation/evaluate.ts";
import { heartbeatFigures } from "../evaluation/heartbeat-figures.ts";
import type { Rule } from "../rules/rule.ts";
import { describeAlert } from "./describe-alert.ts";
import { notifyRecovery } from "./end-alerts.ts";
import {
  FLAP_HISTORY_MS,
  FLAP_START_TEXT,
  FLAPPING,
  type FlapState,
  flapReleaseOf,
  flapStateOf,
} from "./flap-detection.ts";
import { listOpenings } from "./flap-queries.ts";
import { groupKeyOf } from "./group-key.ts";
import {
  type AlertRow,
  type AlertTransitionRow,
  announceAlerts,
  clearConditions,
  insertAlerts,
  listNotified,
  listRuleChannels,
  listSuppressed,
  lockRuleTargets,
  type NewAlertRow,
  resolveRuleTargets,
  saveConditions,
  startConditions,
} from "./queries.ts";
import type { Suppression } from "./suppression.ts";

/**
 * Applies the transitions of conditions: opens and resolves alerts and writes their notifications, in the
 * transaction of the results that caused them. It never evaluates a condition and never sends a message.
 */

/** A condition that starts or stops holding for a target, or progress towards that (`state`). */
export type AlertTransition = {
  rule: Rule;
  target: Pick<RecordedResult, "targetId" | "orgId" | "kind" | "name" | "groupId" | "tags">;
  type: "open" | "clear" | "progress";
  /** The state after it. */
  state: ConditionState;
  atMs: number;
  /** The result that caused it; null if it is caused by results that did not arrive. */
  result: RecordedResult | null;
  figures: Figures;
};

/** The applied transitions, and the alerts they changed. */
export type AppliedTransitions = { done: ReadonlySet<AlertTransition>; alerts: readonly AlertRow[] };

type StepContext = { suppression: Suppression; nowMs: number };

/**
 * Takes at most one transition per rule target. Skips a transition if its rule or target changed since the
 * evaluation.
 */
export async function applyTransitions(
  db: Db,
  transitions: readonly AlertTransition[],
  ctx: StepContext,
): Promise<AppliedTransitions> {
  const live = Map.groupBy(await onlyLive(db, transitions), ({ type }) => type);
  const opened = await openAlerts(db, live.get("open") ?? [], ctx);
  const cleared = await resolveAlerts(db, live.get("clear") ?? [], ctx);
  const advanced = await saveProgress(db, live.get("progress") ?? []);
  return {
    done: new Set([...opened.done, ...cleared.done, ...advanced]),
    alerts: [...opened.alerts, ...cleared.alerts],
  };
}

async function onlyLive(db: Db, transitions: readonly AlertTransition[]): Promise<AlertTransition[]> {
  if (transitions.length === 0) return [];
  return selectMatching(transitions, await lockRuleTargets(db, transitions.map(toTransitionRow)));
}

function toTransitionRow({ rule, target, state, atMs }: AlertTransition): AlertTransitionRow {
  return { ruleId: rule.id, targetId: target.targetId, revision: rule.revision, atMs, state };
}

function selectMatching(
  transitions: readonly AlertTransition[],
  rows: readonly { rule_id: string; target_id: string }[],
): AlertTransition[] {
  const names = new Set(rows.map((row) => `${row.rule_id} ${row.target_id}`));
  return transitions.filter(({ rule, target }) => names.has(`${rule.id} ${target.targetId}`));
}

async function openAlerts(
  db: Db,
  transitions: readonly AlertTransition[],
  { suppression, nowMs }: StepContext,
): Promise<AppliedTransitions> {
  if (transitions.length === 0) return NOTHING;
  const started = selectMatching(transitions, await startConditions(db, transitions.map(toTransitionRow)));
  if (started.length === 0) return NOTHING;
  const targetIds = [...new Set(started.map(({ target }) => target.targetId))];
  const reasons = await suppression.isSuppressed(db, targetIds);
  const flapStates = await flapStatesOf(db, started);
  const alerts = await insertAlerts(
    db,
    started.map((transition) => {
      const flapState = flapStates.get(transition) ?? "calm";
      const suppressedBy =
        reasons.get(transition.target.targetId) ?? (flapState === "flapping" ? FLAPPING : null);
      return newAlert(transition, { suppressedBy, flapState });
    }),
  );
  await notifyOpened(db, alerts, nowMs);
  return { done: new Set(started), alerts };
}

/** Of the transitions whose rules have flap detection. */
async function flapStatesOf(
  db: Db,
  transitions: readonly AlertTransition[],
): Promise<Map<AlertTransition, FlapState>> {
  const detected = transitions.filter(({ rule }) => rule.flapDetection);
  if (detected.length === 0) return new Map();
  const openings = detected.map(({ rule, target, atMs }) => ({
    ...{ orgId: target.orgId, ruleId: rule.id, targetId: target.targetId },
    since: new Date(atMs - FLAP_HISTORY_MS),
  }));
  const rows = Map.groupBy(await listOpenings(db, openings), (row) => `${row.rule_id} ${row.target_id}`);
  return new Map(
    detected.map((transition) => {
      const { rule, target, atMs } = transition;
      const before = rows.get(`${rule.id} ${target.targetId}`) ?? [];
      return [transition, flapStateOf([...before.map((row) => row.triggered_at.getTime()), atMs])];
    }),
  );
}

async function resolveAlerts(
  db: Db,
  transitions: readonly AlertTransition[],
  { nowMs }: StepContext,
): Promise<AppliedTransitions> {
  if (transitions.length === 0) return NOTHING;
  const ended = selectMatching(transitions, await clearConditions(db, transitions.map(toTransitionRow)));
  if (ended.length === 0) return NOTHING;
  const alerts = await resolveRuleTargets(db, ended.map(toTransitionRow), "auto");
  await notifyRecovery(db, alerts, nowMs);
  return { done: new Set(ended), alerts };
}

async function saveProgress(db: Db, transitions: readonly AlertTransition[]): Promise<AlertTransition[]> {
  if (transitions.length === 0) return [];
  return selectMatching(transitions, await saveConditions(db, transitions.map(toTransitionRow)));
}

const NOTHING: AppliedTransitions = { done: new Set(), alerts: [] };

/** Writes the notifications of opened alerts. Suppressed alerts get none. */
async function notifyOpened(db: Db, alerts: readonly AlertRow[], nowMs: number): Promise<void> {
  const notified = alerts.filter((alert) => alert.suppressed_by === null);
  await notifyChannels(db, notified, { kind: "opened", nowMs });
}

/** Writes a notification for each channel of the alerts' rules. */
async function notifyChannels(
  db: Db,
  alerts: readonly AlertRow[],
  { kind, nowMs }: { kind: "opened" | "reminder"; nowMs: number },
): Promise<void> {
  if (alerts.length === 0) return;
  const channels = Map.groupBy(
    await listRuleChannels(db, [...new Set(alerts.map((alert) => alert.rule_id))]),
    (row) => row.rule_id,
  );
  const notifications = alerts.flatMap((alert) =>
    (channels.get(alert.rule_id) ?? []).map(({ channel_id: channelId }) => ({
      orgId: alert.org_id,
      alertId: alert.id,
      channelId,
      kind,
    })),
  );
  await writeNotifications(db, notifications, nowMs);
}

/**
 * Notifies of suppressed alerts of these targets that are still open. Call it when a reason for suppression
 * ends; alerts with another reason stay suppressed. An alert that was notified before a snooze gets a reminder.
 */
export async function releaseAlerts(
  db: Db,
  targetIds: readonly string[],
  { suppression, nowMs }: StepContext,
): Promise<readonly AlertRow[]> {
  const suppressed = await listSuppressed(db, targetIds, flapReleaseOf(nowMs));
  if (suppressed.length === 0) return [];
  const reasons = await suppression.isSuppressed(db, [...new Set(suppressed.map((row) => row.target_id))]);
  const releasedIds = suppressed.filter((alert) => !reasons.has(alert.target_id)).map((alert) => alert.id);
  const announced = await announceAlerts(db, releasedIds, new Date(nowMs));
  const before = new Set((await listNotified(db, releasedIds)).map(({ alert_id: id }) => id));
  const [reminded, opened] = [
    announced.filter(({ id }) => before.has(id)),
    announced.filter(({ id }) => !before.has(id)),
  ];
  await notifyChannels(db, opened, { kind: "opened", nowMs });
  await notifyChannels(db, reminded, { kind: "reminder", nowMs });
  return announced;
}

function newAlert(
  { rule, target, atMs, result, figures }: AlertTransition,
  { suppressedBy, flapState }: { suppressedBy: string | null; flapState: FlapState },
): NewAlertRow {
  const { targetId, orgId, kind, name } = target;
  const error = result?.error ?? null;
  const text = describeAlert(rule.condition, { figures, targetName: name, kind, error });
  return {
    id: newId(atMs),
    org_id: orgId,
    rule_id: rule.id,
    rule_type: rule.condition.type,
    severity: rule.severity,
    target_id: targetId,
    target_kind: kind,
    target_name: name,
    title: text.title,
    message: flapState === "starts" ? `${text.message} ${FLAP_START_TEXT}` : text.message,
    evidence: evidenceOf(result, figures),
    group_key: groupKeyOf(rule.groupBy, target),
    suppressed_by: suppressedBy,
    triggered_at: new Date(atMs),
    remind_at:
      rule.remindEveryMs === null || suppressedBy !== null ? null : new Date(atMs + rule.remindEveryMs),
  };
}

function evidenceOf(result: RecordedResult | null, figures: Figures): Evidence {
  if (result === null) return { location: null, result_id: null, run_id: null, error: null, ...figures };
  const { location, kind, slotMs, seriesKey, runId, error } = result;
  if (kind === "heartbeat")
    return { location: null, result_id: null, run_id: null, error, ...heartbeatFigures(figures) };
  return {
    location,
    result_id: kind === "monitor" ? resultId(slotMs, seriesKey) : null,
    run_id: runId,
    error,
    ...figures,
  };
}
