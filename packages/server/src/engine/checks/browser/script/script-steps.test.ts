import { describe, expect, test } from "vitest";
import { createMasker } from "../../../../platform/masking/mask.ts";
import type { ScriptEvent } from "./script-events.ts";
import { buildScriptSteps } from "./script-steps.ts";

const mask = createMasker(["s3cret"]);
const failing = (message: string) => ({ message, stack: "", line: 3, file: "/x/script.spec.ts" });

function begin(id: number, title = "a test"): ScriptEvent {
  return { event: "test-begin", id, title, atMs: 1_000 };
}

function end(id: number, changes: Partial<Extract<ScriptEvent, { event: "test-end" }>> = {}): ScriptEvent {
  return {
    event: "test-end",
    id,
    status: "passed",
    expected: "passed",
    durationMs: 50,
    errors: [],
    ...changes,
  };
}

type StepChanges = { testId?: number; error?: string; open?: true };

function step(id: number, title: string, { testId = 0, error, open }: StepChanges = {}): ScriptEvent[] {
  const begun: ScriptEvent = { event: "step-begin", id, testId, title, atMs: 1_000 + id };
  if (open) return [begun];
  return [
    begun,
    { event: "step-end", id, durationMs: 5, error: error === undefined ? null : failing(error) },
  ];
}

describe("stepsOfScript", () => {
  test("the steps are those of test.step, without the test around them", () => {
    const { steps, error } = buildScriptSteps(
      [begin(0), ...step(1, "log in"), ...step(3, "inner"), end(0)],
      mask,
    );
    expect(steps.map(({ index, name, action, status }) => [index, name, action, status])).toEqual([
      [0, "log in", "step", "passed"],
      [1, "inner", "step", "passed"],
    ]);
    expect(error).toBeNull();
  });

  test("a test without any is one step with its name", () => {
    const { steps } = buildScriptSteps([begin(0, "sign in"), end(0)], mask);
    expect(steps.map(({ name, action, status, durationMs }) => [name, action, status, durationMs])).toEqual([
      ["sign in", "test", "passed", 50],
    ]);
  });

  test("each of several tests has its own steps, or one with its name", () => {
    const { steps, stepOfTest } = buildScriptSteps(
      [begin(0), ...step(1, "log in"), end(0), begin(9, "second"), end(9)],
      mask,
    );
    expect(steps.map(({ index, name }) => [index, name])).toEqual([
      [0, "log in"],
      [1, "second"],
    ]);
    expect([...stepOfTest]).toEqual([
      [0, 0],
      [9, 1],
    ]);
  });

  test("the error is that of the innermost failed step, with its line", () => {
    const { error, steps, stepOfTest } = buildScriptSteps(
      [
        begin(0),
        ...step(1, "fine"),
        ...step(2, "pay", { error: "Error: no button" }),
        end(0, { status: "failed", errors: [failing("Error: no button")] }),
      ],
      mask,
    );
    expect(error).toEqual({ code: "SCRIPT_FAILED", message: "Line 3: no button", stepIndex: 1 });
    expect(steps.map(({ status }) => status)).toEqual(["passed", "failed"]);
    expect(stepOfTest.get(0)).toBe(1);
  });

  test("a failure between the steps fails the run and none of them", () => {
    const { error, steps } = buildScriptSteps(
      [begin(0), ...step(1, "fine"), end(0, { status: "failed", errors: [failing("Error: no button")] })],
      mask,
    );
    expect(error).toEqual({ code: "SCRIPT_FAILED", message: "Line 3: no button", stepIndex: null });
    expect(steps.map(({ status }) => status)).toEqual(["passed"]);
  });

  test("a step whose failure the script caught does not fail the test", () => {
    const { error } = buildScriptSteps([begin(0), ...step(1, "try", { error: "Error: x" }), end(0)], mask);
    expect(error).toBeNull();
  });

  test("a test at its timeout is TIMEOUT, at the step that it interrupted", () => {
    const { error } = buildScriptSteps(
      [
        begin(0),
        ...step(1, "wait", { error: "Error: page.click: Test timeout of 500ms exceeded." }),
        end(0, { status: "timedOut", errors: [failing("Test timeout of 500ms exceeded.")] }),
      ],
      mask,
    );
    expect(error).toMatchObject({ code: "TIMEOUT", stepIndex: 0 });
  });

  test("an interrupted step has failed", () => {
    const { steps, error } = buildScriptSteps([begin(0), ...step(1, "hang", { open: true })], mask);
    expect(steps.map(({ name, status }) => [name, status])).toEqual([["hang", "failed"]]);
    expect(error).toMatchObject({ message: "it did not finish", stepIndex: 0 });
  });

  test("the reason for an interruption is reported outside of the tests", () => {
    const message = "Timed out waiting 7s for the test suite to run";
    const { error } = buildScriptSteps([begin(0), { event: "error", error: failing(message) }], mask);
    expect(error).toMatchObject({ code: "TIMEOUT", stepIndex: 0 });
  });

  test("skipped tests stay listed, and an expected failure does not count", () => {
    const { steps, error } = buildScriptSteps(
      [
        begin(0),
        end(0, { status: "skipped" }),
        begin(9, "known bug"),
        end(9, { status: "failed", expected: "failed" }),
      ],
      mask,
    );
    expect(steps.map(({ status }) => status)).toEqual(["skipped", "passed"]);
    expect(error).toBeNull();
  });

  test("masks secrets in names and errors", () => {
    const { steps, error } = buildScriptSteps(
      [
        begin(0, "log in with s3cret"),
        ...step(1, 'Fill "s3cret"', { error: "Error: s3cret" }),
        end(0, { status: "failed", errors: [failing("Error: s3cret")] }),
      ],
      mask,
    );
    expect(JSON.stringify({ steps, error })).not.toContain("s3cret");
  });

  test("hostile events create no more than the maximum number of steps and no crash", () => {
    const { steps } = buildScriptSteps(
      [
        begin(0),
        ...Array.from({ length: 500 }, (_, index) => step(index + 1, "loop")).flat(),
        end(77),
        end(0),
        end(0),
      ],
      mask,
    );
    expect(steps).toHaveLength(200);
  });
});
