import { HOP_MS, NATS } from "./figures.ts";
import type { BrokerState, ReportMessage, ReportReceiver } from "./messages.ts";

/** The work queue of reports of a shard. */
export class ReportQueue {
  readonly #broker: BrokerState;
  readonly #waiting: ReportMessage[] = [];
  readonly #inFlight = new Set<ReportMessage>();
  #inFlightWeight = 0;
  #receiver: ReportReceiver | null = null;

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

  setReceiver(receiver: ReportReceiver | null): void {
    this.#receiver = receiver;
    this.dispatch();
  }

  done(message: ReportMessage): void {
    if (!this.#inFlight.delete(message)) return;
    this.#inFlightWeight -= message.weight;
    this.dispatch();
  }

  lose(receiver: ReportReceiver): void {
    const { timeline, random } = this.#broker;
    if (this.#receiver === receiver) this.#receiver = null;
    for (const message of this.#inFlight) {
      if (message.to !== receiver) continue;
      message.to = null;
      timeline.after(random.between(NATS.redeliveryMinMs, NATS.ackWaitMs), () => this.#putBack(message));
    }
  }

  dispatch(): void {
    const { counts, reportMessagesInFlightMax } = this.#broker;
    while (this.#broker.isUp && this.#receiver && this.#inFlightWeight < reportMessagesInFlightMax) {
      const message = this.#waiting.shift();
      if (!message) return;
      counts.reportsWaiting -= message.weight;
      this.#inFlightWeight += message.weight;
      this.#inFlight.add(message);
      this.#deliver(message, this.#receiver);
    }
  }

  #deliver(message: ReportMessage, receiver: ReportReceiver): void {
    const { timeline, random } = this.#broker;
    message.to = receiver;
    timeline.after(random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
      if (message.to !== receiver) return;
      if (this.#receiver === receiver) receiver(message);
      // It has released the shard since then and rejects the message.
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
