import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { PRESENCE_MAX_AGE_MS, type RunnerPresence, VERSION_LENGTH_MAX } from "../queue.ts";
import { PresenceBucket, type PresenceBucketDeps } from "./presence-bucket.ts";
import { isPublicKey } from "./recipient-encryption.ts";
import { type HeldShards, ShardHolders, toHeldShards } from "./reports/shard-holders.ts";

/** The kinds of work a process takes: checks, or runs of a kind. */
export type ConsumedWork = "checks" | RunKind;

export type PresenceDeps = Omit<PresenceBucketDeps, "read" | "onEntry"> & { clock: Clock; publicKey: string };

type AnnouncedRunner = { runner: string; location: string; version?: string | undefined };

/** The entry as stored in the bucket. It holds ages instead of instants because clocks differ. */
type Entry = {
  publicKey: string;
  runners: (AnnouncedRunner & { ageMs: number })[];
  takes: { location: string; what: ConsumedWork; waitsForSlot?: true }[];
  /** Absent without shards, and in the entries of earlier versions. */
  holds?: HeldShards;
};

/** This process among those that hold shards. */
const SELF = "";

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
  readonly #holders = new ShardHolders();
  #holds: HeldShards | null = null;
  /** The others know of shards that this process held. */
  #wasHolding = false;
  /** Called after each change. */
  readonly #waiters = new Set<() => void>();

  constructor({ clock, publicKey, ...deps }: PresenceDeps) {
    this.#clock = clock;
    this.#publicKey = publicKey;
    this.#bucket = new PresenceBucket({
      ...deps,
      read: () => {
        const entry = this.#ownEntry();
        const isEmpty = entry.takes.length + entry.runners.length === 0 && !entry.holds && !this.#wasHolding;
        return isEmpty ? null : JSON.stringify(entry);
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
  take(location: string, what: ConsumedWork, waitsForSlot = false): () => void {
    const taken = { location, what, ...(waitsForSlot && { waitsForSlot }) };
    this.#takes.push(taken);
    this.#onChange();
    return () => {
      const at = this.#takes.indexOf(taken);
      if (at < 0) return;
      this.#takes.splice(at, 1);
      this.#onChange();
    };
  }

  /** Announces which shards this process holds; null for none. */
  hold(held: HeldShards | null): void {
    if (held === null && this.#holds === null) return;
    this.#holds = held;
    this.#wasHolding = true;
    this.#holders.learn(SELF, held);
    this.#onChange();
  }

  /** Returns where the scheduler of a shard takes reports; null if it is unknown. */
  findInbox(shard: number): string | null {
    return this.#holders.findInbox(shard);
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

  /** Whether every process that takes checks of a location waits for their slots; those of earlier versions do not. */
  waitForSlots(location: string): boolean {
    const takes = this.#processes()
      .flatMap(({ entry, isValid }) => (isValid ? entry.takes : []))
      .filter((each) => each.location === location && each.what === "checks");
    return takes.length > 0 && takes.every(({ waitsForSlot }) => waitsForSlot === true);
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
    const entry = { publicKey: this.#publicKey, runners, takes: this.#takes };
    return this.#holds === null ? entry : { ...entry, holds: this.#holds };
  }

  /** Returns this process and all others that were seen recently. */
  #processes(): KnownProcess[] {
    const nowMs = this.#clock.monotonic();
    for (const [id, { seenAtMs }] of this.#others)
      if (nowMs - seenAtMs > PRESENCE_MAX_AGE_MS) this.#forget(id);
    return [{ entry: this.#ownEntry(), seenAtMs: nowMs, isValid: true }, ...this.#others.values()];
  }

  #learn(id: string, text: string | null): void {
    const entry = text === null ? null : parse(text);
    if (entry === null) this.#forget(id);
    else {
      const before = this.#others.get(id);
      const isKnown = before?.entry.publicKey === entry.publicKey;
      const isValid = isKnown ? before.isValid : isPublicKey(entry.publicKey);
      this.#others.set(id, { entry, seenAtMs: this.#clock.monotonic(), isValid });
      this.#holders.learn(id, entry.holds ?? null);
    }
    this.#wake();
  }

  #forget(id: string): void {
    this.#others.delete(id);
    this.#holders.learn(id, null);
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
    const { publicKey, runners, takes, holds } = JSON.parse(text) as Partial<Entry>;
    if (typeof publicKey !== "string" || !Array.isArray(runners) || !Array.isArray(takes)) return null;
    const held = toHeldShards(holds);
    return held === null ? { publicKey, runners, takes } : { publicKey, runners, takes, holds: held };
  } catch {
    return null;
  }
}
