import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { statusEvent } from "@vedette/contract/targets/status-event.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../platform/storage/database.ts";
import { alertEvent } from "../alerting/alerts/alert-event.ts";
import { endAlertsOfTarget } from "../alerting/alerts/end-alerts.ts";
import { switchTargets } from "./queries.ts";
import { resetLocations } from "./series-queries.ts";

/** Pauses and resumes targets because of a plan, in bulk. It never resumes a target that a user paused. */

export type Switched = { id: TargetId; kind: TargetKind; name: string };

type SwitchRequest = {
  orgId: OrgId;
  ids: readonly TargetId[];
  /** The name that is recorded as having resolved the alerts. */
  by: string;
  nowMs: number;
};

/** `events` are to be emitted after the commit. */
type Outcome = { switched: Switched[]; events: LiveEvent[] };

export async function pauseByPlan(db: Db, request: SwitchRequest): Promise<Outcome> {
  const { switched, events } = await switchAll(db, request, "paused");
  for (const { id: targetId } of switched)
    events.push(...(await endAlertsOfTarget(db, { ...request, targetId })).map(alertEvent));
  return { switched, events };
}

export async function resumeByPlan(db: Db, request: SwitchRequest): Promise<Outcome> {
  const outcome = await switchAll(db, request, "pending");
  const ids = outcome.switched.map(({ id }) => id);
  if (ids.length > 0) await resetLocations(db, request.orgId, { ids, now: new Date(request.nowMs) });
  return outcome;
}

async function switchAll(
  db: Db,
  { orgId, ids, nowMs }: SwitchRequest,
  status: "paused" | "pending",
): Promise<Outcome> {
  const rows = await switchTargets(db, orgId, { ids, status, now: new Date(nowMs) });
  return {
    switched: rows.map(({ id, kind, name }) => ({ id, kind, name })),
    events: rows.map((row) =>
      statusEvent(orgId, {
        ...row,
        status,
        previousStatus: row.previous_status,
        atMs: row.status_since.getTime(),
      }),
    ),
  };
}
