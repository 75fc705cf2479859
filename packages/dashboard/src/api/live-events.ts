import { createParser } from "eventsource-parser";
import { ApiError } from "./api-error.ts";
import { type LiveMessage, readLiveMessage } from "./live-message.ts";
import { type Caller, send } from "./request.ts";
import { responseChunks, startKeepAliveTimer } from "./response-chunks.ts";

/**
 * Follows the server's events until the signal aborts and reconnects after every interruption. Uses fetch, because the
 * browser's EventSource cannot send the API key.
 */
export type EventSubscription = Caller & {
  signal: AbortSignal;
  /** The stream is open. Earlier events may have been missed. */
  onOpen(): void;
  onMessage(message: LiveMessage): void;
  /** Data arrived, if only a keep-alive. */
  onData(): void;
  /** The stream was lost. The next attempt starts after this delay. */
  onLost(retryInMs: number): void;
  /** Resolves after the given time, or immediately when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns 0 to 1. The jitter keeps many pages from reconnecting at the same moment. */
  random(): number;
};

const PATH = "/api/v1/events";
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/** Resolves when the signal aborts. Throws an `ApiError` if the key is rejected. */
export async function followEvents(subscription: EventSubscription): Promise<void> {
  const { signal, onLost, wait, random } = subscription;
  const position = { lastEventId: "" };
  for (let failures = 0; !signal.aborted; ) {
    const wasOpen = await readOnce(subscription, position);
    if (signal.aborted) return;
    failures = wasOpen ? 0 : failures + 1;
    const delayMs = retryDelayMs(failures, random());
    onLost(delayMs);
    await wait(delayMs, signal);
  }
}

/** Doubles with each failure up to 30 s. Half of the delay is random. */
export function retryDelayMs(failures: number, randomness: number): number {
  const longest = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 10));
  return Math.round(longest * (0.5 + randomness / 2));
}

/** Reads one connection until it ends. Returns true if it was open. */
async function readOnce(
  subscription: EventSubscription,
  position: { lastEventId: string },
): Promise<boolean> {
  const keepAlive = startKeepAliveTimer();
  const signal = AbortSignal.any([subscription.signal, keepAlive.signal]);
  let wasOpen = false;
  try {
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (position.lastEventId !== "") headers["last-event-id"] = position.lastEventId;
    const response = await send(subscription, { path: PATH, headers, signal });
    wasOpen = true;
    subscription.onOpen();
    const parser = createParser({
      onEvent(event) {
        if (event.id !== undefined) position.lastEventId = event.id;
        const message = readLiveMessage(event);
        if (message) subscription.onMessage(message);
      },
    });
    for await (const text of responseChunks(response)) {
      keepAlive.reset();
      subscription.onData();
      parser.feed(text);
    }
  } catch (error) {
    if (isRejection(error)) throw error;
    // Every other error is an interruption: the network, the server or the keep-alive timeout.
    if (!(error instanceof ApiError || error instanceof DOMException || error instanceof TypeError))
      throw error;
  } finally {
    keepAlive.stop();
  }
  return wasOpen;
}

/** A retry with the same key would fail again. */
function isRejection(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "UNAUTHORIZED" || error.code === "FORBIDDEN");
}
