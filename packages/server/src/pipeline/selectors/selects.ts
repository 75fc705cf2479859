import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { GroupId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** Selectors in memory. Pure. `selectorCondition` is the same in SQL. */

/** The fields of a target that decide whether a selector selects it. */
export type Selectable = {
  targetId: TargetId;
  kind: TargetKind;
  /** Of a monitor; null for other kinds. */
  type: CheckType | null;
  tags: readonly string[];
  groupId: GroupId | null;
};

/** `groups` of the selector must include the nested groups: `withNestedGroups` adds them. */
export function selects(selector: Selector, target: Selectable): boolean {
  const { targets, groups, tags, kinds, types } = selector;
  if (targets?.includes(target.targetId)) return true;
  if (!hasFilter(selector)) return targets === undefined;
  if (groups && (target.groupId === null || !groups.includes(target.groupId))) return false;
  if (kinds && !kinds.includes(target.kind)) return false;
  if (types && (target.type === null || !types.includes(target.type))) return false;
  const isTagged = (tag: string) => target.tags.includes(tag);
  if (tags?.any && !tags.any.some(isTagged)) return false;
  if (tags?.all && !tags.all.every(isTagged)) return false;
  return !tags?.none?.some(isTagged);
}

/** Whether the selector has conditions besides a list of targets. */
export function hasFilter({ groups, tags, kinds, types }: Selector): boolean {
  return [groups, tags, kinds, types].some((field) => field !== undefined);
}
