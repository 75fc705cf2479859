import { SUGGESTED_COMPONENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import type { PageSuggestion } from "@vedette/contract/status-pages/page-suggestion.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/**
 * Suggests the components of a first status page: one for each group, then for tags that several of the other targets
 * have, then for the rest: one for each target if they are few, otherwise one for each kind. Pure.
 */

type SuggestedGroup = { id: string; name: string; parent_id: string | null };
type SuggestedTarget = {
  id: string;
  name: string;
  kind: TargetKind;
  group_id: string | null;
  tags: readonly string[];
};
type Component = PageSuggestion["components"][number];

/** A tag of one target says no more than its name. */
const TAGGED_MIN = 2;

const KIND_NAMES: Record<TargetKind, string> = {
  monitor: "Websites and services",
  api_monitor: "API",
  journey: "User journeys",
  heartbeat: "Background jobs",
};

export function suggestComponents(
  groups: readonly SuggestedGroup[],
  targets: readonly SuggestedTarget[],
): Component[] {
  const grouped = groupComponents(groups, targets);
  const ungrouped = targets.filter(({ group_id }) => group_id === null);
  const { components: tagged, rest } = tagComponents(ungrouped, SUGGESTED_COMPONENTS_MAX - grouped.length);
  const found = [...grouped, ...tagged];
  return [...found, ...restComponents(rest, SUGGESTED_COMPONENTS_MAX - found.length)];
}

/** The outermost groups that contain a target; with too many of them, those with most targets. */
function groupComponents(
  groups: readonly SuggestedGroup[],
  targets: readonly SuggestedTarget[],
): Component[] {
  const parents = new Map(groups.map(({ id, parent_id }) => [id, parent_id]));
  const counts = new Map<string, number>();
  for (const { group_id } of targets) {
    if (group_id === null) continue;
    const root = rootOf(group_id, parents);
    counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  const roots = groups.filter(({ id }) => counts.has(id));
  const kept = new Set(
    roots
      .toSorted((one, other) => (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0))
      .slice(0, SUGGESTED_COMPONENTS_MAX)
      .map(({ id }) => id),
  );
  return roots
    .filter(({ id }) => kept.has(id))
    .map(({ id, name }) => ({
      ...{ name, selector: { groups: [id] }, target_count: counts.get(id) ?? 0, source: "group" as const },
    }));
}

function rootOf(id: string, parents: ReadonlyMap<string, string | null>): string {
  let root = id;
  // A tree has no more levels than groups.
  for (let level = 0; level < parents.size; level += 1) {
    const parent = parents.get(root);
    if (parent == null) break;
    root = parent;
  }
  return root;
}

/** The tag with most targets first, until no other one covers several of those that are left. */
function tagComponents(
  targets: readonly SuggestedTarget[],
  room: number,
): { components: Component[]; rest: readonly SuggestedTarget[] } {
  const components: Component[] = [];
  let rest = targets;
  while (components.length < room) {
    const tag = mostFrequentTag(rest, targets.length);
    if (tag === null) break;
    const covered = targets.filter(({ tags }) => tags.includes(tag));
    components.push({
      ...{ name: inWords(tag), selector: { tags: { any: [tag] } }, source: "tag" },
      target_count: covered.length,
    });
    rest = rest.filter(({ tags }) => !tags.includes(tag));
  }
  return { components, rest };
}

/** A tag that all targets have, such as `prod`, divides nothing. */
function mostFrequentTag(targets: readonly SuggestedTarget[], all: number): string | null {
  const counts = new Map<string, number>();
  for (const tag of targets.flatMap(({ tags }) => [...new Set(tags)]))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const [best] = [...counts]
    .filter(([, count]) => count >= TAGGED_MIN && count < all)
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
  return best?.[0] ?? null;
}

/** `customer-portal` → `Customer portal`. */
function inWords(tag: string): string {
  const text = tag.replaceAll(/[-_]+/g, " ").trim();
  return text === "" ? tag : text.charAt(0).toUpperCase() + text.slice(1);
}

function restComponents(targets: readonly SuggestedTarget[], room: number): Component[] {
  if (targets.length <= room)
    return targets.map(({ id, name }) => ({
      ...{ name, selector: { targets: [id] }, target_count: 1, source: "target" },
    }));
  const kinds = [...Map.groupBy(targets, ({ kind }) => kind)];
  return kinds.slice(0, Math.max(room, 0)).map(([kind, own]) => ({
    ...{ name: KIND_NAMES[kind], selector: { kinds: [kind] }, target_count: own.length, source: "kind" },
  }));
}
