import { setTimeout as wait } from "node:timers/promises";
import { escapeIdentifier } from "pg";
import { backoffMs } from "../kernel/backoff.ts";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import type { DedicatedClient } from "./dedicated-client.ts";

type Handler = (payload: string) => void;
type Connect = (onLost: (error: Error) => void) => Promise<DedicatedClient>;

const RECONNECT_FIRST_MS = 50;
const RECONNECT_MAX_MS = 5_000;

/** Receives notifications of all channels over one connection, opened with the first channel and re-established. */
export class NotificationListener {
  readonly #connect: Connect;
  readonly #log: Logger;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #closing = new AbortController();
  #current: DedicatedClient | null = null;
  #connecting: Promise<DedicatedClient> | null = null;

  constructor(connect: Connect, log: Logger) {
    this.#connect = connect;
    this.#log = log;
  }

  /** Returns the function that removes the handler. */
  async listen(channel: string, handler: Handler): Promise<() => Promise<void>> {
    const set = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, set.add(handler));
    try {
      const client = await this.#connected();
      await client.run(command("listen", channel));
    } catch (error) {
      await this.#removeHandler(channel, handler);
      throw error;
    }
    return () => this.#removeHandler(channel, handler);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#handlers.clear();
    const client = this.#current;
    this.#current = null;
    await client?.close();
  }

  #connected(): Promise<DedicatedClient> {
    if (this.#current !== null) return Promise.resolve(this.#current);
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #open(): Promise<DedicatedClient> {
    const client = await this.#connect((error) => this.#onLost(error));
    client.onNotification((channel, payload) => {
      for (const handler of this.#handlers.get(channel) ?? []) this.#call(channel, handler, payload);
    });
    try {
      for (const channel of this.#handlers.keys()) await client.run(command("listen", channel));
      if (this.#closing.signal.aborted) throw new Error("the listener was closed");
    } catch (error) {
      await client.close();
      throw error;
    }
    this.#current = client;
    return client;
  }

  #onLost(error: Error): void {
    // Lost before it was in use: its caller gets the error of the failing statement.
    if (this.#current === null) return;
    this.#current = null;
    this.#log.warn("database.listener_lost", { error: error.message });
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; this.#handlers.size > 0 && !signal.aborted; attempt++) {
      const pauseMs = backoffMs(attempt, { firstMs: RECONNECT_FIRST_MS, maxMs: RECONNECT_MAX_MS });
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#connected();
      } catch (error) {
        this.#log.debug("database.listener_reconnect_failed", errorFacts(error));
        continue;
      }
      this.#log.info("database.listener_reconnected", { attempts: attempt + 1 });
      for (const [channel, set] of this.#handlers)
        for (const handler of set) this.#call(channel, handler, "");
      return;
    }
  }

  #call(channel: string, handler: Handler, payload: string): void {
    try {
      handler(payload);
    } catch (error) {
      this.#log.error("database.notification_handler_failed", { channel, ...errorFacts(error) });
    }
  }

  async #removeHandler(channel: string, handler: Handler): Promise<void> {
    const set = this.#handlers.get(channel);
    if (set === undefined || !set.delete(handler) || set.size > 0) return;
    this.#handlers.delete(channel);
    const client = this.#current;
    if (client === null) return;
    if (this.#handlers.size === 0) {
      this.#current = null;
      await client.close();
    } else {
      // If the connection was just lost, there is nothing to unlisten.
      await client.run(command("unlisten", channel)).catch(() => undefined);
    }
  }
}

/** `listen` and `unlisten` cannot take a channel as a parameter, so the driver quotes it. */
function command(verb: "listen" | "unlisten", channel: string) {
  return { text: `${verb} ${escapeIdentifier(channel)}`, values: [] };
}
