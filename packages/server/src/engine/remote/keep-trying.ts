import { backoffMs } from "../../platform/kernel/backoff.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import { ServerAwayError } from "./server-link.ts";

/** Between tries; with jitter, so that a server that comes back is not met by all its runners at once. */
const FIRST_MS = 500;
const MAX_MS = 15_000;

export type Patience = {
  clock: Clock;
  log: Logger;
  /** Ends it between two tries. */
  signal: AbortSignal;
  /** Monotonic; from then on the last failure is thrown. */
  deadlineMs?: number;
};

/** Does something again while the server is away. Anything else that goes wrong is thrown at once. */
export async function keepTrying<T>(
  work: () => Promise<T>,
  { clock, log, signal, deadlineMs = Number.POSITIVE_INFINITY }: Patience,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof ServerAwayError;
      if (!isAway || signal.aborted || clock.monotonic() >= deadlineMs) throw error;
      // Once for each time away, and then now and then.
      if (attempt === 0 || attempt % 20 === 0) log.warn("runner.server_away", errorFacts(error));
      await pause(
        Math.max(error.retryAfterMs, backoffMs(attempt, { firstMs: FIRST_MS, maxMs: MAX_MS })),
        signal,
      );
      if (signal.aborted) throw error;
    }
  }
}
