import { CODE_KINDS, type CodeKind } from "@vedette/contract/code/code-keys.ts";

const LABELS: Readonly<Record<CodeKind, { one: string; many: string }>> = {
  variable: { one: "Variable", many: "Variables" },
  group: { one: "Group", many: "Groups" },
  channel: { one: "Channel", many: "Channels" },
  schedule: { one: "Schedule", many: "Schedules" },
  slo: { one: "SLO", many: "SLOs" },
  escalation_policy: { one: "Escalation policy", many: "Escalation policies" },
  monitor: { one: "Monitor", many: "Monitors" },
  api_monitor: { one: "API monitor", many: "API monitors" },
  journey: { one: "Journey", many: "Journeys" },
  heartbeat: { one: "Heartbeat", many: "Heartbeats" },
  rule: { one: "Rule", many: "Rules" },
  status_page: { one: "Status page", many: "Status pages" },
  maintenance_window: { one: "Maintenance window", many: "Maintenance windows" },
};

function isCodeKind(kind: string): kind is CodeKind {
  return CODE_KINDS.some((each) => each === kind);
}

/** The name of a kind of resource; the word of the other tool as it is. */
export function kindLabel(kind: string): string {
  return isCodeKind(kind) ? LABELS[kind].one : kind;
}

export function kindsLabel(kind: string, count: number): string {
  if (!isCodeKind(kind)) return kind;
  return count === 1 ? LABELS[kind].one : LABELS[kind].many;
}
