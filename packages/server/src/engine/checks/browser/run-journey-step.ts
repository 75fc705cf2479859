import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import type { StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { PageLog } from "./evidence/page-log.ts";
import { takeScreenshot } from "./evidence/take-screenshot.ts";
import type { RunTimer } from "./run-timer.ts";
import { StepFailure, seconds } from "./step-failure.ts";
import type { StepScope, StepYield } from "./step-scope.ts";
import { runAction } from "./steps/registry.ts";
import { withTimeout } from "./with-timeout.ts";

/** A page that cannot be captured in time hangs, and the run must end anyway. */
const SCREENSHOT_MS_MAX = 3_000;
/** After the run's timeout. */
const LATE_SCREENSHOT_MS_MAX = 500;
/** Grace period in which a timed-out step reports what it waited for, before the generic message is used. */
const LAST_ERROR_MS = 1_000;
const URL_LENGTH_MAX = 2_048;
const MESSAGE_LENGTH_MAX = 1_000;

export type StepSurroundings = {
  log: PageLog;
  settle(): Promise<void>;
  timer: RunTimer;
  /**
   * Returns why the step failed: a crash or the run's timeout, or else the StepFailure that was thrown. Rethrows any other
   * error.
   */
  explain(error: unknown): StepFailure;
};

/** Runs one step, from its first wait to its screenshot. The page's behavior is an outcome. */
export async function runJourneyStep(
  step: JourneyStep,
  scope: StepScope,
  surroundings: StepSurroundings,
): Promise<StepOutcome> {
  const startedAtMs = surroundings.timer.nowMs();
  const found = await tryAction(step, scope, surroundings);
  const durationMs = surroundings.timer.nowMs() - startedAtMs;
  const error = found.error ?? null;
  const screenshot =
    found.screenshot ??
    (error !== null || step.screenshot ? await storeScreenshot(step, scope, surroundings.timer) : null);
  const { console, failedRequests } = surroundings.log.take();
  return {
    index: scope.index,
    name: scope.show(step.name),
    action: step.action,
    status: error === null ? "passed" : "failed",
    startedAtMs,
    durationMs,
    error: error && { code: error.code, message: scope.show(error.message, MESSAGE_LENGTH_MAX) },
    url: found.url ?? pageUrl(scope),
    request: found.request ?? null,
    response: found.response ?? null,
    assertions: found.assertions ?? [],
    extracted: found.extracted ?? [],
    ...(screenshot !== null && { screenshot }),
    ...(found.visualDiff && { visualDiff: found.visualDiff }),
    ...(console.length > 0 && { console }),
    ...(failedRequests.length > 0 && { failedRequests }),
  };
}

async function tryAction(
  step: JourneyStep,
  scope: StepScope,
  { settle, explain }: StepSurroundings,
): Promise<StepYield> {
  try {
    const found = (await inTime(runAction(step, scope), scope)) ?? {};
    await settle();
    return found;
  } catch (error) {
    const { code, message } = explain(error);
    return { error: { code, message } };
  }
}

/** Not every call to a browser has its own timeout, and a page that hangs answers none of them. */
async function inTime<T>(action: Promise<T>, { leftMs, timeoutMs, signal }: StepScope): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(stepTimeout(timeoutMs)), leftMs() + LAST_ERROR_MS);
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  // The losing promise has no one left to handle its rejection.
  action.catch(() => null);
  try {
    return await Promise.race([action, end]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

async function storeScreenshot(step: JourneyStep, scope: StepScope, timer: RunTimer): Promise<string | null> {
  const page = scope.newestPage();
  const { secretFields } = scope;
  const timeoutMs = timer.forEvidenceMs(SCREENSHOT_MS_MAX, LATE_SCREENSHOT_MS_MAX);
  const taken = takeScreenshot({ page, secretFields, type: "jpeg", timeoutMs });
  // If the page hangs or the browser is gone there is no screenshot; the step's error says why.
  const image = await withTimeout(timeoutMs, taken).catch(() => null);
  if (image === null) return null;
  const name = `step-${scope.index + 1}-${step.action}.jpg`;
  const file = { kind: "screenshot" as const, name, contentType: "image/jpeg", stepIndex: scope.index };
  return scope.artifacts.store(file, image);
}

function pageUrl(scope: StepScope): string | null {
  const url = scope.newestPage().url();
  return url === "about:blank" || url === "" ? null : scope.show(url, URL_LENGTH_MAX);
}

/** Returns the failure of a step whose time ran out before any of its waits reported it. */
export function stepTimeout(timeoutMs: number): StepFailure {
  return new StepFailure("TIMEOUT", `the step did not end within ${seconds(timeoutMs)}`);
}
