import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { endAlertsOfPaused } from "../alerts/service.ts";
import { resetLocationsOf, type SwitchedRow, switchTargets } from "./queries.ts";

/** What a plan pauses and resumes, many at once. What somebody paused himself it never resumes. */

export type Switched = { id: TargetId; kind: TargetKind; name: string };

type Wish = {
  orgId: OrgId;
  targets: readonly { id: TargetId; kind: TargetKind }[];
  /** Who is named as having ended their alerts. */
  by: string;
  nowMs: number;
};

type Outcome = { switched: Switched[]; events: LiveEvent[] };

export async function pauseByPlan(db: Db, wish: Wish): Promise<Outcome> {
  const { orgId, by, nowMs } = wish;
  const outcome = await switchAll(db, wish, "paused");
  const targetIds = outcome.switched.map(({ id }) => id);
  const ended = await endAlertsOfPaused(db, { orgId, targetIds, by, nowMs });
  return { ...outcome, events: [...outcome.events, ...ended] };
}

export async function resumeByPlan(db: Db, wish: Wish): Promise<Outcome> {
  const outcome = await switchAll(db, wish, "pending");
  const ids = outcome.switched.map(({ id }) => id);
  if (ids.length > 0) await resetLocationsOf(db, wish.orgId, { ids, now: new Date(wish.nowMs) });
  return outcome;
}

async function switchAll(db: Db, wish: Wish, status: "paused" | "pending"): Promise<Outcome> {
  const outcome: Outcome = { switched: [], events: [] };
  for (const [kind, targets] of Map.groupBy(wish.targets, (target) => target.kind)) {
    const ids = targets.map(({ id }) => id);
    const rows = await switchTargets(db, wish.orgId, { kind, ids, status, now: new Date(wish.nowMs) });
    outcome.switched.push(...rows.map(({ id, name }) => ({ id, kind, name })));
    outcome.events.push(...rows.map((row) => statusEvent(kind, wish.orgId, { ...row, status })));
  }
  return outcome;
}

function statusEvent(
  kind: TargetKind,
  orgId: OrgId,
  { id, name, status, previous_status, status_since }: SwitchedRow & { status: "paused" | "pending" },
): LiveEvent {
  const same = { name, status, previous_status, at: status_since.toISOString() };
  switch (kind) {
    case "monitor":
      return { type: "monitor.status", orgId, data: { monitor_id: id, ...same } };
    case "api_monitor":
      return { type: "api_monitor.status", orgId, data: { api_monitor_id: id, ...same } };
    case "journey":
      return { type: "journey.status", orgId, data: { journey_id: id, ...same } };
  }
}
