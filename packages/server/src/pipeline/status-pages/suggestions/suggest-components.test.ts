import { SUGGESTED_COMPONENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { selects } from "../../selectors/selects.ts";
import { suggestComponents } from "./suggest-components.ts";

const target = (id: string, more: object = {}) => ({
  ...{ id, name: `Target ${id}`, kind: "monitor" as const, group_id: null, tags: [] as string[] },
  ...more,
});

const names = (...request: Parameters<typeof suggestComponents>) =>
  suggestComponents(...request).map(({ name, source, target_count }) => [name, source, target_count]);

test("outermost groups come first, then tags of several targets, then single targets", () => {
  const groups = [
    { id: "g1", name: "Shop", parent_id: null },
    { id: "g2", name: "Checkout", parent_id: "g1" },
    { id: "g3", name: "Empty", parent_id: null },
  ];
  const targets = [
    target("a", { group_id: "g2" }),
    target("b", { group_id: "g1" }),
    target("c", { tags: ["customer-portal", "prod"] }),
    target("d", { tags: ["customer-portal", "prod"] }),
    target("e", { tags: ["prod"] }),
  ];
  expect(names(groups, targets)).toEqual([
    ["Shop", "group", 2],
    ["Customer portal", "tag", 2],
    ["Target e", "target", 1],
  ]);
});

test("many targets without groups and tags become one component for each kind", () => {
  const targets = [
    ...Array.from({ length: 20 }, (_, index) => target(`m${index}`)),
    ...Array.from({ length: 3 }, (_, index) => target(`h${index}`, { kind: "heartbeat" })),
  ];
  expect(names([], targets)).toEqual([
    ["Websites and services", "kind", 20],
    ["Background jobs", "kind", 3],
  ]);
});

test("without targets nothing is suggested", () => {
  expect(suggestComponents([{ id: "g", name: "Empty", parent_id: null }], [])).toEqual([]);
});

test("a suggestion is short, and each component selects as many targets as it says", () => {
  const groupIds = ["g0", "g1", "g2", "g3"];
  const targets = fc
    .array(
      fc.record({
        kind: fc.constantFrom(...TARGET_KINDS),
        group_id: fc.option(fc.constantFrom(...groupIds)),
        tags: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }),
      }),
      { maxLength: 60 },
    )
    .map((given) => given.map((fields, index) => ({ id: `t${index}`, name: `t${index}`, ...fields })));
  const groups = groupIds.map((id) => ({ id, name: id, parent_id: null }));
  fc.assert(
    fc.property(targets, (given) => {
      const components = suggestComponents(groups, given);
      expect(components.length).toBeLessThanOrEqual(SUGGESTED_COMPONENTS_MAX);
      expect(components.length > 0).toBe(given.length > 0);
      for (const { selector, target_count, source } of components) {
        const selected = given.filter((one) =>
          selects(selector, {
            ...{ targetId: one.id as never, kind: one.kind, type: null, tags: one.tags },
            groupId: one.group_id as never,
          }),
        );
        const isExact = source === "group" || source === "target";
        if (isExact) expect(selected).toHaveLength(target_count);
        else expect(selected.length).toBeGreaterThanOrEqual(target_count);
      }
    }),
  );
});
