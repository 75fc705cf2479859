import { setTimeout as wait } from "node:timers/promises";
import { escapeIdentifier } from "pg";
import { backoffMs } from "../kernel/backoff.ts";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { Database } from "./database.ts";
import type { DedicatedClient } from "./dedicated-client.ts";

type Handler = (payload: string) => void;
type Connect = (onLost: (error: Error) => void) => Promise<DedicatedClient>;

const RECONNECT_FIRST_MS = 50;
const RECONNECT_MAX_MS = 5_000;

/** Receives notifications of all channels over one connection, opened with the first channel and re-established. */
export function createListener(
  connect: Connect,
  log: Logger,
): { listen: Database["listen"]; close(): Promise<void> } {
  const handlers = new Map<string, Set<Handler>>();
  const closing = new AbortController();
  let current: DedicatedClient | null = null;
  let connecting: Promise<DedicatedClient> | null = null;

  const call = (channel: string, handler: Handler, payload: string) => {
    try {
      handler(payload);
    } catch (error) {
      log.error("database.notification_handler_failed", { channel, ...errorFacts(error) });
    }
  };

  const open = async (): Promise<DedicatedClient> => {
    const client = await connect(lost);
    client.onNotification((channel, payload) => {
      for (const handler of handlers.get(channel) ?? []) call(channel, handler, payload);
    });
    try {
      for (const channel of handlers.keys()) await client.run(command("listen", channel));
      if (closing.signal.aborted) throw new Error("the listener was closed");
    } catch (error) {
      await client.close();
      throw error;
    }
    current = client;
    return client;
  };
  const connected = (): Promise<DedicatedClient> => {
    if (current !== null) return Promise.resolve(current);
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return connecting;
  };

  function lost(error: Error): void {
    // Lost before it was in use: its caller gets the error of the failing statement.
    if (current === null) return;
    current = null;
    log.warn("database.listener_lost", { error: error.message });
    void reconnect();
  }
  async function reconnect(): Promise<void> {
    for (let attempt = 0; handlers.size > 0 && !closing.signal.aborted; attempt++) {
      const pauseMs = backoffMs(attempt, { firstMs: RECONNECT_FIRST_MS, maxMs: RECONNECT_MAX_MS });
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        await connected();
      } catch (error) {
        log.debug("database.listener_reconnect_failed", errorFacts(error));
        continue;
      }
      log.info("database.listener_reconnected", { attempts: attempt + 1 });
      for (const [channel, set] of handlers) for (const handler of set) call(channel, handler, "");
      return;
    }
  }

  async function removeHandler(channel: string, handler: Handler): Promise<void> {
    const set = handlers.get(channel);
    if (set === undefined || !set.delete(handler) || set.size > 0) return;
    handlers.delete(channel);
    const client = current;
    if (client === null) return;
    if (handlers.size === 0) {
      current = null;
      await client.close();
    } else {
      // If the connection was just lost, there is nothing to unlisten.
      await client.run(command("unlisten", channel)).catch(() => undefined);
    }
  }

  return {
    async listen(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      try {
        const client = await connected();
        await client.run(command("listen", channel));
      } catch (error) {
        await removeHandler(channel, handler);
        throw error;
      }
      return () => removeHandler(channel, handler);
    },
    async close() {
      closing.abort();
      handlers.clear();
      const client = current;
      current = null;
      await client?.close();
    },
  };
}

/** `listen` and `unlisten` cannot take a channel as a parameter, so the driver quotes it. */
function command(verb: "listen" | "unlisten", channel: string) {
  return { text: `${verb} ${escapeIdentifier(channel)}`, values: [] };
}
