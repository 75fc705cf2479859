import fc from "fast-check";
import { expect, test } from "vitest";
import { hasStep, moveItem, type OrderItem, orderOfPage, stepFrom } from "./page-order.ts";

const ITEMS: OrderItem[] = [{ id: "a" }, { id: "g", components: ["b", "c"] }, { id: "d" }];

test("groups and components outside of groups are in one order, by their positions", () => {
  const groups = [{ id: "g", position: 1 }];
  const component = (id: string, position: number, group_id: string | null) => ({ id, position, group_id });
  const components = [
    component("a", 0, null),
    component("b", 0, "g"),
    component("c", 1, "g"),
    component("d", 2, null),
  ];
  expect(orderOfPage(groups, components)).toEqual(ITEMS);
});

test("a step leads into a group, through it and out of it", () => {
  const seen = [ITEMS];
  for (let items = ITEMS; ; ) {
    const place = stepFrom(items, "a", 1);
    if (place === null) break;
    items = moveItem(items, "a", place);
    seen.push(items);
  }
  expect(seen.slice(1)).toEqual([
    [{ id: "g", components: ["a", "b", "c"] }, { id: "d" }],
    [{ id: "g", components: ["b", "a", "c"] }, { id: "d" }],
    [{ id: "g", components: ["b", "c", "a"] }, { id: "d" }],
    [{ id: "g", components: ["b", "c"] }, { id: "a" }, { id: "d" }],
    [{ id: "g", components: ["b", "c"] }, { id: "d" }, { id: "a" }],
  ]);
});

test("a group moves as a whole, and not into a group", () => {
  expect(moveItem(ITEMS, "g", { group: null, index: 0 })).toEqual([ITEMS[1], ITEMS[0], ITEMS[2]]);
  expect(stepFrom(ITEMS, "g", 1)).toEqual({ group: null, index: 3 });
  const two: OrderItem[] = [...ITEMS, { id: "h", components: [] }];
  expect(moveItem(two, "g", { group: "h", index: 0 })).toEqual(two);
});

test("no step loses or doubles an item, and a step back restores the order", () => {
  const ids = (items: readonly OrderItem[]) =>
    items.flatMap(({ id, components = [] }) => [id, ...components]).sort();
  const orders = fc.array(fc.option(fc.nat(3)), { minLength: 1, maxLength: 6 }).map((sizes) =>
    sizes.map(
      (size, index): OrderItem =>
        size === null
          ? { id: `c${index}` }
          : {
              id: `g${index}`,
              components: Array.from({ length: size }, (_, place) => `c${index}-${place}`),
            },
    ),
  );
  fc.assert(
    fc.property(orders, fc.nat(), fc.constantFrom(-1, 1), (items, pick, by) => {
      const all = ids(items);
      const id = all[pick % all.length] ?? "";
      const place = stepFrom(items, id, by);
      const top = items.findIndex((item) => item.id === id);
      const here = top === -1 ? { group: "any", index: 0 } : { group: null, index: top };
      expect(hasStep(items, here, by)).toBe(place !== null);
      if (place === null) return;
      const moved = moveItem(items, id, place);
      expect(ids(moved)).toEqual(all);
      expect(moved).not.toEqual(items);
      const back = stepFrom(moved, id, by === 1 ? -1 : 1);
      expect(back && moveItem(moved, id, back)).toEqual(items);
    }),
  );
});
