import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { backoffMs } from "../../../platform/kernel/backoff.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { NatsLink } from "./connection.ts";
import { type ConsumerOf, ensureConsumer } from "./streams.ts";

/** Pulls messages as long as there is room for them. */
export type PullLoop = {
  /** Tells that there may be room again. */
  wake(): void;
  /** Ends at once; messages that have come and were not handed on go back. */
  end(): void;
};

export type PullLoopDeps = {
  link: NatsLink;
  log: Logger;
  consumer: ConsumerOf;
  /** How many messages may come now. */
  room: () => number;
  take: (message: JsMsg) => void;
};

/** What is sent to a client whose network has gone silent comes to another only after a while: so not many at once. */
const BATCH_MAX = 16;
/** A request for messages is repeated after this time; one that was lost on its way costs no more than it. */
const EXPIRES_MS = 20_000;
/** Beyond it a request that does not end is given up: its server may be gone. */
const OVERDUE_MS = 2_000;
const RETRY = { firstMs: 100, maxMs: 5_000 };
/** Room is made by acknowledgements, which wake the loop; this is for one that was not told. */
const ROOM_POLL_MS = 250;

export function startPulling({ link, log, consumer: of, room, take }: PullLoopDeps): PullLoop {
  let isEnded = false;
  let current: ConsumerMessages | null = null;
  /** Ends a wait for room, and one after a failure. */
  let wakeUp: () => void = () => {};
  let goOn: () => void = () => {};
  let failuresInRow = 0;
  /** Made anew after each return of the connection: the server may have lost it. */
  let consumer: Consumer | null = null;

  async function pull(messagesMax: number): Promise<void> {
    consumer ??= await ensureConsumer(link, of);
    const messages = await consumer.fetch({ max_messages: messagesMax, expires: EXPIRES_MS });
    current = messages;
    // It was ended while the request went out.
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
        // Without a connection nothing else is to be expected, and that was told.
        const isNews = failuresInRow === LOG_AFTER_FAILURES && link.isConnected() && !isEnded;
        if (isNews) log.warn("nats.pull_failed", { consumer: of.name, ...errorFacts(error) });
        if (isEnded) return;
        await pause(backoffMs(failuresInRow, RETRY), (end) => {
          goOn = end;
        });
      }
    }
  }

  /** Whatever the loop waits for. */
  function interrupt(): void {
    void current?.close();
    wakeUp();
    goOn();
  }

  const endListening = link.onReturn(() => {
    consumer = null;
    interrupt();
  });
  void run();

  return {
    wake: () => wakeUp(),
    end() {
      isEnded = true;
      endListening();
      interrupt();
    },
  };
}

/** Waits, until the time is over or somebody calls what `tellEnd` is given. */
function pause(ms: number, tellEnd: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    tellEnd(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A server that comes back needs a few seconds until it answers everything. */
const LOG_AFTER_FAILURES = 4;
