import type { Activity } from "@vedette/contract/targets/activity.ts";
import { t } from "../../language/t.ts";

/** Labels and links of changes. Pure. */

type Change = Extract<Activity, { type: "change" }>;
type ChangedObject = Change["object"];

const OBJECT_LABELS: Record<ChangedObject["type"], string> = {
  monitor: "monitor",
  api_monitor: t("API monitor"),
  journey: "journey",
  heartbeat: "heartbeat",
  group: "group",
  alert_rule: t("alert rule"),
  alert_channel: t("alert channel"),
  maintenance_window: t("maintenance window"),
  variable: "variable",
};

const VERBS: Readonly<Record<string, string>> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  restore: "restored",
  purge: "deleted",
  accept_baseline: t("accepted a baseline of"),
};

/** "changed monitor" */
export function changeText({ action, object }: Pick<Change, "action" | "object">): string {
  const verb = VERBS[action.slice(action.indexOf(".") + 1)] ?? "changed";
  return `${verb} ${OBJECT_LABELS[object.type]}`;
}

const PATHS: Record<ChangedObject["type"], string | null> = {
  monitor: "/monitors",
  api_monitor: "/api-monitors",
  journey: "/journeys",
  heartbeat: "/heartbeats",
  group: "/groups",
  alert_rule: "/alerts/rules",
  alert_channel: "/alerts/channels",
  maintenance_window: "/alerts/maintenance",
  variable: null,
};

/** The page of an object, or null if it has none. */
export function objectPath({ type, id }: ChangedObject): string | null {
  const path = PATHS[type];
  return path === null ? null : `${path}/${id}`;
}
