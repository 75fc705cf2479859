import { canDeliver } from "../../features/alerts/alerting-problems.ts";
import { t } from "../../language/t.ts";
import type { useChannels, useRules } from "../alerts/use-lists.ts";

/** The steps of the first hour. Pure. */

type Data<Query extends () => { data?: unknown }> = NonNullable<ReturnType<Query>["data"]>;

export type ChecklistFacts = {
  targets: number;
  rules: Data<typeof useRules>;
  channels: Data<typeof useChannels>;
  people: number;
  hasPrivateLocation: boolean;
  statusPages: number;
};

export type ChecklistStep = {
  id: "target" | "channel" | "rule" | "person" | "page" | "location";
  label: string;
  to:
    | "/monitors/new"
    | "/get-started/notifications"
    | "/alerts/rules/new"
    | "/settings/members"
    | "/status-pages/new"
    | "/locations";
  isDone: boolean;
  /** The list is complete without it. */
  isOptional: boolean;
};

export function checklistSteps(facts: ChecklistFacts): ChecklistStep[] {
  const { targets, rules, channels, people, hasPrivateLocation, statusPages } = facts;
  const deliver = new Set(channels.filter(canDeliver).map(({ id }) => id));
  const isNotified = rules.some((rule) => rule.enabled && rule.channel_ids.some((id) => deliver.has(id)));
  const required = { isOptional: false };
  return [
    { id: "target", label: t("Add a target"), to: "/monitors/new", isDone: targets > 0, ...required },
    {
      id: "channel",
      label: t("Add an alert channel that works"),
      to: "/get-started/notifications",
      isDone: deliver.size > 0,
      ...required,
    },
    {
      id: "rule",
      label: t("Add a rule that notifies it"),
      to: deliver.size > 0 ? "/alerts/rules/new" : "/get-started/notifications",
      isDone: isNotified,
      ...required,
    },
    {
      id: "person",
      label: t("Invite a second person"),
      to: "/settings/members",
      isDone: people > 1,
      ...required,
    },
    {
      id: "page",
      label: t("Show a status page to your customers (optional)"),
      to: "/status-pages/new",
      isDone: statusPages > 0,
      isOptional: true,
    },
    {
      id: "location",
      label: t("Check from your own network (optional)"),
      to: "/locations",
      isDone: hasPrivateLocation,
      isOptional: true,
    },
  ];
}

export function isComplete(steps: readonly ChecklistStep[]): boolean {
  return steps.every(({ isDone, isOptional }) => isDone || isOptional);
}
