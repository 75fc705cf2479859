import type { JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import type { JourneyContext } from "./journey-context.ts";

/** The timer of one attempt. */
export type RunTimer = {
  startedAtMs: number;
  nowMs(): number;
  leftMs(): number;
  /** Returns how long to wait for evidence: the remaining time within these bounds. */
  forEvidenceMs(mostMs: number, leastMs: number): number;
  /** Aborts all waits at the run's timeout or by the context's signal. */
  signal: AbortSignal;
  isUp(): boolean;
  stop(): void;
};

export function startTimer({ timeoutMs }: JourneyRunSpec, { clock, signal }: JourneyContext): RunTimer {
  const controller = new AbortController();
  const startedAtMs = clock.now();
  const startMs = clock.monotonic();
  const spentMs = () => Math.round(clock.monotonic() - startMs);
  const timer = setTimeout(() => controller.abort(new Error("the run timed out")), timeoutMs);
  return {
    startedAtMs,
    nowMs: () => startedAtMs + spentMs(),
    leftMs: () => timeoutMs - spentMs(),
    forEvidenceMs: (mostMs, leastMs) => Math.min(mostMs, Math.max(leastMs, timeoutMs - spentMs())),
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    isUp: () => controller.signal.aborted,
    stop: () => clearTimeout(timer),
  };
}
