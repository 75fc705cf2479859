import { systemClock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";

/** Service managers wait this long before they kill the process. */
const STOP_MAX_MS = 29_000;
/** One Ctrl-C can arrive twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Stops the process once on SIGTERM or SIGINT, with exit code 0; a second signal ends it at once. Returns the
 * same stop function for other causes.
 */
export function onStopSignal(log: Logger, stop: () => Promise<void>): () => void {
  let begunAtMs: number | null = null;
  const begin = () => {
    const nowMs = systemClock.monotonic();
    if (begunAtMs !== null) {
      if (nowMs - begunAtMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    begunAtMs = nowMs;
    log.info("process.stopping");
    setTimeout(() => {
      log.error("process.stop_timed_out");
      process.exit(1);
    }, STOP_MAX_MS).unref();
    stop().then(
      () => {
        log.info("process.stopped");
        process.exit(0);
      },
      (error: unknown) => {
        log.error("process.stop_failed", errorFacts(error));
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
  return begin;
}
