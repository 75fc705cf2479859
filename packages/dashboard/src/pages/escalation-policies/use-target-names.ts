import type { StepTarget } from "@vedette/contract/on-call/escalation-policies.ts";
import { useSession } from "../../app/session.tsx";
import { t } from "../../language/t.ts";
import { useChannels } from "../alerts/use-lists.ts";
import { useScheduleList } from "../schedules/use-schedules.ts";
import { useMembers } from "../settings/members/use-members.ts";

export type TargetOption = { target: StepTarget; name: string };
export type TargetNames = {
  options: readonly { label: string; options: readonly TargetOption[] }[];
  nameOf(target: StepTarget): string;
};

const ALL_MEMBERS = t("All members");

/** Whom steps can notify, and their names. */
export function useTargetNames(): TargetNames {
  const loaded = {
    user: useMembers(useSession().organization?.id).items,
    schedule: useScheduleList().data,
    channel: useChannels().data,
  };
  const { user: members = [], schedule: schedules = [], channel: channels = [] } = loaded;
  const options: TargetNames["options"] = [
    {
      label: t("On call"),
      options: schedules.map(({ id, name }) => ({ target: { type: "schedule" as const, id }, name })),
    },
    {
      label: t("Members"),
      options: members.map(({ user_id: id, name, email }) => ({
        target: { type: "user" as const, id },
        name: name || email,
      })),
    },
    {
      label: t("Channels"),
      options: channels.map(({ id, name }) => ({ target: { type: "channel" as const, id }, name })),
    },
    { label: t("Everyone"), options: [{ target: { type: "all" as const }, name: ALL_MEMBERS }] },
  ];
  const names = new Map(
    options.flatMap((group) => group.options).map(({ target, name }) => [keyOfTarget(target), name]),
  );
  return {
    options,
    nameOf(target) {
      const isLoaded = target.type === "all" || loaded[target.type] !== undefined;
      return names.get(keyOfTarget(target)) ?? (isLoaded ? UNKNOWN[target.type] : "…");
    },
  };
}

const UNKNOWN = {
  user: t("Former member"),
  schedule: t("Deleted schedule"),
  channel: t("Deleted channel"),
  all: ALL_MEMBERS,
};

export function keyOfTarget(target: StepTarget): string {
  return target.type === "all" ? "all" : `${target.type} ${target.id}`;
}
