import { MemoryQueue } from "../../engine/queue/memory.ts";
import type { NatsQueueOptions } from "../../engine/queue/nats/nats-queue-options.ts";
import { createNatsQueue } from "../../engine/queue/nats.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Role } from "../roles.ts";

/**
 * The transport of checks and results, as plain data that can be sent to a thread; null within this process
 * alone.
 */
export type QueueConnection = Omit<NatsQueueOptions, "clock" | "log"> | null;

/** A queue, opened and closed here by its holder. */
export type HeldQueue = Queue & {
  isConnected(): boolean;
  /** For metrics. */
  state(): Record<string, number>;
  close(): Promise<void>;
};

export function queueConnectionOf({ nats, runner }: Config, roles: ReadonlySet<Role>): QueueConnection {
  if (nats === null) return null;
  const { ca, cert, key } = nats.tls;
  const hasTls = ca !== null || cert !== null;
  return {
    servers: nats.url.reveal().split(","),
    prefix: nats.prefix,
    replicas: nats.replicas,
    isRunnerOnly: roles.size === 1 && roles.has("runner"),
    credentials: nats.credentials?.reveal(),
    tls: hasTls ? { ca: ca?.reveal(), cert: cert?.reveal(), key: key?.reveal() } : undefined,
    // Several processes on a machine would otherwise have the same name.
    name: `${runner.name}-${process.pid}`,
  };
}

export async function openQueue(
  connection: QueueConnection,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<HeldQueue> {
  if (connection !== null) return createNatsQueue({ ...connection, clock, log });
  return Object.assign(new MemoryQueue({ clock }), {
    isConnected: () => true,
    state: () => ({}),
    close: async () => {},
  });
}
