import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Queue } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import { compressed, parsed } from "./wire.ts";

/** Live events between processes over core NATS. A process that is not connected misses them. */
export type EventFeed = {
  publish(events: readonly LiveEvent[]): void;
  take(take: (events: readonly LiveEvent[]) => void): () => void;
};

/** Events in one message: at most about 100 kB, a tenth of the maximum payload. */
const EVENTS_MAX = 100;

type EventMessage = { self: string; events: readonly LiveEvent[] };

/** `local` delivers events within this process; `self` identifies this process. */
export function createEventFeed({
  link,
  subject,
  self,
  local,
}: {
  link: NatsLink;
  subject: string;
  self: string;
  local: Pick<Queue, "publishEvents" | "takeEvents">;
}): EventFeed {
  let isListening = false;

  function listen(): void {
    if (isListening) return;
    isListening = true;
    link.nc.subscribe(subject, {
      callback(error, message) {
        const received = error ? null : parsed<EventMessage>(message.data);
        if (received && received.self !== self) local.publishEvents(received.events);
      },
    });
  }

  return {
    publish(events) {
      if (events.length === 0) return;
      local.publishEvents(events);
      if (!link.isConnected()) return;
      for (let at = 0; at < events.length; at += EVENTS_MAX) {
        const received = { self, events: events.slice(at, at + EVENTS_MAX) } satisfies EventMessage;
        link.nc.publish(subject, compressed(received));
      }
    },
    take(take) {
      listen();
      return local.takeEvents(take);
    },
  };
}
