import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { LimitedReads } from "../../../pipeline/selectors/limited/limited-db.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { isKeyAlive } from "../../resources/api-keys/service.ts";
import { membershipOf } from "../../resources/members/service.ts";
import { defineStream, type RequestContext, type Route } from "../../routing/define-route.ts";
import { startEventStream } from "../../routing/start-event-stream.ts";
import type { SessionPort } from "../callers/identity-port.ts";
import { type EventHub, LISTENERS_MAX, type StreamEvent } from "./event-hub.ts";
import { HEARTBEAT_MS, startStream } from "./event-stream.ts";
import { limitOfEvents } from "./limit-of-events.ts";
import { VisibleTargets } from "./visible-targets.ts";

const EVENT_TYPES = [
  "check.result",
  "monitor.status",
  "api_monitor.status",
  "journey.status",
  "heartbeat.status",
  "heartbeat.pinged",
  "run.changed",
  "alert.changed",
  "incident.changed",
  "target.snooze",
  "target.change",
  "organization.plan",
] as const;

const eventsQuery = z.strictObject({
  types: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(EVENT_TYPES)).min(1))
    .optional()
    .meta({
      description: `Only these, separated by commas: ${EVENT_TYPES.map((type) => `\`${type}\``).join(", ")}`,
    }),
  monitor_id: z.string().max(64).optional().meta({ description: "Only events of this monitor" }),
  target_id: z.string().max(64).optional().meta({ description: "Only events of this target" }),
  org_id: z.string().optional(),
});

export function eventRoutes({
  hub,
  identity,
  limitedReads,
  heartbeatMs = HEARTBEAT_MS,
}: {
  hub: EventHub;
  limitedReads: LimitedReads;
  identity: SessionPort;
  heartbeatMs?: number;
}): Route[] {
  const visibleTargets = new VisibleTargets(limitedReads);
  const stream = defineStream({
    id: "streamEvents",
    tag: "Events",
    method: "GET",
    url: "/api/v1/events",
    summary: "Follow results and status changes live",
    description:
      "Server-sent events: `check.result` (a check result), `monitor.status` (`{monitor_id, name, status, " +
      "previous_status, at}`), `api_monitor.status` (the same with `api_monitor_id`), `journey.status` (with `journey_id`), `heartbeat.status` (with `heartbeat_id`), `heartbeat.pinged` (`{heartbeat_id, ping_id, at}`, with the newest of several pings), `run.changed` (`{run_id, kind, " +
      "target_id, name, location, status, attempt, at}`), `alert.changed` (`{alert_id, rule_id, rule_type, severity, status, " +
      "target_id, title, triggered_at, acknowledged_at, resolved_at}`), `incident.changed` (`{incident_id, number, title, severity, state, at}`, also if its timeline changed), `target.snooze` (`{target_id, kind, name, snooze, at}`), `target.change` (`{target_id, at}`: what changed at a target has a new entry; null if it may be of several targets), `organization.plan` (`{plan_id, previous_plan_id, " +
      "paused, resumed, at}`). Send `Last-Event-ID` to get what was missed; `reset` means that they are no longer available: " +
      "read everything again. `end` is the last event: `{reason}` is `shutdown` or `credential_ended`.",
    access: { scope: "agent", role: "viewer" },
    request: { query: eventsQuery },
    contentType: "text/event-stream",
    async stream(ctx, input, reply) {
      const limit = await limitOfEvents(ctx, { visibleTargets, stream: reply.raw });
      const last = reply.request.headers["last-event-id"];
      const accepts = filterOf(input.query);
      const started = startStream(
        {
          raw: reply.raw,
          hub,
          orgId: ctx.orgId,
          lastEventId: typeof last === "string" && last !== "" ? last : null,
          accepts: (event) => limit(event) && accepts(event),
          isStillAllowed: () => isStillAllowed(ctx, { identity, headers: reply.request.headers }),
          heartbeatMs,
        },
        () => startEventStream(reply),
      );
      if (started) return;
      throw new AppError(
        "TOO_MANY_REQUESTS",
        `At most ${LISTENERS_MAX} event streams of an organization are open at once. Close one.`,
        { retryAfterSeconds: 5 },
      );
    },
  });
  return [stream];
}

/** Whether the caller still has access: the key is valid, or the session and the role are. */
async function isStillAllowed(
  { db, actor, clock }: RequestContext,
  { identity, headers }: { identity: SessionPort; headers: IncomingHttpHeaders },
): Promise<boolean> {
  if (actor.kind === "key") return isKeyAlive(db, actor, clock.now());
  const { orgId, personId, role, sessionId } = actor;
  const session = await identity.findSession(headers);
  if (session?.sessionId !== sessionId) return false;
  const membership = await membershipOf(db, { orgId, personId, sessionId });
  return membership?.role === role && !membership.lacksTwoFactor && !membership.lacksSingleSignOn;
}

function filterOf({
  types,
  monitor_id: monitorId,
  target_id: targetId,
}: z.output<typeof eventsQuery>): (event: StreamEvent) => boolean {
  return (event) =>
    (types === undefined || types.includes(event.type)) &&
    [monitorId, targetId].every((wanted) => wanted === undefined || event.targetId === wanted);
}
