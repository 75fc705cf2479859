import { ImportBuilder } from "../building/import-builder.ts";
import { RuleGroups } from "../building/rule-groups.ts";
import { isObject, textOf } from "../document-value.ts";
import type { ImportedFile } from "../imported-file.ts";
import { addCheckAlerts } from "./checkly-alerts.ts";
import { addChannel, type MadeChannel } from "./checkly-channels.ts";
import { addCheck, type MadeCheck } from "./checkly-checks.ts";
import { addPage, listServices } from "./checkly-page.ts";
import { defineVariables } from "./checkly-texts.ts";
import { addMaintenanceWindow } from "./checkly-window.ts";
import { type ChecklyResource, readBundle, refOf } from "./read-bundle.ts";

const REASONS: Readonly<Record<string, string>> = {
  dashboard: "Dashboards have no counterpart: use a status page or a saved view.",
  "private-location": "Start a runner at this location, and choose the location in the monitors.",
  "private-location-group-assignment": "Choose the locations in the monitors of the group.",
  "private-location-check-assignment": "Choose the locations in the monitor.",
};

/**
 * Imports the `debug-bundle.json` of `checkly deploy --debug-bundle`, or the answer of `GET /v1/checks`. Logical IDs
 * become keys. Pure: scripts are stored, and nothing is executed.
 */
export function importCheckly(text: string): ImportedFile {
  const resources = readBundle(text);
  const builder = new ImportBuilder("checkly");
  const byType = Map.groupBy(resources, ({ type }) => type);
  const ofType = (type: string) => byType.get(type) ?? [];
  const groups = new Map(ofType("check-group").map((group) => [group.id, group]));
  const groupKeys = addGroups(groups.values(), builder);
  const services = new Map(ofType("status-page-service").map((service) => [service.id, service]));
  for (const variable of ofType("environment-variable")) defineVariables([variable.payload], builder.values);
  const checks = ofType("check").flatMap((check) => addCheck(check, { builder, groups, groupKeys }) ?? []);
  const channels = new Map<string, MadeChannel>();
  for (const channel of ofType("alert-channel")) {
    const made = addChannel(channel, builder);
    if (made !== null) channels.set(channel.id, made);
  }
  addRules({ checks, channels, subscriptions: ofType("alert-channel-subscription"), groupKeys }, builder);
  for (const window of ofType("maintenance-window")) addMaintenanceWindow(window, builder);
  const pages = ofType("status-page");
  for (const page of pages) addPage(page, services, builder);
  const shown = new Set(pages.flatMap(({ payload }) => listServices(payload)));
  for (const { id, payload } of services.values()) {
    const reasons = ["No status page shows it."];
    if (!shown.has(id))
      builder.notMade({ kind: "status-page-service", key: id, name: textOf(payload.name) ?? id, reasons });
  }
  reportOthers(byType, builder);
  return builder.finish();
}

/** Groups become groups; their settings are those of their checks. */
function addGroups(groups: Iterable<ChecklyResource>, builder: ImportBuilder): Map<string, string> {
  const keys = new Map<string, string>();
  for (const { id, payload } of groups) {
    const key = builder.reserveKey("group", id);
    const reasons = defineVariables(payload.environmentVariables, builder.values);
    if (isObject(payload.apiCheckDefaults)) reasons.push("Its defaults are part of each of its checks.");
    if (payload.localSetupScript || payload.localTearDownScript)
      reasons.push("Its setup and teardown scripts do not run.");
    if (builder.add({ kind: "group", key, name: textOf(payload.name) ?? id, fields: {}, reasons }))
      keys.set(id, key);
  }
  return keys;
}

type Alerting = {
  checks: readonly MadeCheck[];
  channels: ReadonlyMap<string, MadeChannel>;
  subscriptions: readonly ChecklyResource[];
  groupKeys: ReadonlyMap<string, string>;
};

function addRules({ checks, channels, subscriptions, groupKeys }: Alerting, builder: ImportBuilder): void {
  const ofCheck = new Map<string, Set<MadeChannel>>();
  const ofGroup = new Map<string, Set<MadeChannel>>();
  const made = new Set(checks.map(({ id }) => id));
  for (const { id, payload } of subscriptions) {
    const channel = channels.get(refOf(payload.alertChannelId) ?? "");
    const [check, group] = [refOf(payload.checkId), refOf(payload.groupId)];
    const reason = subscriptionReason({
      channel,
      isActive: payload.activated !== false,
      isKnown: made.has(check ?? "") || groupKeys.has(group ?? ""),
    });
    if (channel === undefined || reason !== null) {
      builder.notMade({
        kind: "alert-channel-subscription",
        key: id,
        name: id,
        reasons: [reason ?? "It has no channel."],
      });
      continue;
    }
    const [subscribers, owner] = check === null ? [ofGroup, group ?? ""] : [ofCheck, check];
    subscribers.set(owner, (subscribers.get(owner) ?? new Set()).add(channel));
  }
  const rules = new RuleGroups();
  for (const check of checks) {
    const subscribed = [...(ofCheck.get(check.id) ?? []), ...(ofGroup.get(check.group?.id ?? "") ?? [])];
    addCheckAlerts(check, [...new Set(subscribed)], rules);
  }
  rules.addTo(builder);
}

type Subscription = { channel: MadeChannel | undefined; isActive: boolean; isKnown: boolean };

function subscriptionReason({ channel, isActive, isKnown }: Subscription): string | null {
  if (channel === undefined) return "Its channel is not made.";
  if (!isKnown) return "Its check is not made.";
  return isActive ? null : "It is not active.";
}

const IMPORTED = new Set([
  ...[
    "check",
    "check-group",
    "alert-channel",
    "alert-channel-subscription",
    "maintenance-window",
    "status-page",
  ],
  ...["status-page-service", "environment-variable"],
]);

function reportOthers(byType: ReadonlyMap<string, readonly ChecklyResource[]>, builder: ImportBuilder): void {
  for (const [type, resources] of byType) {
    if (IMPORTED.has(type)) continue;
    for (const { id, payload } of resources) {
      const reason = REASONS[type] ?? "This kind of resource has no counterpart.";
      builder.notMade({
        kind: type.slice(0, 100),
        key: id,
        name: textOf(payload.name) ?? id,
        reasons: [reason],
      });
    }
  }
}
