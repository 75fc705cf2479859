import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";

/**
 * Recreates lost streams. A server without replicas loses its memory streams when it restarts, with or
 * without a visible disconnect.
 */
export function keepStreams({
  link,
  log,
  intervalMs,
  ensure,
}: {
  link: NatsLink;
  log: Logger;
  intervalMs: number;
  ensure: () => Promise<void>;
}): () => void {
  let isFailing = false;
  const verify = async () => {
    if (!link.isConnected()) return;
    try {
      await ensure();
      isFailing = false;
    } catch (error) {
      if (!isFailing && link.isConnected()) log.error("nats.streams_failed", errorFacts(error));
      isFailing = true;
    }
  };
  link.onReconnect(() => void verify());
  const timer = setInterval(() => void verify(), intervalMs);
  return () => clearInterval(timer);
}
