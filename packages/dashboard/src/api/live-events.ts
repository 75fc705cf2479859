import { createParser } from "eventsource-parser";
import { ApiError } from "./api-error.ts";
import { type LiveMessage, readLiveMessage } from "./live-message.ts";
import { type Caller, send } from "./request.ts";

/**
 * Follows the server's events for as long as the signal allows, through every interruption. The
 * browser's EventSource cannot send the key, so the stream is read with fetch.
 */
export type Following = Caller & {
  signal: AbortSignal;
  /** The stream is there; whatever happened before may be unknown. */
  onOpen(): void;
  onMessage(message: LiveMessage): void;
  /** The stream was lost; the next try is in so many milliseconds. */
  onLost(retryInMs: number): void;
  /** Resolves after the time, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1, so that the pages of a whole company do not come back in one moment. */
  random(): number;
};

const PATH = "/api/v1/events";
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** The server says something every 15 s; three such silences mean that the connection is dead. */
const SILENCE_MAX_MS = 45_000;

/** Resolves when the signal aborts; throws an `ApiError` where the key is refused. */
export async function followEvents(following: Following): Promise<void> {
  const { signal, onLost, wait, random } = following;
  const place = { lastEventId: "" };
  for (let failures = 0; !signal.aborted; ) {
    const wasOpen = await readOnce(following, place);
    if (signal.aborted) return;
    failures = wasOpen ? 0 : failures + 1;
    const delayMs = retryDelayMs(failures, random());
    onLost(delayMs);
    await wait(delayMs, signal);
  }
}

/** Doubles with each failure up to half a minute; half of it is left to chance. */
export function retryDelayMs(failures: number, chance: number): number {
  const longest = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 10));
  return Math.round(longest * (0.5 + chance / 2));
}

/** One connection, until it ends. True when it was open. */
async function readOnce(following: Following, place: { lastEventId: string }): Promise<boolean> {
  const silence = startSilenceWatch();
  const signal = AbortSignal.any([following.signal, silence.signal]);
  let wasOpen = false;
  try {
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (place.lastEventId !== "") headers["last-event-id"] = place.lastEventId;
    const response = await send(following, { path: PATH, headers, signal });
    wasOpen = true;
    following.onOpen();
    const parser = createParser({
      onEvent(event) {
        if (event.id !== undefined) place.lastEventId = event.id;
        const message = readLiveMessage(event);
        if (message) following.onMessage(message);
      },
    });
    for await (const text of textOf(response)) {
      silence.heard();
      parser.feed(text);
    }
  } catch (error) {
    if (isRefusal(error)) throw error;
    // Anything else is an interruption: the network, the server, or the silence watch.
    if (!(error instanceof ApiError || error instanceof DOMException || error instanceof TypeError))
      throw error;
  } finally {
    silence.stop();
  }
  return wasOpen;
}

/** Trying again with the same key would end the same way. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "UNAUTHORIZED" || error.code === "FORBIDDEN");
}

async function* textOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    reader.releaseLock();
  }
}

/** Aborts its signal when nothing was heard for too long. */
function startSilenceWatch() {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), SILENCE_MAX_MS);
  let timer = start();
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}
