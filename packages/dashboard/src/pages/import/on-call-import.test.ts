import type { ScheduleImport } from "@vedette/contract/on-call/schedule-import.ts";
import { expect, test } from "vitest";
import { onCallBody, onCallReview } from "./on-call-import.ts";

const imported = (change: Partial<ScheduleImport> = {}): ScheduleImport => ({
  ...{ mode: "plan", schedules: [], policies: [], problems: [], missing_people: [], ...change },
});
const schedule = (name: string) => ({ id: null, name, timezone: "UTC", layers: ["Day"], overrides: 0 });
const policy = (name: string) => ({ id: null, name, steps: 1 });

/** Node has no paths of chosen folders. */
function chosen(name: string, { content, path = "" }: { content: string; path?: string }): File {
  return Object.defineProperty(new File([content], name), "webkitRelativePath", { value: path });
}

test("the files are sent with their names, in a folder with their path", async () => {
  const files = [
    chosen("users.json", { content: "[]" }),
    chosen("shop.json", { content: '{"schedule":{}}', path: "export/schedules/shop.json" }),
  ];
  expect(await onCallBody("pagerduty", files, "plan")).toEqual({
    ...{ tool: "pagerduty", mode: "plan" },
    files: [
      { name: "users.json", content: "[]" },
      { name: "schedules/shop.json", content: '{"schedule":{}}' },
    ],
  });
});

test("what has no problem is made as it is", () => {
  expect(onCallReview(imported({ schedules: [schedule("Shop")], policies: [policy("Shop")] }))).toEqual({
    made: [
      { kind: "schedule", key: "Shop", name: "Shop", reasons: [] },
      { kind: "escalation_policy", key: "Shop", name: "Shop", reasons: [] },
    ],
    ...{ made_with_differences: [], not_made: [] },
  });
});

test("a problem belongs to the schedule or policy that it names, also one of a layer", () => {
  const review = onCallReview(
    imported({
      schedules: [schedule("Shop"), schedule("Shop, EU")],
      policies: [policy("Shop")],
      problems: [
        { item: "Schedule Shop, layer Night", reason: "Ada is left out" },
        {
          item: "Schedule Shop, EU, layer Day",
          reason: "has turns of 90 seconds; turns here are whole hours",
        },
        { item: "Policy Shop", reason: "rule 1 notifies Bob, who is not in these files." },
        { item: "Schedule Old", reason: "exists" },
        { item: "schedule 3", reason: "cannot be read" },
      ],
      missing_people: ["ada@example.org"],
    }),
  );
  expect(review.made).toEqual([]);
  expect(review.made_with_differences.map(({ kind, name, reasons }) => [kind, name, reasons])).toEqual([
    ["schedule", "Shop", ["Layer Night: Ada is left out."]],
    ["schedule", "Shop, EU", ["Layer Day: has turns of 90 seconds; turns here are whole hours."]],
    ["escalation_policy", "Shop", ["Rule 1 notifies Bob, who is not in these files."]],
  ]);
  expect(review.not_made.map(({ name, reasons }) => [name, reasons])).toEqual([
    ["Schedule Old", ["Exists."]],
    ["schedule 3", ["Cannot be read."]],
    ["ada@example.org", ["No member has this address. Invite them, then import again."]],
  ]);
});
