import { expect, test } from "vitest";
import { fieldChanges } from "./field-changes.ts";

test("returns only the changed fields, by path", () => {
  const before = { name: "Shop", settings: { timezone: "UTC", retention_days: 90 } };
  const after = { name: "Shop", settings: { timezone: "Europe/Berlin", retention_days: 90 } };
  expect(fieldChanges(before, after)).toEqual([
    { path: "settings.timezone", before: "UTC", after: "Europe/Berlin" },
  ]);
});

test("returns no old value for a created object and no new value for a deleted one", () => {
  expect(fieldChanges(null, { name: "Shop" })).toEqual([{ path: "name", before: null, after: "Shop" }]);
  expect(fieldChanges({ name: "Shop" }, null)).toEqual([{ path: "name", before: "Shop", after: null }]);
});

test("formats lists, empty strings and null so that they are visible", () => {
  expect(fieldChanges({ tags: ["a"], note: "x", parent: {} }, { tags: [], note: "", parent: null })).toEqual([
    { path: "note", before: "x", after: '""' },
    { path: "parent", before: "{}", after: "null" },
    { path: "tags", before: '[\n  "a"\n]', after: "[]" },
  ]);
});
