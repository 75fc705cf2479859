import { setTimeout as sleep } from "node:timers/promises";
import { retryWaitMs } from "@vedette/contract/checks/check-duration.ts";
import { isRetryable } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckTry } from "./check-try.ts";

/**
 * Tries until one succeeds or the retries are used up, and returns the last. A try that the egress policy or
 * a limit of Vedette ended is not retried: it would end the same way. Rejects with the signal's reason if it
 * interrupts the wait, because an unconfirmed failure must not be reported as down.
 */
export async function withRetries(
  { retries, retryWait, firstWaitMs }: Pick<CheckSpec, "retries" | "retryWait" | "firstWaitMs">,
  runTry: () => Promise<CheckTry>,
  signal: AbortSignal | undefined,
): Promise<{ last: CheckTry; attempts: number }> {
  if (firstWaitMs !== undefined) await wait(firstWaitMs, signal);
  let attempts = 1;
  let last = await runTry();
  while (last.error !== null && isRetryable(last.error.code) && attempts <= retries) {
    await wait(retryWaitMs(attempts, retryWait), signal);
    attempts += 1;
    last = await runTry();
  }
  return { last, attempts };
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
