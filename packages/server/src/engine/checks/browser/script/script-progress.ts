import type { Masker } from "../../../../platform/masking/mask.ts";
import type { JourneyContext } from "../journey-context.ts";
import { reportStep } from "../report-step.ts";
import type { ScriptEvent } from "./script-events.ts";
import { type ScriptNode, STEPS_MAX, stepOutcome, testOutcome } from "./script-steps.ts";

type Of<E extends ScriptEvent["event"]> = Extract<ScriptEvent, { event: E }>;
type OpenStep = { begin: Of<"step-begin">; index: number };
type OpenTest = { begin: Of<"test-begin">; open: Map<number, OpenStep>; hasSteps: boolean };

/**
 * Reports the steps of a script while it runs, numbered as in its outcome by `buildScriptSteps`. A test
 * without steps is one step, which is known when the test ends. A script that sends events in an order that
 * Playwright never has gets other numbers here than in its outcome.
 */
export class ScriptProgress {
  readonly #ctx: Pick<JourneyContext, "onStep">;
  readonly #mask: Masker;
  readonly #tests = new Map<number, OpenTest>();
  #stepsCount = 0;

  constructor(ctx: Pick<JourneyContext, "onStep">, mask: Masker) {
    this.#ctx = ctx;
    this.#mask = mask;
  }

  /** Takes the next event of the reporter. */
  take(event: ScriptEvent): void {
    if (event.event === "test-begin") this.#beginTest(event);
    else if (event.event === "step-begin") this.#beginStep(event);
    else if (event.event === "step-end") this.#endStep(event);
    else if (event.event === "test-end") this.#endTest(event);
  }

  #beginTest(begin: Of<"test-begin">): void {
    if (!this.#tests.has(begin.id)) this.#tests.set(begin.id, { begin, open: new Map(), hasSteps: false });
  }

  #beginStep(begin: Of<"step-begin">): void {
    const test = this.#tests.get(begin.testId);
    if (test === undefined || this.#stepsCount >= STEPS_MAX) return;
    const step = { begin, index: this.#nextIndex() };
    test.open.set(begin.id, step);
    test.hasSteps = true;
    const { index, name, action, startedAtMs } = stepOutcome(
      { begin, end: null },
      { index: step.index, hasTestEnded: true },
      this.#mask,
    );
    const running = { status: "running", durationMs: null, error: null } as const;
    this.#ctx.onStep?.({ index, name, action, startedAtMs, ...running });
  }

  #endStep(end: Of<"step-end">): void {
    for (const test of this.#tests.values()) {
      const step = test.open.get(end.id);
      if (step === undefined) continue;
      test.open.delete(end.id);
      this.#reportStep({ begin: step.begin, end }, step.index);
      return;
    }
  }

  /** Steps that are still open have ended with their test. */
  #endTest(end: Of<"test-end">): void {
    const test = this.#tests.get(end.id);
    if (test === undefined) return;
    this.#tests.delete(end.id);
    for (const { begin, index } of test.open.values()) this.#reportStep({ begin, end: null }, index);
    if (test.hasSteps || this.#stepsCount >= STEPS_MAX) return;
    reportStep(testOutcome({ begin: test.begin, end }, this.#nextIndex(), this.#mask), this.#ctx);
  }

  #reportStep(node: ScriptNode, index: number): void {
    reportStep(stepOutcome(node, { index, hasTestEnded: true }, this.#mask), this.#ctx);
  }

  #nextIndex(): number {
    this.#stepsCount += 1;
    return this.#stepsCount - 1;
  }
}
