import { expect, test } from "vitest";
import { groupKeyOf } from "./group-key.ts";

test.each<[string, string | null, string[], string | null]>([
  ["target", "g1", ["team:a"], null],
  ["rule", null, [], "rule"],
  ["group", "g1", [], "group:g1"],
  ["group", null, [], null],
  ["tag:team", null, ["prod", "team:shop"], "tag:team:shop"],
  ["tag:team", null, ["team:b", "team:a"], "tag:team:a"],
  ["tag:prod", null, ["prod", "team:shop"], "tag:prod"],
  ["tag:team", null, ["teams:shop"], null],
])("by %s with group %s and tags %j", (groupBy, groupId, tags, key) => {
  expect(groupKeyOf(groupBy, { groupId, tags })).toBe(key);
});
