import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { backoffMs } from "../../../platform/kernel/backoff.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import { type ConsumerOptions, ensureConsumer } from "./streams.ts";

/** Pulls messages as long as there is room for them. */
export type PullLoop = {
  /** Signals that there may be room again. */
  wake(): void;
  /** Stops immediately; messages that were received but not delivered return to NATS. */
  stop(): void;
};

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

export function startPulling({ link, log, consumer: of, room, take }: PullLoopDeps): PullLoop {
  let isEnded = false;
  let current: ConsumerMessages | null = null;
  /** Ends a wait for room or a pause after a failure. */
  let wakeUp: () => void = () => {};
  let continuePulling: () => void = () => {};
  let failuresInRow = 0;
  /** Created again after each reconnect because the server may have lost it. */
  let consumer: Consumer | null = null;

  async function pull(messagesMax: number): Promise<void> {
    consumer ??= await ensureConsumer(link, of);
    const messages = await consumer.fetch({ max_messages: messagesMax, expires: EXPIRES_MS });
    current = messages;
    // The loop was stopped while the request was sent.
    if (isEnded) void messages.close();
    const overdue = setTimeout(() => void messages.close(), EXPIRES_MS + OVERDUE_MS);
    try {
      for await (const message of messages) {
        if (isEnded) message.nak();
        else take(message);
      }
    } finally {
      clearTimeout(overdue);
      current = null;
    }
  }

  async function run(): Promise<void> {
    while (!isEnded) {
      const messagesMax = Math.min(BATCH_MAX, link.isConnected() ? room() : 0);
      if (messagesMax <= 0) {
        await pause(ROOM_POLL_MS, (end) => {
          wakeUp = end;
        });
        continue;
      }
      try {
        await pull(messagesMax);
        failuresInRow = 0;
      } catch (error) {
        consumer = null;
        failuresInRow += 1;
        // A failure without a connection is expected, and the disconnect is already logged.
        const isNews = failuresInRow === LOG_AFTER_FAILURES && link.isConnected() && !isEnded;
        if (isNews) log.warn("nats.pull_failed", { consumer: of.name, ...errorFacts(error) });
        if (isEnded) return;
        await pause(backoffMs(failuresInRow, RETRY), (end) => {
          continuePulling = end;
        });
      }
    }
  }

  /** Interrupts any wait of the loop. */
  function interrupt(): void {
    void current?.close();
    wakeUp();
    continuePulling();
  }

  const endListening = link.onReconnect(() => {
    consumer = null;
    interrupt();
  });
  void run();

  return {
    wake: () => wakeUp(),
    stop() {
      isEnded = true;
      endListening();
      interrupt();
    },
  };
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

/** A restarted server needs a few seconds until it answers all requests. */
const LOG_AFTER_FAILURES = 4;
