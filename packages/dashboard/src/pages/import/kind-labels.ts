import { CODE_KINDS, type CodeKind } from "@vedette/contract/code/code-keys.ts";
import { t } from "../../language/t.ts";

const LABELS: Readonly<Record<CodeKind, { one: string; many: string }>> = {
  variable: { one: t("Variable"), many: t("Variables") },
  group: { one: t("Group"), many: t("Groups") },
  channel: { one: t("Channel"), many: t("Channels") },
  schedule: { one: t("Schedule"), many: t("Schedules") },
  slo: { one: "SLO", many: "SLOs" },
  escalation_policy: { one: t("Escalation policy"), many: t("Escalation policies") },
  monitor: { one: t("Monitor"), many: t("Monitors") },
  api_monitor: { one: t("API monitor"), many: t("API monitors") },
  journey: { one: t("Journey"), many: t("Journeys") },
  heartbeat: { one: t("Heartbeat"), many: t("Heartbeats") },
  rule: { one: t("Rule"), many: t("Rules") },
  status_page: { one: t("Status page"), many: t("Status pages") },
  maintenance_window: { one: t("Maintenance window"), many: t("Maintenance windows") },
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
