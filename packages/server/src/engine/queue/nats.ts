import type { NatsQueueOptions } from "./nats/nats-queue-options.ts";
import type { NatsQueue } from "./nats/nats-queue-state.ts";

/**
 * Connects, and makes or brings up to date what is needed there; throws a StartError where that cannot be done.
 * From then on it never gives up. The client is loaded here alone, for most installations never need it.
 */
export async function createNatsQueue(options: NatsQueueOptions): Promise<NatsQueue> {
  const { openNatsQueue } = await import("./nats/open-nats-queue.ts");
  return openNatsQueue(options);
}
