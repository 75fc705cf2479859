import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { PRESENCE_MAX_AGE_MS, type RunnerPresence, VERSION_LENGTH_MAX } from "../queue.ts";
import { PresenceBucket, type PresenceBucketDeps } from "./presence-bucket.ts";
import { isPublicKey } from "./recipient-encryption.ts";

/** The kinds of work a process takes: checks, or runs of a kind. */
export type ConsumedWork = "checks" | RunKind;

export type PresenceDeps = Omit<PresenceBucketDeps, "read" | "onEntry"> & { clock: Clock; publicKey: string };

type AnnouncedRunner = { runner: string; location: string; version?: string | undefined };

/** The entry as stored in the bucket. It holds ages instead of instants because clocks differ. */
type Entry = {
  publicKey: string;
  runners: (AnnouncedRunner & { ageMs: number })[];
  takes: { location: string; what: ConsumedWork }[];
};

type KnownProcess = { entry: Entry; seenAtMs: number; isValid: boolean };

/**
 * Tracks which processes are present. Each process that takes work publishes every few seconds what it takes
 * at which location, which runners it has, and its public key. The other processes keep a copy up to date.
 */
export class Presence {
  readonly #clock: Clock;
  readonly #publicKey: string;
  readonly #bucket: PresenceBucket;
  /** The runners of this process. */
  readonly #announced = new Map<string, AnnouncedRunner & { atMs: number }>();
  /** The work that this process takes. */
  readonly #takes: Entry["takes"] = [];
  readonly #others = new Map<string, KnownProcess>();
  /** Called after each change. */
  readonly #waiters = new Set<() => void>();

  constructor({ clock, publicKey, ...deps }: PresenceDeps) {
    this.#clock = clock;
    this.#publicKey = publicKey;
    this.#bucket = new PresenceBucket({
      ...deps,
      read: () => {
        const entry = this.#ownEntry();
        return entry.takes.length + entry.runners.length === 0 ? null : JSON.stringify(entry);
      },
      onEntry: (id, text) => this.#learn(id, text),
    });
  }

  async start(): Promise<void> {
    await this.#bucket.start();
  }

  async close(): Promise<void> {
    await this.#bucket.close();
  }

  announce(announced: AnnouncedRunner): void {
    const name = `${announced.location} ${announced.runner}`;
    const isNew = !this.#announced.has(name);
    this.#announced.set(name, { ...announced, atMs: this.#clock.monotonic() });
    if (isNew) this.#onChange();
  }

  /** Announces that this process takes such work until the returned function is called. */
  take(location: string, what: ConsumedWork): () => void {
    const taken = { location, what };
    this.#takes.push(taken);
    this.#onChange();
    return () => {
      const at = this.#takes.indexOf(taken);
      if (at < 0) return;
      this.#takes.splice(at, 1);
      this.#onChange();
    };
  }

  isConsumedHere(location: string, what: ConsumedWork): boolean {
    return this.#takes.some((each) => each.location === location && each.what === what);
  }

  runners(): RunnerPresence[] {
    const [nowMs, wallMs] = [this.#clock.monotonic(), this.#clock.now()];
    return this.#processes()
      .flatMap(({ entry, seenAtMs }) =>
        entry.runners.map(({ runner, location, version, ageMs }) => ({
          ...{ runner, location, version: isVersion(version) ? version : undefined },
          ageMs: nowMs - seenAtMs + ageMs,
        })),
      )
      .filter(({ ageMs }) => ageMs <= PRESENCE_MAX_AGE_MS)
      .map(({ ageMs, ...each }) => ({ ...each, lastSeenAtMs: Math.round(wallMs - ageMs) }));
  }

  /** Returns the public keys of all processes that take such work. */
  recipients(location: string, what: ConsumedWork): string[] {
    return this.#processes()
      .filter(
        ({ isValid, entry }) =>
          isValid && entry.takes.some((each) => each.location === location && each.what === what),
      )
      .map(({ entry }) => entry.publicKey);
  }

  /** Waits until a process takes such work, at most `withinMs`. */
  async untilConsumed(location: string, what: ConsumedWork, withinMs: number): Promise<void> {
    const deadlineMs = this.#clock.monotonic() + withinMs;
    const leftMs = () => deadlineMs - this.#clock.monotonic();
    while (this.recipients(location, what).length === 0 && leftMs() > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(1, leftMs()));
      this.#waiters.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#waiters.delete(resolve);
    }
  }

  #ownEntry(): Entry {
    const nowMs = this.#clock.monotonic();
    for (const [name, { atMs }] of this.#announced)
      if (nowMs - atMs > PRESENCE_MAX_AGE_MS) this.#announced.delete(name);
    const runners = Array.from(this.#announced.values(), ({ atMs, ...each }) => ({
      ...each,
      ageMs: nowMs - atMs,
    }));
    return { publicKey: this.#publicKey, runners, takes: this.#takes };
  }

  /** Returns this process and all others that were seen recently. */
  #processes(): KnownProcess[] {
    const nowMs = this.#clock.monotonic();
    for (const [id, { seenAtMs }] of this.#others)
      if (nowMs - seenAtMs > PRESENCE_MAX_AGE_MS) this.#others.delete(id);
    return [{ entry: this.#ownEntry(), seenAtMs: nowMs, isValid: true }, ...this.#others.values()];
  }

  #learn(id: string, text: string | null): void {
    const entry = text === null ? null : parse(text);
    if (entry === null) this.#others.delete(id);
    else {
      const before = this.#others.get(id);
      const isKnown = before?.entry.publicKey === entry.publicKey;
      const isValid = isKnown ? before.isValid : isPublicKey(entry.publicKey);
      this.#others.set(id, { entry, seenAtMs: this.#clock.monotonic(), isValid });
    }
    this.#wake();
  }

  #onChange(): void {
    this.#bucket.publishSoon();
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}

function isVersion(value: unknown): value is string {
  return typeof value === "string" && value.length <= VERSION_LENGTH_MAX;
}

/** Returns null if the text is not a valid entry: its writer may run another version or be an attacker. */
function parse(text: string): Entry | null {
  try {
    const { publicKey, runners, takes } = JSON.parse(text) as Partial<Entry>;
    if (typeof publicKey !== "string" || !Array.isArray(runners) || !Array.isArray(takes)) return null;
    return { publicKey, runners, takes };
  } catch {
    return null;
  }
}
