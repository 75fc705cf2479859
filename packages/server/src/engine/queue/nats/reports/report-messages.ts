import type { JsMsg } from "@nats-io/jetstream";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import { PullLoop } from "../pull-loop.ts";
import type { ConsumerOptions } from "../streams.ts";
import { parsed } from "../wire.ts";

export type ReportMessagesDeps = {
  link: NatsLink;
  log: Logger;
  /** NATS redelivers the in-flight messages of a dead scheduler after this time. */
  ackWaitMs: number;
};

/** What to pull and who takes it. */
export type ReportSource<T> = {
  consumer: Pick<ConsumerOptions, "stream" | "name" | "subject" | "inFlightMax">;
  /** Maximum number of messages in flight in this process. */
  hereMax: number;
  shard: number | null;
  take: (content: T) => void | Promise<void>;
  /** Returns whether this process still takes the messages. */
  isOurs: () => boolean;
};

/** Number of ack extensions within the ack wait of NATS. */
const EXTENSIONS_PER_WAIT = 3;
const RETRY_DELAY_MS = 1_000;
/** A report that failed this often is dropped. */
const DELIVERIES_MAX = 100;

/** Pulls report messages and acknowledges each after its taker has stored the reports. */
export class ReportMessages {
  readonly #deps: ReportMessagesDeps;
  /** In-flight messages with their shard, or null if they have none. */
  readonly #inFlight = new Map<JsMsg, number | null>();
  readonly #extendTimer: NodeJS.Timeout;

  constructor(deps: ReportMessagesDeps) {
    this.#deps = deps;
    this.#extendTimer = setInterval(() => {
      if (deps.link.isConnected()) for (const message of this.#inFlight.keys()) message.working();
    }, deps.ackWaitMs / EXTENSIONS_PER_WAIT);
  }

  /** Starts a pull loop that is bounded by its number of in-flight messages. */
  pull<T>(source: ReportSource<T>): PullLoop {
    const { link, log, ackWaitMs } = this.#deps;
    let count = 0;
    const loop = new PullLoop({
      link,
      log,
      consumer: { ...source.consumer, ackWaitMs, deliveriesMax: DELIVERIES_MAX },
      room: () => source.hereMax - count,
      take: (message) => {
        count += 1;
        void this.#handle(message, source).finally(() => {
          count -= 1;
          loop.wake();
        });
      },
    });
    loop.start();
    return loop;
  }

  /**
   * Returns the in-flight messages of a shard that another process holds now, so they do not wait for a
   * database that may be unavailable only to this process; they would block the reports behind them. Reports
   * cannot be stored twice, and a later acknowledgement has no effect.
   */
  returnShard(shard: number): void {
    for (const [message, of] of this.#inFlight) {
      if (of !== shard) continue;
      this.#inFlight.delete(message);
      message.nak();
    }
  }

  close(): void {
    clearInterval(this.#extendTimer);
  }

  async #handle<T>(message: JsMsg, { take, isOurs, shard }: ReportSource<T>): Promise<void> {
    const { log } = this.#deps;
    const content = parsed<T>(message.data);
    if (content === null) {
      log.error("nats.report_invalid", { subject: message.subject });
      return message.term();
    }
    if (!isOurs()) return message.nak();
    this.#inFlight.set(message, shard);
    try {
      await take(content);
      message.ack();
    } catch (error) {
      log.error("nats.report_failed", { subject: message.subject, ...errorFacts(error) });
      message.nak(RETRY_DELAY_MS);
    }
    this.#inFlight.delete(message);
  }
}
