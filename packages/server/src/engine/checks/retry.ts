import { setTimeout as sleep } from "node:timers/promises";
import { isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { CheckTry } from "./check-try.ts";

/** Between two tries. Source: decisions.md, section 3. */
const RETRY_WAIT_MS = 1_000;

/**
 * Tries until one succeeds or the extra tries are used up, and gives the last. A try that our own policy or
 * limit ended is not repeated: it would end there again. Rejects with the signal's reason when it cuts the
 * waiting short, for what was not confirmed must not be called down.
 */
export async function withRetries(
  retries: number,
  runTry: () => Promise<CheckTry>,
  signal: AbortSignal | undefined,
): Promise<{ last: CheckTry; attempts: number }> {
  let attempts = 1;
  let last = await runTry();
  while (last.error !== null && !isNotJudged(last.error.code) && attempts <= retries) {
    await wait(signal);
    attempts += 1;
    last = await runTry();
  }
  return { last, attempts };
}

async function wait(signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(RETRY_WAIT_MS, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
