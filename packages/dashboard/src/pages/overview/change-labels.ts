import type { Activity } from "@vedette/contract/targets/activity.ts";
import { t } from "../../language/t.ts";

/** Labels and links of changes. Pure. */

type Change = Extract<Activity, { type: "change" }>;
type ChangedObject = Change["object"];

/** Within the sentence of a change. */
export const CHANGED_OBJECTS: Record<ChangedObject["type"], string> = {
  monitor: t("monitor"),
  api_monitor: t("API monitor"),
  journey: t("journey"),
  heartbeat: t("heartbeat"),
  group: t("group"),
  alert_rule: t("alert rule"),
  alert_channel: t("alert channel"),
  maintenance_window: t("maintenance window"),
  variable: t("variable"),
};

const CHANGED = t("{actor} changed {object} {name}");
const DELETED = t("{actor} deleted {object} {name}");
const TEXTS: Readonly<Record<string, string>> = {
  create: t("{actor} created {object} {name}"),
  update: CHANGED,
  delete: DELETED,
  restore: t("{actor} restored {object} {name}"),
  purge: DELETED,
  accept_baseline: t("{actor} accepted a baseline of {object} {name}"),
};

/** Returns the sentence of a change, with the placeholders `actor`, `object` and `name`. */
export function changeText({ action }: Pick<Change, "action">): string {
  return TEXTS[action.slice(action.indexOf(".") + 1)] ?? CHANGED;
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
