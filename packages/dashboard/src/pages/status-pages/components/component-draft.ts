import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { PageComponent } from "@vedette/contract/status-pages/page-components.ts";
import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** Form state of a component. Pure. */

export type ComponentDraft = {
  name: string;
  internalName: string;
  description: string;
  groupId: string | null;
  follows: "targets" | "nothing";
  selector: Selector;
  rollup: GroupRollup;
  onlyWhenBad: boolean;
  /** Of a component that follows nothing. */
  status: ComponentStatus;
};

export function draftOfComponent(component: PageComponent | null): ComponentDraft {
  return {
    name: component?.name ?? "",
    internalName: component?.internal_name ?? "",
    description: component?.description ?? "",
    groupId: component?.group_id ?? null,
    follows: component !== null && component.selector === null ? "nothing" : "targets",
    selector: component?.selector ?? {},
    rollup: component?.rollup ?? "worst",
    onlyWhenBad: component?.only_when_bad ?? false,
    status: component?.status ?? "operational",
  };
}

export type ComponentBody = ReturnType<typeof bodyOfComponent>;

/** Returns the request body. Check `isWithoutTargets` first: an empty selector selects all targets. */
export function bodyOfComponent(draft: ComponentDraft) {
  const isStatic = draft.follows === "nothing";
  return {
    name: draft.name,
    internal_name: draft.internalName.trim() === "" ? null : draft.internalName,
    description: draft.description,
    group_id: draft.groupId,
    selector: isStatic ? null : draft.selector,
    rollup: draft.rollup,
    only_when_bad: draft.onlyWhenBad,
    ...(isStatic && { status: draft.status }),
  };
}

export function isWithoutTargets({
  follows,
  selector,
}: Pick<ComponentDraft, "follows" | "selector">): boolean {
  return follows === "targets" && Object.keys(selector).length === 0;
}
