import { expect, test } from "vitest";
import { fieldChanges } from "./field-changes.ts";

test("only what is otherwise is told, by the path of the field", () => {
  const before = { name: "Shop", settings: { timezone: "UTC", retention_days: 90 } };
  const after = { name: "Shop", settings: { timezone: "Europe/Berlin", retention_days: 90 } };
  expect(fieldChanges(before, after)).toEqual([
    { path: "settings.timezone", before: "UTC", after: "Europe/Berlin" },
  ]);
});

test("what is made has no before, and what is deleted no after", () => {
  expect(fieldChanges(null, { name: "Shop" })).toEqual([{ path: "name", before: null, after: "Shop" }]);
  expect(fieldChanges({ name: "Shop" }, null)).toEqual([{ path: "name", before: "Shop", after: null }]);
});

test("lists, empty texts and nothing are told so that one sees them", () => {
  expect(fieldChanges({ tags: ["a"], note: "x", parent: {} }, { tags: [], note: "", parent: null })).toEqual([
    { path: "note", before: "x", after: '""' },
    { path: "parent", before: "{}", after: "null" },
    { path: "tags", before: '[\n  "a"\n]', after: "[]" },
  ]);
});
