import { backoffMs } from "../../platform/kernel/backoff.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import { ServerUnavailableError } from "./server-response.ts";

/** Delays between retries. Jitter spreads the retries of all runners after an outage. */
const FIRST_MS = 500;
const MAX_MS = 15_000;

export type RetryOptions = {
  clock: Clock;
  log: Logger;
  /** Stops the retries. */
  signal: AbortSignal;
  /** Monotonic. After it the last failure is thrown. */
  deadlineMs?: number;
};

/** Retries an operation while the server is unavailable. Any other error is thrown immediately. */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { clock, log, signal, deadlineMs = Number.POSITIVE_INFINITY }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isUnavailable = error instanceof ServerUnavailableError;
      if (!isUnavailable || signal.aborted || clock.monotonic() >= deadlineMs) throw error;
      // Logged at the start of an outage and then occasionally.
      if (attempt === 0 || attempt % 20 === 0) log.warn("runner.server_unavailable", errorFacts(error));
      await pause(
        Math.max(error.retryAfterMs, backoffMs(attempt, { firstMs: FIRST_MS, maxMs: MAX_MS })),
        signal,
      );
      if (signal.aborted) throw error;
    }
  }
}
