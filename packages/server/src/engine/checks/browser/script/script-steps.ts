import type { RunError, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import { describeScriptError } from "./describe-script-error.ts";
import type { ScriptEvent } from "./script-events.ts";

type Of<E extends ScriptEvent["event"]> = Extract<ScriptEvent, { event: E }>;
/** What the reporter said about a test or a step. */
export type ScriptNode = {
  begin: Of<"test-begin"> | Of<"step-begin">;
  end: Of<"test-end"> | Of<"step-end"> | null;
};

/** More steps than a journey may have; further iterations of a loop add no information. */
export const STEPS_MAX = 200;

const CUT_OFF = "it did not finish";

export type ScriptSteps = {
  steps: StepOutcome[];
  error: RunError | null;
  /** The step that shows a test's files, by the test's id in the reporter. */
  stepOfTest: ReadonlyMap<number, number>;
};

/**
 * Builds the steps of a run from its reporter's events: those of `test.step`, or a single step with the
 * test's name for a test without steps. Pure.
 */
export function buildScriptSteps(events: readonly ScriptEvent[], mask: Masker): ScriptSteps {
  const nodes = readNodes(events);
  const steps: StepOutcome[] = [];
  const stepOfTest = new Map<number, number>();
  let error: RunError | null = null;
  let isCut = false;
  for (const test of nodes.values()) {
    if (test.begin.event !== "test-begin" || steps.length >= STEPS_MAX) continue;
    const outcome = testOutcome(test, steps.length, mask);
    const hasTestEnded = test.end !== null;
    const own = childrenOf(test.begin.id, nodes)
      .slice(0, STEPS_MAX - steps.length)
      .map((child, at) => stepOutcome(child, { index: steps.length + at, hasTestEnded }, mask));
    const shown = own.length === 0 ? [outcome] : own;
    steps.push(...shown);
    const failed = shown.findLast(({ status }) => status === "failed");
    stepOfTest.set(test.begin.id, (failed ?? shown.at(-1) ?? outcome).index);
    isCut ||= !hasTestEnded;
    if (error === null && outcome.status === "failed") error = failureOf(outcome, failed ?? null);
  }
  const outside = events.find((event) => event.event === "error");
  // An error outside of the tests explains why one of them did not finish, or why there is none.
  if (outside !== undefined && (error === null || isCut)) {
    const { code, message } = describeScriptError(outside.error);
    error = { code, message: mask(message), stepIndex: error?.stepIndex ?? null };
  }
  return { steps, error, stepOfTest };
}

function readNodes(events: readonly ScriptEvent[]): Map<number, ScriptNode> {
  const nodes = new Map<number, ScriptNode>();
  for (const event of events) {
    if (event.event === "test-begin" || event.event === "step-begin") {
      if (!nodes.has(event.id)) nodes.set(event.id, { begin: event, end: null });
    } else if (event.event === "test-end" || event.event === "step-end") {
      const node = nodes.get(event.id);
      if (node && node.end === null) node.end = event;
    }
  }
  return nodes;
}

function childrenOf(testId: number, nodes: ReadonlyMap<number, ScriptNode>): ScriptNode[] {
  return [...nodes.values()].filter(({ begin }) => begin.event === "step-begin" && begin.testId === testId);
}

/** Returns a test as a step; one that has not ended has failed. */
export function testOutcome({ begin, end }: ScriptNode, index: number, mask: Masker): StepOutcome {
  const isEnded = end?.event === "test-end";
  const failure = isEnded && end.errors[0] ? describeScriptError(end.errors[0]) : null;
  const status = !isEnded
    ? "failed"
    : end.status === "skipped"
      ? "skipped"
      : end.status === end.expected
        ? "passed"
        : "failed";
  const timedOut = isEnded && end.status === "timedOut";
  return {
    ...blank(begin, index, mask),
    action: "test",
    status,
    durationMs: status === "skipped" ? null : (end?.durationMs ?? null),
    error:
      status === "failed"
        ? {
            code: timedOut ? "TIMEOUT" : (failure?.code ?? "SCRIPT_FAILED"),
            message: mask(failure?.message ?? CUT_OFF),
          }
        : null,
  };
}

/** Returns a step; one that has ended with its test has passed. */
export function stepOutcome(
  { begin, end }: ScriptNode,
  { index, hasTestEnded }: { index: number; hasTestEnded: boolean },
  mask: Masker,
): StepOutcome {
  const error = end?.event === "step-end" ? end.error : null;
  const words = error === null ? null : describeScriptError(error);
  const isCut = end === null && !hasTestEnded;
  return {
    ...blank(begin, index, mask),
    action: "step",
    status: words !== null || isCut ? "failed" : "passed",
    durationMs: end?.durationMs ?? null,
    error: words
      ? { code: words.code, message: mask(words.message) }
      : isCut
        ? { code: "SCRIPT_FAILED", message: CUT_OFF }
        : null,
  };
}

function blank(begin: ScriptNode["begin"], index: number, mask: Masker) {
  return {
    index,
    name: mask(begin.title) || "step",
    startedAtMs: begin.atMs,
    url: null,
    request: null,
    response: null,
    assertions: [],
    extracted: [],
  };
}

/**
 * Of a failed test's steps, the last failed one is the most specific: an inner step follows the one around
 * it.
 */
function failureOf(test: StepOutcome, failed: StepOutcome | null): RunError | null {
  if (!test.error) return null;
  // The test's own error is more specific than that of a step that the test's end interrupted.
  const isTimeout = test.error.code === "TIMEOUT";
  const { code, message } = isTimeout ? test.error : (failed?.error ?? test.error);
  return { code, message, stepIndex: failed?.index ?? null };
}
