/**
 * The words of status pages: those of Statuspage, because every reader of status pages knows them. Separate from the
 * schemas so that the dashboard does not load zod.
 */

/** Best first. */
export const COMPONENT_STATUSES = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

/** How far an incident is; a resolved one may be followed by a postmortem. */
export const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** Least severe first. */
export const IMPACTS = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof IMPACTS)[number];

export const MAINTENANCE_STATUSES = ["scheduled", "in_progress", "verifying", "completed"] as const;
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

/** Who can read a page. */
export const PAGE_ACCESSES = ["public", "password", "members", "email_domains"] as const;
export type PageAccess = (typeof PAGE_ACCESSES)[number];

export const PAGE_THEMES = ["system", "light", "dark"] as const;
export type PageTheme = (typeof PAGE_THEMES)[number];

/** The colors of a page that its owner can set, as CSS variables `--<name>`. */
export const PAGE_COLORS = [
  "accent",
  "background",
  "surface",
  "text",
  "operational",
  "degraded",
  "partial",
  "major",
  "maintenance",
] as const;
export type PageColor = (typeof PAGE_COLORS)[number];

/** What `automatic.incidents` does when a critical alert stays open. */
export const AUTOMATIC_INCIDENTS = ["never", "draft", "publish"] as const;
export type AutomaticIncidents = (typeof AUTOMATIC_INCIDENTS)[number];

/** The images of a page. */
export const PAGE_IMAGES = ["logo_light", "logo_dark", "favicon"] as const;
export type PageImage = (typeof PAGE_IMAGES)[number];

/** The worse of two statuses. */
export function worseStatus(one: ComponentStatus, other: ComponentStatus): ComponentStatus {
  return COMPONENT_STATUSES.indexOf(one) >= COMPONENT_STATUSES.indexOf(other) ? one : other;
}

/** The impact that a status has: what Statuspage shows as the indicator of a page. */
export function impactOf(status: ComponentStatus): Impact {
  const impacts: Record<ComponentStatus, Impact> = {
    operational: "none",
    under_maintenance: "none",
    degraded_performance: "minor",
    partial_outage: "major",
    major_outage: "critical",
  };
  return impacts[status];
}
