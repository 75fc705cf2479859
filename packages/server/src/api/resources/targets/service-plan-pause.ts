import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { endAlertsOfPaused } from "../alerts/service.ts";
import { resetLocationsOf, type SwitchedRow, switchTargets } from "./queries.ts";

/** Pauses and resumes targets because of a plan, in bulk. It never resumes a target that a user paused. */

export type Switched = { id: TargetId; kind: TargetKind; name: string };

type SwitchRequest = {
  orgId: OrgId;
  targets: readonly { id: TargetId; kind: TargetKind }[];
  /** The name that is recorded as having ended the alerts. */
  by: string;
  nowMs: number;
};

type Outcome = { switched: Switched[]; events: LiveEvent[] };

export async function pauseByPlan(db: Db, request: SwitchRequest): Promise<Outcome> {
  const { orgId, by, nowMs } = request;
  const outcome = await switchAll(db, request, "paused");
  const targetIds = outcome.switched.map(({ id }) => id);
  const ended = await endAlertsOfPaused(db, { orgId, targetIds, by, nowMs });
  return { ...outcome, events: [...outcome.events, ...ended] };
}

export async function resumeByPlan(db: Db, request: SwitchRequest): Promise<Outcome> {
  const outcome = await switchAll(db, request, "pending");
  const ids = outcome.switched.map(({ id }) => id);
  if (ids.length > 0) await resetLocationsOf(db, request.orgId, { ids, now: new Date(request.nowMs) });
  return outcome;
}

async function switchAll(db: Db, request: SwitchRequest, status: "paused" | "pending"): Promise<Outcome> {
  const outcome: Outcome = { switched: [], events: [] };
  for (const [kind, targets] of Map.groupBy(request.targets, (target) => target.kind)) {
    const ids = targets.map(({ id }) => id);
    const rows = await switchTargets(db, request.orgId, { kind, ids, status, now: new Date(request.nowMs) });
    outcome.switched.push(...rows.map(({ id, name }) => ({ id, kind, name })));
    outcome.events.push(...rows.map((row) => statusEvent(kind, request.orgId, { ...row, status })));
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
