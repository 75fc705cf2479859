import { expect, test } from "vitest";
import { type ChecklistFacts, checklistSteps, isComplete } from "./checklist-steps.ts";

const health = { status: "working" } as ChecklistFacts["channels"][number]["health"];
const channels = [{ id: "c1", health }] as ChecklistFacts["channels"];
const rules = [{ enabled: true, channel_ids: ["c1"] }] as unknown as ChecklistFacts["rules"];
const NOTHING: ChecklistFacts = {
  targets: 0,
  rules: [],
  channels: [],
  people: 1,
  hasPrivateLocation: false,
  statusPages: 0,
};

const doneOf = (change: Partial<ChecklistFacts>) =>
  checklistSteps({ ...NOTHING, ...change })
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id);

test("each step is done by what exists", () => {
  expect(doneOf({})).toEqual([]);
  expect(doneOf({ targets: 1, channels })).toEqual(["target", "channel"]);
  expect(doneOf({ rules, channels })).toEqual(["channel", "rule"]);
  expect(doneOf({ people: 2, hasPrivateLocation: true })).toEqual(["person", "location"]);
  expect(doneOf({ statusPages: 1 })).toEqual(["page"]);
});

test("a rule without a channel that works notifies no one", () => {
  const failing = [{ ...channels[0], health: { ...health, status: "failing" as const } }];
  expect(doneOf({ rules, channels: failing as ChecklistFacts["channels"] })).toEqual([]);
});

test("it is complete without a status page and a private location, but not without a second person", () => {
  const most = { ...NOTHING, targets: 1, rules, channels };
  expect(isComplete(checklistSteps({ ...most, people: 2 }))).toBe(true);
  expect(isComplete(checklistSteps(most))).toBe(false);
});
