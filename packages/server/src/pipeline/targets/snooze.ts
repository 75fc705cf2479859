import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Snooze } from "@vedette/contract/targets/snooze.ts";
import { SNOOZE_MINUTES_MAX } from "@vedette/contract/targets/snooze-limits.ts";
import type { SnoozedTarget, SnoozeSpan } from "@vedette/contract/targets/snooze-requests.ts";
import { badFields, notFound } from "../../platform/kernel/errors.ts";
import { alertEvent } from "../alerting/alerts/alert-event.ts";
import { releaseAlerts } from "../alerting/alerts/open-alerts.ts";
import { suppressOpenAlerts } from "../alerting/alerts/queries.ts";
import { createStoredSuppression, SNOOZED } from "../alerting/maintenance/suppression.ts";
import { audit } from "../audit/audit.ts";
import { escalatedIds, suppressEscalations } from "../on-call/escalations/stop-escalations.ts";
import type { TargetContext } from "./lifecycle.ts";
import { lockTargetRows } from "./queries.ts";
import * as rows from "./snooze-queries.ts";

/**
 * Snoozes: until a time, or until a target recovers, its alerts open and resolve without a notification. A snooze that
 * ends while an alert is open notifies of it. The recorder ends snoozes at recovery, and the maintenance keeper
 * notifies after those that expired.
 */

const MINUTE_MS = 60_000;

/** Starts a snooze, or replaces the current one. */
export async function snoozeTarget(
  ctx: TargetContext,
  { id, span }: { id: string; span: SnoozeSpan },
): Promise<SnoozedTarget> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const until = snoozeEndOf(span, { nowMs });
  const before = await lockSnoozable(ctx, id);
  const now = new Date(nowMs);
  const by = ctx.actor.name;
  await rows.setSnooze(db, orgId, { id: before.id, until, reason: span.reason || null, by, now });
  const suppressed = await suppressOpenAlerts(db, orgId, { targetId: before.id, by: SNOOZED });
  await suppressEscalations(db, escalatedIds(suppressed), nowMs);
  for (const alert of suppressed) ctx.emit(alertEvent(alert));
  return finish(ctx, before, "snooze");
}

/** Ends the snooze of a target, and notifies of its open alerts. Does nothing if it is not snoozed. */
export async function unsnoozeTarget(ctx: TargetContext, id: string): Promise<SnoozedTarget> {
  const { db, orgId, clock } = ctx;
  const before = await lockSnoozable(ctx, id);
  if (before.snooze === null) return before;
  await rows.deleteSnooze(db, orgId, before.id);
  const suppression = createStoredSuppression(clock);
  for (const alert of await releaseAlerts(db, [before.id], { suppression, nowMs: clock.now() }))
    ctx.emit(alertEvent(alert));
  return finish(ctx, before, "unsnooze");
}

/** Returns when a snooze ends; null for at recovery. `path` precedes the name of the field in errors. */
export function snoozeEndOf(
  { minutes, until }: SnoozeSpan,
  { nowMs, path = "" }: { nowMs: number; path?: string },
): Date | null {
  if (minutes != null) return new Date(nowMs + minutes * MINUTE_MS);
  if (until == null) return null;
  const end = new Date(until);
  const error = (message: string) => badFields([{ path: `${path}until`, message }]);
  if (end.getTime() <= nowMs) throw error("must be in the future");
  if (end.getTime() > nowMs + SNOOZE_MINUTES_MAX * MINUTE_MS) throw error("must be at most 30 days ahead");
  return end;
}

/** Locks the target, so that no alert of it opens at the same time. */
async function lockSnoozable({ db, orgId }: TargetContext, id: string): Promise<rows.SnoozableRow> {
  if (!UUID_PATTERN.test(id)) throw notFound("target");
  await lockTargetRows(db, orgId, [id]);
  const row = await rows.findSnoozable(db, orgId, id);
  if (row === null) throw notFound("target");
  return row;
}

async function finish(
  ctx: TargetContext,
  before: rows.SnoozableRow,
  verb: "snooze" | "unsnooze",
): Promise<SnoozedTarget> {
  const { id, kind, name } = before;
  const { snooze } = (await rows.findSnoozable(ctx.db, ctx.orgId, id)) ?? { snooze: null };
  const at = new Date(ctx.clock.now()).toISOString();
  ctx.emit({ type: "target.snooze", orgId: ctx.orgId, data: { target_id: id, kind, name, snooze, at } });
  await audit(ctx, {
    ...{ action: `${kind}.${verb}`, target: { type: kind, id } },
    ...{ before: loggedOf(before.snooze), after: loggedOf(snooze) },
  });
  return { id, kind, name, snooze };
}

function loggedOf(snooze: Snooze | null) {
  if (snooze === null) return null;
  const { until, until_recovery, reason } = snooze;
  return { until, until_recovery, reason };
}
