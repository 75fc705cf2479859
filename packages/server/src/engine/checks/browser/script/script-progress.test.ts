import type { StepProgress } from "@vedette/contract/runs/run-job.ts";
import { expect, test } from "vitest";
import { createMasker } from "../../../../platform/masking/mask.ts";
import type { ScriptEvent } from "./script-events.ts";
import { ScriptProgress } from "./script-progress.ts";
import { buildScriptSteps } from "./script-steps.ts";

const mask = createMasker(["s3cret"]);
const error = { message: "Error: no s3cret here", stack: "", line: 3, file: "/x/script.spec.ts" };

const testBegin = (id: number, title: string): ScriptEvent => ({ event: "test-begin", id, title, atMs: 1 });
const testEnd = (id: number, status: "passed" | "failed"): ScriptEvent => ({
  ...{ event: "test-end", id, status, expected: "passed", durationMs: 9 },
  errors: status === "failed" ? [error] : [],
});
const stepBegin = (id: number, testId: number, title: string): ScriptEvent => ({
  ...{ event: "step-begin", id, testId, title, atMs: id },
});
const stepEnd = (id: number, failed = false): ScriptEvent => ({
  ...{ event: "step-end", id, durationMs: 5, error: failed ? error : null },
});

/** A test with nested steps, a test without steps, and one that fails with a step still open. */
const EVENTS: ScriptEvent[] = [
  testBegin(0, "shop"),
  stepBegin(1, 0, "type s3cret"),
  stepBegin(2, 0, "inner"),
  stepEnd(2),
  stepEnd(1),
  testEnd(0, "passed"),
  testBegin(3, "plain"),
  testEnd(3, "passed"),
  testBegin(4, "broken"),
  stepBegin(5, 4, "pay"),
  stepEnd(5, true),
  stepBegin(6, 4, "clean up"),
  testEnd(4, "failed"),
];

function follow(events: readonly ScriptEvent[]): StepProgress[] {
  const seen: StepProgress[] = [];
  const progress = new ScriptProgress({ onStep: (step) => seen.push(step) }, mask);
  for (const event of events) progress.take(event);
  return seen;
}

test("the steps of a script are reported as they start and end, with secrets masked", () => {
  const seen = follow(EVENTS);
  expect(seen.map(({ index, name, status }) => [index, name, status])).toEqual([
    [0, "type ••••", "running"],
    [1, "inner", "running"],
    [1, "inner", "passed"],
    [0, "type ••••", "passed"],
    [2, "plain", "passed"],
    [3, "pay", "running"],
    [3, "pay", "failed"],
    [4, "clean up", "running"],
    [4, "clean up", "passed"],
  ]);
  expect(JSON.stringify(seen)).not.toContain("s3cret");
});

test("the last report of each step is what the outcome says about it", () => {
  const last = new Map(follow(EVENTS).map((step) => [step.index, step]));
  const { steps } = buildScriptSteps(EVENTS, mask);
  expect([...last.values()].toSorted((one, other) => one.index - other.index)).toEqual(
    steps.map(({ index, name, action, status, startedAtMs, durationMs, error: own }) => ({
      ...{ index, name, action, status, startedAtMs, durationMs, error: own },
    })),
  );
});

test("events that belong to no test, and repeated ends, report nothing", () => {
  expect(follow([stepBegin(1, 7, "x"), stepEnd(1), testEnd(7, "passed")])).toEqual([]);
  const ended = [testBegin(0, "a"), testEnd(0, "passed"), testEnd(0, "passed"), stepBegin(1, 0, "late")];
  expect(follow(ended)).toHaveLength(1);
});
