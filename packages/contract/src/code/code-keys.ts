/** Names and limits of monitoring as code: projects, the kinds of their resources, and keys. */

/** Kinds of resources, in the order in which they are created: a resource refers only to those before it. */
export const CODE_KINDS = [
  "variable",
  "group",
  "channel",
  "schedule",
  "escalation_policy",
  "monitor",
  "api_monitor",
  "journey",
  "heartbeat",
  "slo",
  "rule",
  "status_page",
  "maintenance_window",
] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** The section of a document that holds the resources of a kind. Secrets are variables with a section of their own. */
export const SECTION_OF = {
  variable: "variables",
  group: "groups",
  channel: "channels",
  schedule: "schedules",
  escalation_policy: "escalation_policies",
  monitor: "monitors",
  api_monitor: "api_monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
  slo: "slos",
  rule: "rules",
  status_page: "status_pages",
  maintenance_window: "maintenance_windows",
} as const satisfies Record<CodeKind, string>;

/** Checkly's logical IDs fit, so that an import keeps them. */
export const CODE_KEY_PATTERN = /^[A-Za-z0-9_\-/#.]{1,64}$/;
export const CODE_KEY_ERROR = "must be 1 to 64 characters: letters, digits and _ - / # .";

/** The prefixes `import:` and `discovered:` mark projects that no one writes by hand. */
export const PROJECT_PATTERN = /^(?:(?:import|discovered):)?[a-z0-9][a-z0-9-]{0,62}$/;
export const PROJECT_ERROR = "must be a-z, 0-9 and -, at most 63 characters";

export const CODE_RESOURCES_MAX = 5_000;
export const CODE_DOCUMENT_BYTES_MAX = 5 * 1_024 * 1_024;
