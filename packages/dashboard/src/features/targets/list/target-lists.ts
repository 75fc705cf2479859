import type { GroupableList } from "@vedette/contract/people/groupable-lists.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { t } from "../../../language/t.ts";
import type { TargetNoun } from "../target-noun.ts";

/** What the targets of a list are called, as the parts of sentences. */
export type TargetWords = { one: string; many: string; your: string; every: string; no: string };

/** A list of targets: those of one kind, or all. */
export type TargetListId = Exclude<GroupableList, "overview">;

export type TargetListType = {
  id: TargetListId;
  nouns: readonly TargetNoun[];
  noun: TargetWords;
  /** The action that checks or runs the targets now; null if nothing can. */
  run: string | null;
};

export const TARGET_LISTS: Record<TargetListId, TargetListType> = {
  targets: {
    id: "targets",
    nouns: ["monitors", "api-monitors", "journeys", "heartbeats"],
    noun: {
      one: t("target"),
      many: t("targets"),
      your: t("Your target"),
      every: t("Every target"),
      no: t("No target"),
    },
    run: t("Check now"),
  },
  monitors: {
    id: "monitors",
    nouns: ["monitors"],
    noun: {
      one: t("monitor"),
      many: t("monitors"),
      your: t("Your monitor"),
      every: t("Every monitor"),
      no: t("No monitor"),
    },
    run: t("Check now"),
  },
  "api-monitors": {
    id: "api-monitors",
    nouns: ["api-monitors"],
    noun: {
      one: t("API monitor"),
      many: t("API monitors"),
      your: t("Your API monitor"),
      every: t("Every API monitor"),
      no: t("No API monitor"),
    },
    run: t("Run now"),
  },
  journeys: {
    id: "journeys",
    nouns: ["journeys"],
    noun: {
      one: t("journey"),
      many: t("journeys"),
      your: t("Your journey"),
      every: t("Every journey"),
      no: t("No journey"),
    },
    run: t("Run now"),
  },
  heartbeats: {
    id: "heartbeats",
    nouns: ["heartbeats"],
    noun: {
      one: t("heartbeat"),
      many: t("heartbeats"),
      your: t("Your heartbeat"),
      every: t("Every heartbeat"),
      no: t("No heartbeat"),
    },
    run: null,
  },
};

export const NOUN_OF_KIND: Record<TargetKind, TargetNoun> = {
  monitor: "monitors",
  api_monitor: "api-monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
};
