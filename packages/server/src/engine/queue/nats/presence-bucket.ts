import { randomBytes } from "node:crypto";
import { StorageType } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { PRESENCE_INTERVAL_MS, PRESENCE_MAX_AGE_MS } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import type { Names } from "./names.ts";

export type PresenceBucketDeps = {
  link: NatsLink;
  names: Names;
  replicas: number;
  log: Logger;
  /** Set for a process that may not create the bucket; other processes create it. */
  isRunnerOnly: boolean;
  /** Returns the text to publish for this process, or null for none. */
  read: () => string | null;
  /** Receives the text of another process, or null when it has ended. */
  onEntry: (id: string, text: string | null) => void;
};

/** Changes within this time are published together. */
const GATHER_MS = 5;

/** The bucket in NATS in which each process repeats its own entry and watches those of the others. */
export class PresenceBucket {
  readonly #deps: PresenceBucketDeps;
  readonly #self: string;
  #bucket: KV | null = null;
  #stopWatching: () => void = () => {};
  #gathering: NodeJS.Timeout | undefined;
  #repeating: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isFailing = false;

  constructor(deps: PresenceBucketDeps) {
    this.#deps = deps;
    // The key starts with the user's name, so permissions can prevent users from writing the entries of others.
    const unique = randomBytes(12).toString("base64url");
    this.#self = deps.link.user === null ? unique : `${deps.link.user}.${unique}`;
  }

  async start(): Promise<void> {
    await this.#follow();
    this.#deps.link.onReconnect(() => {
      this.#isFailing = true;
      void this.#repeat();
    });
    this.#repeating = setInterval(() => void this.#repeat(), PRESENCE_INTERVAL_MS);
  }

  publishSoon(): void {
    this.#gathering ??= setTimeout(() => void this.#publish(), GATHER_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#repeating);
    clearTimeout(this.#gathering);
    this.#stopWatching();
    if (this.#deps.link.isConnected()) await this.#bucket?.delete(this.#self).catch(() => undefined);
  }

  async #publish(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#bucket || !this.#deps.link.isConnected() || this.#isClosed) return;
    const text = this.#deps.read();
    if (text === null) return;
    try {
      await this.#bucket.put(this.#self, text);
      this.#isFailing = false;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #repeat(): Promise<void> {
    if (!this.#isFailing) return this.#publish();
    if (!this.#deps.link.isConnected()) return;
    try {
      await this.#follow();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** The bucket may be lost together with the server that held it; the next cycle recreates it. */
  #onFailure(error: unknown): void {
    const { link, log } = this.#deps;
    const isNews = !this.#isFailing && link.isConnected() && !this.#isClosed;
    if (isNews) log.warn("nats.presence_failed", errorFacts(error));
    this.#isFailing = true;
  }

  async #follow(): Promise<void> {
    const { log, onEntry } = this.#deps;
    this.#stopWatching();
    this.#bucket = await this.#open();
    const entries = await this.#bucket.watch();
    this.#stopWatching = () => entries.stop();
    void (async () => {
      for await (const { key, operation, value } of entries) {
        if (key !== this.#self) onEntry(key, operation === "PUT" ? new TextDecoder().decode(value) : null);
      }
    })().catch((error: unknown) => log.warn("nats.presence_lost", errorFacts(error)));
    await this.#publish();
  }

  #open(): Promise<KV> {
    const { link, names, replicas, isRunnerOnly } = this.#deps;
    if (isRunnerOnly) return new Kvm(link.js).open(names.presenceBucket);
    return new Kvm(link.js).create(names.presenceBucket, {
      ttl: PRESENCE_MAX_AGE_MS,
      storage: StorageType.Memory,
      history: 1,
      replicas,
    });
  }
}
