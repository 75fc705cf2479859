import type { BrokerState, ReportMessage, ReportTaker } from "./broker.ts";
import { HOP_MS, NATS } from "./figures.ts";

/** The work queue of reports of a shard. */
export class ReportLine {
  readonly #broker: BrokerState;
  readonly #waiting: ReportMessage[] = [];
  readonly #inFlight = new Set<ReportMessage>();
  #inFlightWeight = 0;
  #taker: ReportTaker | null = null;

  constructor(broker: BrokerState) {
    this.#broker = broker;
  }

  send(message: ReportMessage): void {
    const { counts } = this.#broker;
    counts.reportMessages += message.weight;
    this.#waiting.push(message);
    counts.reportsWaiting += message.weight;
    counts.reportsWaitingMost = Math.max(counts.reportsWaitingMost, counts.reportsWaiting);
    this.dispatch();
  }

  setTaker(taker: ReportTaker | null): void {
    this.#taker = taker;
    this.dispatch();
  }

  done(message: ReportMessage): void {
    if (!this.#inFlight.delete(message)) return;
    this.#inFlightWeight -= message.weight;
    this.dispatch();
  }

  lose(taker: ReportTaker): void {
    const { timeline, random } = this.#broker;
    if (this.#taker === taker) this.#taker = null;
    for (const message of this.#inFlight) {
      if (message.to !== taker) continue;
      message.to = null;
      timeline.after(random.between(NATS.ackLeastMs, NATS.ackWaitMs), () => this.#putBack(message));
    }
  }

  dispatch(): void {
    const { counts, reportMessagesInHandsMax } = this.#broker;
    while (this.#broker.isUp && this.#taker && this.#inFlightWeight < reportMessagesInHandsMax) {
      const message = this.#waiting.shift();
      if (!message) return;
      counts.reportsWaiting -= message.weight;
      this.#inFlightWeight += message.weight;
      this.#inFlight.add(message);
      this.#deliver(message, this.#taker);
    }
  }

  #deliver(message: ReportMessage, taker: ReportTaker): void {
    const { timeline, random } = this.#broker;
    message.to = taker;
    timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      if (message.to !== taker) return;
      if (this.#taker === taker) taker(message);
      // It has released the shard meanwhile, and rejects the message.
      else this.#putBack(message);
    });
  }

  #putBack(message: ReportMessage): void {
    const { counts } = this.#broker;
    if (!this.#inFlight.delete(message)) return;
    this.#inFlightWeight -= message.weight;
    message.to = null;
    this.#waiting.unshift(message);
    counts.reportsWaiting += message.weight;
    counts.redelivered += 1;
    this.dispatch();
  }
}
