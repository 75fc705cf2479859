import { createParser } from "eventsource-parser";
import { Connection, type ConnectionSettings } from "../../connection.ts";
import { RefusedError, UnavailableError } from "../../exit-codes.ts";

/** An event of the API's stream; its data has the shape of `@vedette/contract/common/events.ts`. */
export type ServerEvent = { type: string; data: Readonly<Record<string, unknown>> };

export type Following = {
  /** Relative to /api/v1. */
  path: string;
  onOpen(isFirst: boolean): Promise<void>;
  /** Returns whether to continue. */
  onEvent(event: ServerEvent): boolean;
  /** The stream was lost; the next attempt starts after the delay. */
  onLost(reason: string, delayMs: number): void;
};

/** The server sends a comment more often. */
const SILENCE_MS_MAX = 60_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;
/** An upgrade of the server takes less time. */
const UNAVAILABLE_MS_MAX = 600_000;
/** An event is smaller; a longer one is not of this API. */
const EVENT_LENGTH_MAX = 1_000_000;

type Position = { lastEventId: string | null; isFirst: boolean };
type End = { isDone: boolean; reason: string };

/** Follows the events until `onEvent` returns false; reconnects where it was interrupted. Throws if the key is rejected. */
export async function followEvents(settings: ConnectionSettings, following: Following): Promise<void> {
  const connection = new Connection(settings);
  const position: Position = { lastEventId: null, isFirst: true };
  let lostAt: number | null = null;
  for (let failures = 0; ; failures++) {
    const openedAt = performance.now();
    try {
      const end = await readOnce(connection, { ...following, position });
      if (end.isDone) return;
      [failures, lostAt] = [0, null];
      await pause(end.reason, failures, following);
    } catch (error) {
      // The first connection must succeed: a wrong URL does not become right.
      if (!(error instanceof UnavailableError) || position.isFirst) throw error;
      lostAt ??= openedAt;
      if (performance.now() - lostAt > UNAVAILABLE_MS_MAX) throw error;
      await pause(error.message, failures, following);
    }
  }
}

async function pause(reason: string, failures: number, { onLost }: Following): Promise<void> {
  const delayMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 10));
  onLost(reason, delayMs);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** Reads one connection until it ends. */
async function readOnce(
  connection: Connection,
  { path, position, onOpen, onEvent }: Following & { position: Position },
): Promise<End> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
  const found: End = { isDone: false, reason: "The server ended the stream." };
  try {
    const { lastEventId, isFirst } = position;
    const chunks = await connection.openStream(path, { lastEventId, signal: silence.signal });
    await onOpen(isFirst);
    position.isFirst = false;
    const parser = createParser({
      maxBufferSize: EVENT_LENGTH_MAX,
      onEvent({ id, event: type = "message", data }) {
        if (found.isDone) return;
        if (id !== undefined) position.lastEventId = id;
        const parsed = readData(data);
        if (type === "end") {
          if (parsed.reason === "credential_ended") throw new RefusedError("The API key is no longer valid.");
          return;
        }
        found.isDone = !onEvent({ type, data: parsed });
      },
    });
    for await (const text of chunks) {
      timer.refresh();
      parser.feed(text);
      if (found.isDone) break;
    }
    return found;
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UnavailableError) throw error;
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    return { isDone: false, reason: "The connection was lost." };
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function readData(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
