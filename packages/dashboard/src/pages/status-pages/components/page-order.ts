import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import type { PageOrder } from "@vedette/contract/status-pages/page-order.ts";

/** The order of groups and components of a page. A group has `components`; a component outside of groups has none. Pure. */
export type OrderItem = PageOrder["items"][number];

/** Where an item is put: before the item that is at `index` of a group, or of the page if `group` is null. */
export type OrderPlace = { group: string | null; index: number };

export function orderOfPage(
  groups: readonly Pick<PageGroup, "id" | "position">[],
  components: readonly Pick<PageComponent, "id" | "position" | "group_id">[],
): OrderItem[] {
  const known = new Set(groups.map(({ id }) => id));
  const members = Map.groupBy(components, ({ group_id }) => group_id);
  const items = [
    ...groups.map(({ id, position }) => ({
      position,
      item: { id, components: (members.get(id) ?? []).map((one) => one.id) } as OrderItem,
    })),
    ...components
      .filter(({ group_id }) => group_id === null || !known.has(group_id))
      .map(({ id, position }) => ({ position, item: { id } as OrderItem })),
  ];
  return items.sort((one, other) => one.position - other.position).map(({ item }) => item);
}

/** Moves a group or a component. A group stays outside of groups: putting it into one changes nothing. */
export function moveItem(items: readonly OrderItem[], id: string, { group, index }: OrderPlace): OrderItem[] {
  const moved = items.find((item) => item.id === id) ?? { id };
  const before = placeOf(items, id);
  if (before === null || (moved.components !== undefined && group !== null)) return [...items];
  // What is behind the item moves up when it is taken away.
  const to = before.group === group && before.index < index ? index - 1 : index;
  const rest = items
    .filter((item) => item.id !== id)
    .map((item) =>
      item.components ? { ...item, components: item.components.filter((one) => one !== id) } : item,
    );
  if (group === null) return rest.toSpliced(to, 0, moved);
  return rest.map((item) =>
    item.id === group ? { ...item, components: (item.components ?? []).toSpliced(to, 0, id) } : item,
  );
}

/** Where a step up or down with the keyboard leads: into a group, through it and out of it. Null at the ends. */
export function stepFrom(items: readonly OrderItem[], id: string, by: -1 | 1): OrderPlace | null {
  const place = placeOf(items, id);
  if (place === null) return null;
  const { group, index } = place;
  if (group !== null) {
    const members = items.find((item) => item.id === group)?.components ?? [];
    const isInside = by === -1 ? index > 0 : index < members.length - 1;
    if (isInside) return { group, index: by === -1 ? index - 1 : index + 2 };
    const at = items.findIndex((item) => item.id === group);
    return { group: null, index: by === -1 ? at : at + 1 };
  }
  const neighbor = items[index + by];
  if (neighbor === undefined) return null;
  const isGroup = items[index]?.components !== undefined;
  if (!isGroup && neighbor.components !== undefined)
    return { group: neighbor.id, index: by === -1 ? neighbor.components.length : 0 };
  return { group: null, index: by === -1 ? index - 1 : index + 2 };
}

/** Whether there is a step up or down from a place: out of a group always, and outside of groups except at the ends. */
export function hasStep(items: readonly OrderItem[], { group, index }: OrderPlace, by: -1 | 1): boolean {
  if (group !== null) return true;
  return by === -1 ? index > 0 : index < items.length - 1;
}

function placeOf(items: readonly OrderItem[], id: string): OrderPlace | null {
  for (const [index, item] of items.entries()) {
    if (item.id === id) return { group: null, index };
    const inside = item.components?.indexOf(id) ?? -1;
    if (inside !== -1) return { group: item.id, index: inside };
  }
  return null;
}
