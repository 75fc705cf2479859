import type { LiveEvent } from "../common/events.ts";
import type { OrgId, TargetId } from "../common/ids.ts";
import type { MonitorStatus } from "./monitors.ts";
import type { TargetKind } from "./target-fields.ts";

/** A change of a target's status. */
export type StatusTransition = {
  id: TargetId;
  kind: TargetKind;
  name: string;
  status: MonitorStatus;
  previousStatus: MonitorStatus;
  /** Epoch milliseconds. */
  atMs: number;
};

/** Returns the live event of a status change; its type and the name of the id depend on the kind. */
export function statusEvent(
  orgId: OrgId,
  { id, kind, name, status, previousStatus, atMs }: StatusTransition,
): LiveEvent {
  const data = { name, status, previous_status: previousStatus, at: new Date(atMs).toISOString() };
  switch (kind) {
    case "monitor":
      return { type: "monitor.status", orgId, data: { monitor_id: id, ...data } };
    case "api_monitor":
      return { type: "api_monitor.status", orgId, data: { api_monitor_id: id, ...data } };
    case "journey":
      return { type: "journey.status", orgId, data: { journey_id: id, ...data } };
    case "heartbeat":
      return { type: "heartbeat.status", orgId, data: { heartbeat_id: id, ...data } };
  }
}
