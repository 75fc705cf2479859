import type {
  DeliveryState,
  SubscriberState,
  SubscriberType,
  SubscriptionTopic,
} from "@vedette/contract/status-pages/subscriber-words.ts";
import type { Tone } from "../../../components/status-badge.tsx";
import { t } from "../../../language/t.ts";

export const TYPE_LABELS: Record<SubscriberType, string> = {
  email: t("Email"),
  webhook: t("Webhook"),
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
};

export const STATE_LABELS: Record<SubscriberState, string> = {
  pending: t("Not confirmed"),
  active: t("Active"),
  unsubscribed: t("Unsubscribed"),
  disabled: t("Disabled"),
};

export const STATE_TONES: Record<SubscriberState, Tone> = {
  pending: "pending",
  active: "up",
  unsubscribed: "paused",
  disabled: "down",
};

export const TOPIC_LABELS: Record<SubscriptionTopic, string> = {
  incidents: t("Incidents"),
  maintenance: t("Maintenance"),
};

export const DELIVERY_LABELS: Record<DeliveryState, string> = {
  pending: t("Waiting"),
  sent: t("Sent"),
  failed: t("Failed"),
  discarded: t("Not sent"),
};

export const DELIVERY_TONES: Record<DeliveryState, Tone> = {
  pending: "pending",
  sent: "up",
  failed: "down",
  discarded: "paused",
};

const EVENT_LABELS: Readonly<Record<string, string>> = {
  incident_opened: t("Incident opened"),
  incident_updated: t("Incident updated"),
  incident_resolved: t("Incident resolved"),
  postmortem_published: t("Postmortem published"),
  maintenance_announced: t("Maintenance announced"),
  maintenance_rescheduled: t("Maintenance rescheduled"),
  maintenance_reminder_day: t("Reminder, a day before"),
  maintenance_reminder_hour: t("Reminder, an hour before"),
  maintenance_started: t("Maintenance started"),
  maintenance_completed: t("Maintenance completed"),
  maintenance_canceled: t("Maintenance canceled"),
};

export function eventLabel(event: string): string {
  return EVENT_LABELS[event] ?? event;
}
