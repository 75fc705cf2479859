import { expect, test } from "vitest";
import { countResources, filterEntries, groupReasons, kindsOf } from "./review-entries.ts";

const entry = (name: string, kind: string, ...reasons: string[]) => ({ kind, key: name, name, reasons });
const ENTRIES = [
  entry("Shop", "monitor", "The field 'proxy' has no counterpart.", "The field 'x' has no counterpart."),
  entry("Mail", "channel", "The field 'cc' has no counterpart."),
  entry("Game", "game", "Its type has no counterpart."),
];

test("reasons are counted once for each thing, without names in quotes, most frequent first", () => {
  expect(groupReasons(ENTRIES)).toEqual([
    { reason: "The field '…' has no counterpart.", count: 2 },
    { reason: "Its type has no counterpart.", count: 1 },
  ]);
});

test("a list is filtered by name, kind and reason", () => {
  const names = (filter: Partial<Parameters<typeof filterEntries>[1]>) =>
    filterEntries(ENTRIES, { text: "", kind: null, reason: null, ...filter }).map(({ name }) => name);
  expect(names({ text: " sHo" })).toEqual(["Shop"]);
  expect(names({ kind: "channel" })).toEqual(["Mail"]);
  expect(names({ reason: "The field '…' has no counterpart." })).toEqual(["Shop", "Mail"]);
  expect(names({})).toHaveLength(3);
  expect(kindsOf(ENTRIES)).toEqual(["channel", "game", "monitor"]);
});

test("only resources are counted, and not what becomes a part of them", () => {
  expect(countResources([...ENTRIES, entry("prod", "tag")])).toBe(2);
});
