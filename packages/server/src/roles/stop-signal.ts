import { errorFacts, type Logger } from "../kernel/logger.ts";

/** Service managers wait this long; what has not ended by then never will. */
const STOP_MAX_MS = 29_000;

/**
 * Stops the process at SIGTERM or SIGINT, once, with exit code 0; a second signal ends it at once.
 * Returns the same stop for other causes.
 */
export function onStopSignal(log: Logger, stop: () => Promise<void>): () => void {
  let isStopping = false;
  const begin = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
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
