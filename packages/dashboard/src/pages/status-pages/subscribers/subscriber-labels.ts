import type {
  DeliveryState,
  SubscriberState,
  SubscriberType,
  SubscriptionTopic,
} from "@vedette/contract/status-pages/subscriber-words.ts";
import type { Tone } from "../../../components/status-badge.tsx";

export const TYPE_LABELS: Record<SubscriberType, string> = {
  email: "Email",
  webhook: "Webhook",
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
};

export const STATE_LABELS: Record<SubscriberState, string> = {
  pending: "Not confirmed",
  active: "Active",
  unsubscribed: "Unsubscribed",
  disabled: "Disabled",
};

export const STATE_TONES: Record<SubscriberState, Tone> = {
  pending: "pending",
  active: "up",
  unsubscribed: "paused",
  disabled: "down",
};

export const TOPIC_LABELS: Record<SubscriptionTopic, string> = {
  incidents: "Incidents",
  maintenance: "Maintenance",
};

export const DELIVERY_LABELS: Record<DeliveryState, string> = {
  pending: "Waiting",
  sent: "Sent",
  failed: "Failed",
  discarded: "Not sent",
};

export const DELIVERY_TONES: Record<DeliveryState, Tone> = {
  pending: "pending",
  sent: "up",
  failed: "down",
  discarded: "paused",
};

const EVENT_LABELS: Readonly<Record<string, string>> = {
  incident_opened: "Incident opened",
  incident_updated: "Incident updated",
  incident_resolved: "Incident resolved",
  postmortem_published: "Postmortem published",
  maintenance_announced: "Maintenance announced",
  maintenance_rescheduled: "Maintenance rescheduled",
  maintenance_reminder_day: "Reminder, a day before",
  maintenance_reminder_hour: "Reminder, an hour before",
  maintenance_started: "Maintenance started",
  maintenance_completed: "Maintenance completed",
  maintenance_canceled: "Maintenance canceled",
};

export function eventLabel(event: string): string {
  return EVENT_LABELS[event] ?? event;
}
