import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { backoffMs } from "../../../platform/kernel/backoff.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import { type ConsumerOptions, ensureConsumer } from "./streams.ts";

export type PullLoopDeps = {
  link: NatsLink;
  log: Logger;
  consumer: ConsumerOptions;
  /** How many more messages may come now. */
  room: () => number;
  take: (message: JsMsg) => void;
};

/**
 * Messages that are sent to a client whose network is down are redelivered only after the ack wait, so a
 * batch is small.
 */
const BATCH_MAX = 16;
/** A pull request expires after this time, which bounds the cost of a lost one. */
const EXPIRES_MS = 20_000;
/** A request that has not ended this long after its expiry is abandoned: its server may be gone. */
const OVERDUE_MS = 2_000;
const RETRY = { firstMs: 100, maxMs: 5_000 };
/** Acknowledgements free room and wake the loop; this interval covers a missed wake-up. */
const ROOM_POLL_MS = 250;
/** A restarted server needs a few seconds until it answers all requests. */
const LOG_AFTER_FAILURES = 4;

/** Pulls messages as long as there is room for them. */
export class PullLoop {
  readonly #deps: PullLoopDeps;
  #isEnded = false;
  #endListening: () => void = () => {};
  /** The batch that is being received. */
  #current: ConsumerMessages | null = null;
  /** Ends a wait for room. */
  #wakeUp: () => void = () => {};
  /** Ends a pause after a failure. */
  #continuePulling: () => void = () => {};
  #failuresInRow = 0;
  /** Created again after each reconnect because the server may have lost it. */
  #consumer: Consumer | null = null;

  constructor(deps: PullLoopDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#endListening = this.#deps.link.onReconnect(() => {
      this.#consumer = null;
      this.#interrupt();
    });
    void this.#run();
  }

  /** Signals that there may be room again. */
  wake(): void {
    this.#wakeUp();
  }

  /** Stops immediately; messages that were received but not delivered return to NATS. */
  stop(): void {
    this.#isEnded = true;
    this.#endListening();
    this.#interrupt();
  }

  async #run(): Promise<void> {
    const { link, room } = this.#deps;
    while (!this.#isEnded) {
      const messagesMax = Math.min(BATCH_MAX, link.isConnected() ? room() : 0);
      if (messagesMax <= 0) {
        await pause(ROOM_POLL_MS, (end) => {
          this.#wakeUp = end;
        });
        continue;
      }
      try {
        await this.#pull(messagesMax);
        this.#failuresInRow = 0;
      } catch (error) {
        await this.#pauseAfter(error);
      }
    }
  }

  async #pull(messagesMax: number): Promise<void> {
    this.#consumer ??= await ensureConsumer(this.#deps.link, this.#deps.consumer);
    const messages = await this.#consumer.fetch({ max_messages: messagesMax, expires: EXPIRES_MS });
    this.#current = messages;
    // The loop was stopped while the request was sent.
    if (this.#isEnded) void messages.close();
    const overdue = setTimeout(() => void messages.close(), EXPIRES_MS + OVERDUE_MS);
    try {
      for await (const message of messages) {
        if (this.#isEnded) message.nak();
        else this.#deps.take(message);
      }
    } finally {
      clearTimeout(overdue);
      this.#current = null;
    }
  }

  async #pauseAfter(error: unknown): Promise<void> {
    const { link, log, consumer } = this.#deps;
    this.#consumer = null;
    this.#failuresInRow += 1;
    if (this.#isEnded) return;
    // A failure without a connection is expected, and the disconnect is already logged.
    const isNews = this.#failuresInRow === LOG_AFTER_FAILURES && link.isConnected();
    if (isNews) log.warn("nats.pull_failed", { consumer: consumer.name, ...errorFacts(error) });
    await pause(backoffMs(this.#failuresInRow, RETRY), (end) => {
      this.#continuePulling = end;
    });
  }

  /** Interrupts any wait of the loop. */
  #interrupt(): void {
    void this.#current?.close();
    this.#wakeUp();
    this.#continuePulling();
  }
}

/** Waits until the time is over or the function passed to `onWait` is called. */
function pause(ms: number, onWait: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onWait(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
