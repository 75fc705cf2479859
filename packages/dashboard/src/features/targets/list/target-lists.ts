import type { GroupableList } from "@vedette/contract/people/groupable-lists.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { t } from "../../../language/t.ts";
import type { TargetNoun } from "../target-noun.ts";

/** A list of targets: those of one kind, or all. */
export type TargetListId = Exclude<GroupableList, "overview">;

export type TargetListType = {
  id: TargetListId;
  nouns: readonly TargetNoun[];
  noun: { one: string; many: string };
  /** The action that checks or runs the targets now; null if nothing can. */
  run: string | null;
};

export const TARGET_LISTS: Record<TargetListId, TargetListType> = {
  targets: {
    id: "targets",
    nouns: ["monitors", "api-monitors", "journeys", "heartbeats"],
    noun: { one: "target", many: "targets" },
    run: t("Check now"),
  },
  monitors: {
    id: "monitors",
    nouns: ["monitors"],
    noun: { one: "monitor", many: "monitors" },
    run: t("Check now"),
  },
  "api-monitors": {
    id: "api-monitors",
    nouns: ["api-monitors"],
    noun: { one: t("API monitor"), many: t("API monitors") },
    run: t("Run now"),
  },
  journeys: {
    id: "journeys",
    nouns: ["journeys"],
    noun: { one: "journey", many: "journeys" },
    run: t("Run now"),
  },
  heartbeats: {
    id: "heartbeats",
    nouns: ["heartbeats"],
    noun: { one: "heartbeat", many: "heartbeats" },
    run: null,
  },
};

export const NOUN_OF_KIND: Record<TargetKind, TargetNoun> = {
  monitor: "monitors",
  api_monitor: "api-monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
};
