import type { RunError, StepOutcome } from "@vedette/contract/run-job.ts";
import type { Masker } from "../../../kernel/mask.ts";
import { plainWords } from "./plain-words.ts";
import type { ScriptEvent } from "./script-events.ts";

type Of<E extends ScriptEvent["event"]> = Extract<ScriptEvent, { event: E }>;
type Node = { begin: Of<"test-begin"> | Of<"step-begin">; end: Of<"test-end"> | Of<"step-end"> | null };

/** More steps than a journey may have; a loop's later ones say nothing new. */
const STEPS_MAX = 200;

const CUT_OFF = "it did not come to its end";

export type ScriptSteps = {
  steps: StepOutcome[];
  error: RunError | null;
  /** The step that stands for a test, by the id that the reporter gave it. */
  stepOfTest: ReadonlyMap<number, number>;
};

/**
 * The steps of a run from what its reporter told: each test, followed by its `test.step`s or, where it has none,
 * by its calls and expectations. Pure.
 */
export function stepsOfScript(events: readonly ScriptEvent[], mask: Masker): ScriptSteps {
  const nodes = readNodes(events);
  const steps: StepOutcome[] = [];
  const stepOfTest = new Map<number, number>();
  let error: RunError | null = null;
  for (const test of nodes.values()) {
    if (test.begin.event !== "test-begin" || steps.length >= STEPS_MAX) continue;
    const index = steps.length;
    stepOfTest.set(test.begin.id, index);
    const outcome = testOutcome(test, index, mask);
    steps.push(outcome);
    for (const child of childrenOf(test.begin.id, nodes).slice(0, STEPS_MAX - steps.length)) {
      steps.push(stepOutcome(child, { index: steps.length, hasTestEnded: test.end !== null }, mask));
    }
    if (error === null && outcome.status === "failed") error = failureOf(steps.slice(index));
  }
  const outside = events.find((event) => event.event === "error");
  // Told beside the tests: why one of them did not come to its end, or why there is none.
  const isCut = steps.some(({ error: of }) => of?.message === CUT_OFF);
  if (outside !== undefined && (error === null || isCut)) {
    const { code, message } = plainWords(outside.error);
    error = { code, message: mask(message), stepIndex: error?.stepIndex ?? null };
  }
  return { steps, error, stepOfTest };
}

function readNodes(events: readonly ScriptEvent[]): Map<number, Node> {
  const nodes = new Map<number, Node>();
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

function childrenOf(testId: number, nodes: ReadonlyMap<number, Node>): Node[] {
  const all = [...nodes.values()].filter(
    ({ begin }) => begin.event === "step-begin" && begin.testId === testId,
  );
  const named = all.filter(({ begin }) => begin.event === "step-begin" && begin.category === "test.step");
  if (named.length > 0) return named;
  return all.filter(({ begin }) => begin.event === "step-begin" && begin.parentId === null);
}

function testOutcome({ begin, end }: Node, index: number, mask: Masker): StepOutcome {
  const isEnded = end?.event === "test-end";
  const failure = isEnded && end.errors[0] ? plainWords(end.errors[0]) : null;
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

function stepOutcome(
  { begin, end }: Node,
  { index, hasTestEnded }: { index: number; hasTestEnded: boolean },
  mask: Masker,
): StepOutcome {
  const error = end?.event === "step-end" ? end.error : null;
  const words = error === null ? null : plainWords(error);
  const isCut = end === null && !hasTestEnded;
  return {
    ...blank(begin, index, mask),
    action: begin.event === "step-begin" && begin.category === "expect" ? "expect" : "step",
    status: words !== null || isCut ? "failed" : "passed",
    durationMs: end?.durationMs ?? null,
    error: words
      ? { code: words.code, message: mask(words.message) }
      : isCut
        ? { code: "SCRIPT_FAILED", message: CUT_OFF }
        : null,
  };
}

function blank(begin: Node["begin"], index: number, mask: Masker) {
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

/** Of a test that failed and its steps, the last failed one: an inner step comes after the one around it. */
function failureOf(steps: readonly StepOutcome[]): RunError | null {
  const [test] = steps;
  const inner = steps.findLast(({ status }) => status === "failed");
  if (!test?.error) return null;
  // The test's own words say more than those of a step that its end cut off.
  const isTimeout = test.error.code === "TIMEOUT";
  const { code, message } = isTimeout ? test.error : (inner?.error ?? test.error);
  return { code, message, stepIndex: inner?.index ?? test.index };
}
