import { z } from "zod";
import { SEVERITIES } from "../alerts/alert-rules.ts";
import { ALERT_STATUSES } from "../alerts/alerts.ts";
import { RULE_TYPES } from "../alerts/rule-conditions.ts";
import { checkResultSchema } from "../checks/check-results.ts";
import { INCIDENT_SEVERITIES, INCIDENT_STATES } from "../incidents/incident-limits.ts";
import { RUN_KINDS } from "../runs/run-job.ts";
import { RUN_STATUSES } from "../runs/runs.ts";
import { MONITOR_STATUSES } from "../targets/monitors.ts";
import { snoozedTargetSchema } from "../targets/snooze-requests.ts";
import { timestamp } from "./paging.ts";

/** `data` of the server-sent event `monitor.status`. */
export const monitorStatusEvent = z.object({
  monitor_id: z.string(),
  name: z.string(),
  status: z.enum(MONITOR_STATUSES),
  previous_status: z.enum(MONITOR_STATUSES),
  at: timestamp,
});

/** `data` of the server-sent event `api_monitor.status`. */
export const apiMonitorStatusEvent = monitorStatusEvent
  .omit({ monitor_id: true })
  .extend({ api_monitor_id: z.string() });

/** `data` of the server-sent event `journey.status`. */
export const journeyStatusEvent = monitorStatusEvent
  .omit({ monitor_id: true })
  .extend({ journey_id: z.string() });

/** `data` of the server-sent event `heartbeat.status`. */
export const heartbeatStatusEvent = monitorStatusEvent
  .omit({ monitor_id: true })
  .extend({ heartbeat_id: z.string() });

/** `data` of the server-sent event `heartbeat.pinged`: pings were evaluated, with the newest of them. */
export const heartbeatPingedEvent = z.object({
  heartbeat_id: z.string(),
  ping_id: z.string(),
  at: timestamp,
});

/** `data` of the server-sent event `run.changed`: the current state of a run. */
export const runChangedEvent = z.object({
  run_id: z.string(),
  kind: z.enum(RUN_KINDS),
  target_id: z.string(),
  location: z.string(),
  status: z.enum(RUN_STATUSES),
  attempt: z.number(),
  at: timestamp,
});

/** `data` of the server-sent event `alert.changed`: the current state of an alert. */
export const alertChangedEvent = z.object({
  alert_id: z.string(),
  rule_id: z.string(),
  rule_type: z.enum(RULE_TYPES),
  severity: z.enum(SEVERITIES),
  status: z.enum(ALERT_STATUSES),
  target_id: z.string(),
  title: z.string(),
  triggered_at: timestamp,
  acknowledged_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
});

/** `data` of the server-sent event `incident.changed`: the current state of an incident, or that its timeline changed. */
export const incidentChangedEvent = z.object({
  incident_id: z.string(),
  number: z.number(),
  title: z.string(),
  severity: z.enum(INCIDENT_SEVERITIES),
  state: z.enum(INCIDENT_STATES),
  at: timestamp,
});

/** `data` of the server-sent event `target.snooze`: the current snooze of a target, or null after it was ended. */
export const targetSnoozeEvent = snoozedTargetSchema
  .omit({ id: true })
  .extend({ target_id: z.string(), at: timestamp });

/**
 * `data` of the server-sent event `target.change`: the list of what changed at a target has a new entry. `target_id` is null
 * if it may be an entry of several targets, as of a deploy or of a variable.
 */
export const targetChangeEvent = z.object({ target_id: z.string().nullable(), at: timestamp });

/** `data` of the server-sent event `organization.plan`: the new plan and how many targets it paused and resumed. */
export const organizationPlanEvent = z.object({
  plan_id: z.string(),
  previous_plan_id: z.string(),
  paused: z.number(),
  resumed: z.number(),
  at: timestamp,
});

/** `data` of the server-sent event `check.result`. */
export const checkResultEvent = checkResultSchema;

export type LiveEvent =
  | { type: "check.result"; orgId: string; data: z.output<typeof checkResultEvent> }
  | { type: "monitor.status"; orgId: string; data: z.output<typeof monitorStatusEvent> }
  | { type: "api_monitor.status"; orgId: string; data: z.output<typeof apiMonitorStatusEvent> }
  | { type: "journey.status"; orgId: string; data: z.output<typeof journeyStatusEvent> }
  | { type: "heartbeat.status"; orgId: string; data: z.output<typeof heartbeatStatusEvent> }
  | { type: "heartbeat.pinged"; orgId: string; data: z.output<typeof heartbeatPingedEvent> }
  | { type: "run.changed"; orgId: string; data: z.output<typeof runChangedEvent> }
  | { type: "alert.changed"; orgId: string; data: z.output<typeof alertChangedEvent> }
  | { type: "incident.changed"; orgId: string; data: z.output<typeof incidentChangedEvent> }
  | { type: "target.snooze"; orgId: string; data: z.output<typeof targetSnoozeEvent> }
  | { type: "target.change"; orgId: string; data: z.output<typeof targetChangeEvent> }
  | { type: "organization.plan"; orgId: string; data: z.output<typeof organizationPlanEvent> };
