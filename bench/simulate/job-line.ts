import type { BrokerState, JobMessage, JobTaker } from "./broker.ts";
import { HOP_MS, NATS } from "./figures.ts";

/** The work queue of checks at a location. */
export class JobLine {
  readonly #broker: BrokerState;
  #waiting: JobMessage[] = [];
  #takers: JobTaker[] = [];
  readonly #inFlight = new Set<JobMessage>();

  constructor(broker: BrokerState) {
    this.#broker = broker;
  }

  /** Returns false if no runner will receive it. */
  send(message: JobMessage): boolean {
    const { isUp, counts, timeline, random } = this.#broker;
    if (!isUp || this.#takers.length === 0) return false;
    counts.jobMessages += 1;
    timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      this.#waiting.push(message);
      this.#dispatch();
    });
    return true;
  }

  add(taker: JobTaker): void {
    this.#takers.push(taker);
    this.#dispatch();
  }

  done(message: JobMessage): void {
    this.#inFlight.delete(message);
    this.#dispatch();
  }

  lose(taker: JobTaker): void {
    const { timeline, random, counts } = this.#broker;
    for (const message of this.#inFlight) {
      if (message.to !== taker) continue;
      message.to = null;
      timeline.after(random.between(NATS.ackLeastMs, NATS.ackWaitMs), () => {
        if (!this.#inFlight.delete(message)) return;
        counts.redelivered += 1;
        this.#waiting.unshift(message);
        this.#dispatch();
      });
    }
    // Until its presence expires it counts as there, and what is sent waits for others.
    timeline.after(NATS.presenceMaxAgeMs, () => {
      this.#takers = this.#takers.filter((other) => other !== taker);
    });
  }

  /** Checks are kept in memory only; a check in flight is known only to its runner. */
  clear(): void {
    this.#waiting = [];
    this.#inFlight.clear();
  }

  #dispatch(): void {
    const { timeline, counts } = this.#broker;
    while (this.#broker.isUp && this.#waiting.length > 0) {
      const at = this.#takers.findIndex((taker) => taker.hasRoom());
      const taker = this.#takers[at];
      if (!taker) return;
      const message = this.#waiting.shift() as JobMessage;
      if (timeline.now() - message.atMs > NATS.checkAgeMaxMs) {
        counts.expired += 1;
        continue;
      }
      // A receiver moves to the end of the queue after each message.
      this.#takers.push(...this.#takers.splice(at, 1));
      this.#deliver(message, taker);
    }
  }

  #deliver(message: JobMessage, taker: JobTaker): void {
    const { timeline, random, oneWayMs } = this.#broker;
    message.to = taker;
    this.#inFlight.add(message);
    timeline.after(oneWayMs(message.location) + random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      if (message.to === taker) taker.take(message);
    });
  }
}
