import { describe, expect, test } from "vitest";
import { createMasker } from "../../../kernel/mask.ts";
import type { ScriptEvent } from "./script-events.ts";
import { stepsOfScript } from "./steps-of-script.ts";

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

type StepChanges = {
  category?: "test.step" | "pw:api" | "expect";
  parentId?: number;
  error?: string;
  open?: true;
};

function step(
  id: number,
  title: string,
  { category = "pw:api", parentId, error, open }: StepChanges = {},
): ScriptEvent[] {
  const begun: ScriptEvent = {
    event: "step-begin",
    id,
    testId: 0,
    parentId: parentId ?? null,
    category,
    title,
    atMs: 1_000 + id,
  };
  if (open) return [begun];
  return [
    begun,
    { event: "step-end", id, durationMs: 5, error: error === undefined ? null : failing(error) },
  ];
}

describe("stepsOfScript", () => {
  test("a test with steps of its own shows these and not the calls within", () => {
    const { steps, error } = stepsOfScript(
      [
        begin(0),
        ...step(1, "log in", { category: "test.step" }),
        ...step(2, "Click", { parentId: 1 }),
        ...step(3, "inner", { category: "test.step", parentId: 1 }),
        end(0),
      ],
      mask,
    );
    expect(steps.map(({ index, name, action, status }) => [index, name, action, status])).toEqual([
      [0, "a test", "test", "passed"],
      [1, "log in", "step", "passed"],
      [2, "inner", "step", "passed"],
    ]);
    expect(error).toBeNull();
  });

  test("a test without any shows its calls and expectations, not those within them", () => {
    const { steps } = stepsOfScript(
      [
        begin(0),
        ...step(1, "Navigate"),
        ...step(2, "Expect", { category: "expect" }),
        ...step(3, "Query", { parentId: 2 }),
        end(0),
      ],
      mask,
    );
    expect(steps.map(({ name }) => name)).toEqual(["a test", "Navigate", "Expect"]);
  });

  test("the error is that of the innermost step that failed, with its place", () => {
    const { error, steps } = stepsOfScript(
      [
        begin(0),
        ...step(1, "fine", { category: "test.step" }),
        ...step(2, "pay", { category: "test.step", error: "Error: no button" }),
        end(0, { status: "failed", errors: [failing("Error: no button")] }),
      ],
      mask,
    );
    expect(error).toEqual({ code: "SCRIPT_FAILED", message: "Line 3: no button", stepIndex: 2 });
    expect(steps.map(({ status }) => status)).toEqual(["failed", "passed", "failed"]);
  });

  test("a step whose failure the script caught does not fail the test", () => {
    const { error } = stepsOfScript([begin(0), ...step(1, "try", { error: "Error: x" }), end(0)], mask);
    expect(error).toBeNull();
  });

  test("a test at its deadline is TIMEOUT", () => {
    const { error } = stepsOfScript(
      [
        begin(0),
        ...step(1, "wait", { error: "Error: page.click: Test timeout of 500ms exceeded." }),
        end(0, { status: "timedOut", errors: [failing("Test timeout of 500ms exceeded.")] }),
      ],
      mask,
    );
    expect(error).toMatchObject({ code: "TIMEOUT", stepIndex: 1 });
  });

  test("what was cut off in the middle has failed", () => {
    const { steps, error } = stepsOfScript([begin(0), ...step(1, "hang", { open: true })], mask);
    expect(steps.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(error?.message).toBe("it did not come to its end");
  });

  test("why a test was cut off is told beside it", () => {
    const message = "Timed out waiting 7s for the test suite to run";
    const { error } = stepsOfScript([begin(0), { event: "error", error: failing(message) }], mask);
    expect(error).toMatchObject({ code: "TIMEOUT", stepIndex: 0 });
  });

  test("skipped tests stay listed, and a failure that was expected is none", () => {
    const { steps, error } = stepsOfScript(
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

  test("secrets are hidden in names and errors", () => {
    const { steps, error } = stepsOfScript(
      [
        begin(0, "log in with s3cret"),
        ...step(1, 'Fill "s3cret"', { error: "Error: s3cret" }),
        end(0, { status: "failed", errors: [failing("Error: s3cret")] }),
      ],
      mask,
    );
    expect(JSON.stringify({ steps, error })).not.toContain("s3cret");
  });

  test("hostile events make no more than the maximum, and no crash", () => {
    const { steps } = stepsOfScript(
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
