import { signatureOf } from "../../alerting/messages/signing-secret.ts";
import type { PageEventKind } from "../events/published-content.ts";
import type { EventFacts } from "./event-facts.ts";

/** Messages to webhooks, signed by the Standard Webhooks specification. */

const TYPES: Record<PageEventKind, string> = {
  incident_opened: "incident.opened",
  incident_updated: "incident.updated",
  incident_resolved: "incident.resolved",
  incident_edited: "incident.edited",
  incident_withdrawn: "incident.withdrawn",
  postmortem_published: "incident.postmortem_published",
  maintenance_announced: "maintenance.announced",
  maintenance_rescheduled: "maintenance.rescheduled",
  maintenance_reminder_day: "maintenance.reminder",
  maintenance_reminder_hour: "maintenance.reminder",
  maintenance_started: "maintenance.started",
  maintenance_completed: "maintenance.completed",
  maintenance_canceled: "maintenance.canceled",
};

/** Contains what visitors of the page see, and public IDs only. */
export function webhookEvent({ event, page, pageUrl, url, publicId, components }: EventFacts) {
  const { kind, content, at } = event;
  const subject = kind.startsWith("maintenance_") ? "maintenance" : "incident";
  return {
    type: TYPES[kind],
    timestamp: at.toISOString(),
    data: {
      page: { id: page.public_id, name: page.title, url: pageUrl },
      [subject]: {
        ...{ id: publicId, url, title: content.title, status: content.status, message: content.message },
        ...(subject === "incident"
          ? { impact: content.impact }
          : { scheduled_for: content.scheduled_for, scheduled_until: content.scheduled_until }),
      },
      components: components.map(({ public_id: id, name }) => ({ id, name })),
    },
  };
}

export type SignedRequest = { headers: Record<string, string>; body: string };

export function signRequest(
  event: object,
  { id, signingSecret, nowMs }: { id: string; signingSecret: string; nowMs: number },
): SignedRequest {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(nowMs / 1_000).toString();
  return {
    headers: {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatureOf(signingSecret, `${id}.${timestamp}.${body}`),
    },
    body,
  };
}
