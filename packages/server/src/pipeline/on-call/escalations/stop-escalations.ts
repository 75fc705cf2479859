import type { Db } from "../../../platform/storage/database.ts";
import type { AlertRow } from "../../alerting/alerts/queries.ts";
import type { PageEnd } from "../paging/end-pages.ts";
import { requestAdvance } from "./advance-escalations.ts";
import { listEscalating, lockEscalationsOf, type SettledRow, settleStates } from "./escalation-queries.ts";
import { REACH_PEOPLE, type ReachPeople } from "./reach-people.ts";

/** The IDs of those alerts that have a policy. */
export function escalatedIds(alerts: readonly AlertRow[]): string[] {
  return alerts.filter(({ escalation_policy_id: policyId }) => policyId !== null).map(({ id }) => id);
}

/** Why alerts no longer escalate. */
export type Stopped = PageEnd;

/**
 * Stops the escalations of alerts that were acknowledged or resolved, and ends their pages. An escalation of several
 * alerts stops if one of them is acknowledged, or all are resolved. If the acknowledged one resolves first, it goes on.
 */
export async function stopEscalations(
  db: Db,
  alertIds: readonly string[],
  stopped: Stopped,
  reach: ReachPeople = REACH_PEOPLE,
): Promise<void> {
  if (alertIds.length === 0) return;
  const changed = await settle(db, alertIds, stopped.nowMs);
  const escalating = new Set((await listEscalating(db, alertIds)).map(({ alert_id: id }) => id));
  const ofStopped = changed.filter(({ state }) => state === stopped.reason).flatMap((row) => row.alert_ids);
  const ended = new Set([...alertIds.filter((id) => !escalating.has(id)), ...ofStopped]);
  if (ended.size > 0) await reach.endPages(db, [...ended], stopped);
}

/** Stops the escalations of alerts that were suppressed, until they are released. */
export async function suppressEscalations(db: Db, alertIds: readonly string[], nowMs: number): Promise<void> {
  if (alertIds.length > 0) await settle(db, alertIds, nowMs);
}

async function settle(db: Db, alertIds: readonly string[], nowMs: number): Promise<SettledRow[]> {
  const locked = await lockEscalationsOf(db, alertIds);
  if (locked.length === 0) return [];
  const changed = await settleStates(
    db,
    locked.map(({ id }) => id),
    new Date(nowMs),
  );
  const running = changed.filter(({ state }) => state === "running");
  await requestAdvance(
    db,
    running.map(({ next_at: at }) => Math.max(at?.getTime() ?? nowMs, nowMs)),
  );
  return changed;
}
