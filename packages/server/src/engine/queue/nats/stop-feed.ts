import type { Queue, StoppedTarget } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import { compressed, parsed } from "./wire.ts";

/**
 * Targets that runners must stop, published to every process over core NATS. A process that was not connected
 * ran nothing of them.
 */
export type StopFeed = Pick<Queue, "publishStops" | "takeStops">;

/** Targets in one message: about 100 kB, a tenth of the maximum payload. */
const TARGETS_MAX = 500;

/** `local` delivers them within this process; `self` identifies this process. */
export function createStopFeed({
  link,
  subject,
  self,
  local,
}: {
  link: NatsLink;
  subject: string;
  self: string;
  local: StopFeed;
}): StopFeed {
  let isListening = false;

  function listen(): void {
    if (isListening) return;
    isListening = true;
    link.nc.subscribe(subject, {
      callback(error, message) {
        const received = error
          ? null
          : parsed<{ self: string; targets: readonly StoppedTarget[] }>(message.data);
        if (received && received.self !== self) local.publishStops(received.targets);
      },
    });
  }

  return {
    publishStops(targets) {
      local.publishStops(targets);
      if (!link.isConnected()) return;
      for (let at = 0; at < targets.length; at += TARGETS_MAX) {
        link.nc.publish(subject, compressed({ self, targets: targets.slice(at, at + TARGETS_MAX) }));
      }
    },
    takeStops(take) {
      listen();
      return local.takeStops(take);
    },
  };
}
