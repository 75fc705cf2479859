import type { Db } from "../../../platform/storage/database.ts";
import { startEscalations } from "../../on-call/escalations/start-escalations.ts";
import {
  type AlertTransition,
  type AppliedTransitions,
  NOTHING,
  selectMatching,
  type TransitionContext,
  toTransitionRow,
} from "./alert-transition.ts";
import { listCausesOf } from "./cause-queries.ts";
import { notifyRecovery } from "./end-alerts.ts";
import { FLAP_HISTORY_MS, FLAPPING, type FlapState, flapReleaseOf, flapStateOf } from "./flap-detection.ts";
import { listOpenings } from "./flap-queries.ts";
import { requestIncidentUpdates } from "./incident-updates.ts";
import { newAlert } from "./new-alert.ts";
import { notifyChannels, notifyOpened } from "./notify-channels.ts";
import {
  type AlertRow,
  announceAlerts,
  clearConditions,
  insertAlerts,
  listNotified,
  listSuppressed,
  lockRuleTargets,
  resolveRuleTargets,
  saveConditions,
  startConditions,
} from "./queries.ts";
import { stepAlerts } from "./step-alerts.ts";

/**
 * Applies the transitions of conditions: opens and resolves alerts and writes their notifications, in the
 * transaction of the results that caused them. It never evaluates a condition and never sends a message.
 */

/**
 * Takes at most one transition per rule target. Skips a transition if its rule or target changed since the
 * evaluation.
 */
export async function applyTransitions(
  db: Db,
  transitions: readonly AlertTransition[],
  ctx: TransitionContext,
): Promise<AppliedTransitions> {
  const live = Map.groupBy(await onlyLive(db, transitions), ({ type }) => type);
  const opened = await openAlerts(db, live.get("open") ?? [], ctx);
  const stepped = await stepAlerts(db, live.get("step") ?? [], ctx);
  const cleared = await resolveAlerts(db, live.get("clear") ?? [], ctx);
  const advanced = await saveProgress(db, live.get("progress") ?? []);
  return {
    done: new Set([...opened.done, ...stepped.done, ...cleared.done, ...advanced]),
    alerts: [...opened.alerts, ...stepped.alerts, ...cleared.alerts],
  };
}

async function onlyLive(db: Db, transitions: readonly AlertTransition[]): Promise<AlertTransition[]> {
  if (transitions.length === 0) return [];
  return selectMatching(transitions, await lockRuleTargets(db, transitions.map(toTransitionRow)));
}

async function openAlerts(
  db: Db,
  transitions: readonly AlertTransition[],
  { suppression, nowMs }: TransitionContext,
): Promise<AppliedTransitions> {
  if (transitions.length === 0) return NOTHING;
  const started = selectMatching(transitions, await startConditions(db, transitions.map(toTransitionRow)));
  if (started.length === 0) return NOTHING;
  const targetIds = [...new Set(started.map(({ target }) => target.targetId))];
  const reasons = await suppression.isSuppressed(db, targetIds);
  const flapStates = await flapStatesOf(db, started);
  const causes = await listCausesOf(db, targetIds, new Date(nowMs));
  const causeOf = new Map(causes.map((row) => [row.target_id, row.incident_id]));
  const alerts = await insertAlerts(
    db,
    started.map((transition) => {
      const flapState = flapStates.get(transition) ?? "calm";
      const suppressedBy =
        reasons.get(transition.target.targetId) ?? (flapState === "flapping" ? FLAPPING : null);
      const causeId = causeOf.get(transition.target.targetId) ?? null;
      return newAlert(transition, { suppressedBy, flapState, causeId });
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
  { nowMs }: TransitionContext,
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

/**
 * Notifies of suppressed alerts of these targets that are still open. Call it when a reason for suppression
 * ends; alerts with another reason stay suppressed. An alert that was notified before a snooze gets a reminder.
 */
export async function releaseAlerts(
  db: Db,
  targetIds: readonly string[],
  { suppression, nowMs }: TransitionContext,
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
  await startEscalations(db, announced, nowMs);
  await requestIncidentUpdates(db, opened);
  return announced;
}
