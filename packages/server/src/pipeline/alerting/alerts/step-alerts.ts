import type { Db } from "../../../platform/storage/database.ts";
import {
  type AlertTransition,
  type AppliedTransitions,
  NOTHING,
  selectMatching,
  type TransitionContext,
  toTransitionRow,
} from "./alert-transition.ts";
import { newAlert } from "./new-alert.ts";
import { notifyChannels, notifyOpened } from "./notify-channels.ts";
import { insertAlerts, lowerSteps, updateAlerts } from "./queries.ts";

/**
 * Applies steps: the open alert gets the text of the step and is notified again, also if it is acknowledged. An alert
 * that was resolved manually is followed by another one. While notifications are suppressed, the end of the suppression
 * notifies.
 */
export async function stepAlerts(
  db: Db,
  transitions: readonly AlertTransition[],
  { suppression, nowMs }: TransitionContext,
): Promise<AppliedTransitions> {
  if (transitions.length === 0) return NOTHING;
  const lowered = selectMatching(transitions, await lowerSteps(db, transitions.map(toTransitionRow)));
  if (lowered.length === 0) return NOTHING;
  const reasons = await suppression.isSuppressed(db, [
    ...new Set(lowered.map(({ target }) => target.targetId)),
  ]);
  const described = lowered.map((transition) =>
    newAlert(transition, {
      suppressedBy: reasons.get(transition.target.targetId) ?? null,
      flapState: "calm",
      causeId: null,
    }),
  );
  const updated = await updateAlerts(db, described);
  const opened = await insertAlerts(db, described);
  const announced = updated.filter((alert) => alert.suppressed_by === null);
  await notifyOpened(db, opened, nowMs);
  await notifyChannels(db, announced, { kind: "reminder", nowMs });
  return { done: new Set(lowered), alerts: [...updated, ...opened] };
}
