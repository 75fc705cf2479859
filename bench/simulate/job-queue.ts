import { HOP_MS, NATS } from "./figures.ts";
import type { BrokerState, JobMessage, JobReceiver } from "./messages.ts";

/** The work queue of checks at a location. */
export class JobQueue {
  readonly #broker: BrokerState;
  #waiting: JobMessage[] = [];
  #receivers: JobReceiver[] = [];
  readonly #inFlight = new Set<JobMessage>();

  constructor(broker: BrokerState) {
    this.#broker = broker;
  }

  /** Returns false if no runner can receive it. */
  send(message: JobMessage): boolean {
    const { isUp, counts, timeline, random } = this.#broker;
    if (!isUp || this.#receivers.length === 0) return false;
    counts.jobMessages += 1;
    timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      this.#waiting.push(message);
      this.#dispatch();
    });
    return true;
  }

  add(receiver: JobReceiver): void {
    this.#receivers.push(receiver);
    this.#dispatch();
  }

  done(message: JobMessage): void {
    this.#inFlight.delete(message);
    this.#dispatch();
  }

  lose(receiver: JobReceiver): void {
    const { timeline, random, counts } = this.#broker;
    for (const message of this.#inFlight) {
      if (message.to !== receiver) continue;
      message.to = null;
      timeline.after(random.between(NATS.redeliveryMinMs, NATS.ackWaitMs), () => {
        if (!this.#inFlight.delete(message)) return;
        counts.redelivered += 1;
        this.#waiting.unshift(message);
        this.#dispatch();
      });
    }
    // It counts as online until its presence expires; until then, jobs wait for the other receivers.
    timeline.after(NATS.presenceMaxAgeMs, () => {
      this.#receivers = this.#receivers.filter((other) => other !== receiver);
    });
  }

  /** A restart loses all checks: those that wait are only in memory, and those in flight only in runners. */
  clear(): void {
    this.#waiting = [];
    this.#inFlight.clear();
  }

  #dispatch(): void {
    const { timeline, counts } = this.#broker;
    while (this.#broker.isUp && this.#waiting.length > 0) {
      const at = this.#receivers.findIndex((receiver) => receiver.hasRoom());
      const receiver = this.#receivers[at];
      if (!receiver) return;
      const message = this.#waiting.shift() as JobMessage;
      if (timeline.now() - message.atMs > NATS.checkAgeMaxMs) {
        counts.expired += 1;
        continue;
      }
      // A receiver moves to the end of the queue after each message.
      this.#receivers.push(...this.#receivers.splice(at, 1));
      this.#deliver(message, receiver);
    }
  }

  #deliver(message: JobMessage, receiver: JobReceiver): void {
    const { timeline, random, oneWayMs } = this.#broker;
    message.to = receiver;
    this.#inFlight.add(message);
    timeline.after(oneWayMs(message.location) + random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      if (message.to === receiver) receiver.take(message);
    });
  }
}
