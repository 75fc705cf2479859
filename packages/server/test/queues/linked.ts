import { MessageChannel } from "node:worker_threads";
import { LinkedQueue } from "../../src/engine/queue/linked-queue.ts";
import { MemoryQueue } from "../../src/engine/queue/memory.ts";
import type { Queue } from "../../src/engine/queue/queue.ts";
import { QueueServer } from "../../src/engine/queue/queue-server.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";

/** A queue as its holder sees it and as another thread or process sees it. */
export type SharedQueue = { held: Queue; seen: Queue };

/** Two threads that share a queue. `ends` gets what closes the link. */
export function linkedQueues(ends: (() => unknown)[]): SharedQueue {
  const held = new MemoryQueue({ clock: systemClock });
  const { port1, port2 } = new MessageChannel();
  const link = new QueueServer(held, port1);
  ends.push(
    () => link.close(),
    () => port2.close(),
  );
  return { held, seen: new LinkedQueue(port2) };
}
