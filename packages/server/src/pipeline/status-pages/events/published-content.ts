import type { Impact } from "@vedette/contract/status-pages/status-words.ts";
import type { AffectedComponent } from "../incidents/incident-row.ts";

/** What a page published. The reminders are those a day and an hour before the start. */
export type PageEventKind =
  | "incident_opened"
  | "incident_updated"
  | "incident_resolved"
  | "incident_edited"
  | "incident_withdrawn"
  | "postmortem_published"
  | "maintenance_announced"
  | "maintenance_rescheduled"
  | "maintenance_reminder_day"
  | "maintenance_reminder_hour"
  | "maintenance_started"
  | "maintenance_completed"
  | "maintenance_canceled";

/** The published text at the time of the event. */
export type PublishedContent = {
  title: string;
  /** A status of an incident or of a maintenance. */
  status: string;
  impact: Impact;
  /** Markdown. */
  message: string;
  /** Of the update of an incident: the time that the page shows, and the status that it sets. */
  at?: string;
  components?: readonly AffectedComponent[];
  /** Of a maintenance. */
  scheduled_for?: string;
  scheduled_until?: string;
};
