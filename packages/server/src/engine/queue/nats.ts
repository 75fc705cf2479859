import type { NatsQueue } from "./nats/nats-queue.ts";
import type { NatsQueueOptions } from "./nats/nats-queue-options.ts";

/**
 * Connects to NATS and creates or updates the streams it needs. Throws a StartError if that fails. After a
 * successful start it reconnects indefinitely. The NATS client is imported only here because most
 * installations never need it.
 */
export async function createNatsQueue(options: NatsQueueOptions): Promise<NatsQueue> {
  const { openNatsQueue } = await import("./nats/open-nats-queue.ts");
  return openNatsQueue(options);
}
