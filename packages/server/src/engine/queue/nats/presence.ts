import { randomBytes } from "node:crypto";
import { StorageType } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import type { RunKind } from "@vedette/contract/runs/run-job.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { PRESENCE_INTERVAL_MS, PRESENCE_MAX_AGE_MS, type RunnerPresence } from "../queue.ts";
import type { NatsLink } from "./connection.ts";
import type { Names } from "./names.ts";
import { isPublicKey } from "./recipient-encryption.ts";

/** The kinds of work a process takes: checks, or runs of a kind. */
export type ConsumedWork = "checks" | RunKind;

/**
 * Tracks which processes are present. Each process that takes work publishes every few seconds what it takes
 * at which location, which runners it has, and its public key. The other processes keep a copy up to date.
 */
export type Presence = {
  announce(runner: string, location: string): void;
  /** Announces that this process takes such work until the returned function is called. */
  take(location: string, what: ConsumedWork): () => void;
  isConsumedHere(location: string, what: ConsumedWork): boolean;
  runners(): RunnerPresence[];
  /** Returns the public keys of all processes that take such work. */
  recipients(location: string, what: ConsumedWork): string[];
  /** Waits until a process takes such work, at most `withinMs`. */
  untilConsumed(location: string, what: ConsumedWork, withinMs: number): Promise<void>;
  close(): Promise<void>;
};

export type PresenceDeps = {
  link: NatsLink;
  names: Names;
  replicas: number;
  clock: Clock;
  log: Logger;
  publicKey: string;
  /** Set for a process that may not create the bucket; other processes create it. */
  isRunnerOnly: boolean;
};

/** The entry as stored in the bucket. It holds ages instead of instants because clocks differ. */
type Entry = {
  publicKey: string;
  runners: { runner: string; location: string; ageMs: number }[];
  takes: { location: string; what: ConsumedWork }[];
};

type RemoteProcess = { entry: Entry; seenAtMs: number; isValid: boolean };

/** Changes within this time are published together. */
const GATHER_MS = 5;

export async function createPresence(deps: PresenceDeps): Promise<Presence> {
  const { link, clock, log } = deps;
  // The key starts with the user's name, so permissions can prevent users from writing the entries of others.
  const unique = randomBytes(12).toString("base64url");
  const self = link.user === null ? unique : `${link.user}.${unique}`;
  const announced = new Map<string, { runner: string; location: string; atMs: number }>();
  const takes: Entry["takes"] = [];
  const others = new Map<string, RemoteProcess>();
  const waiters = new Set<() => void>();
  let bucket: KV | null = null;
  let stopWatching: () => void = () => {};
  let gathering: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;

  function own(): Entry {
    const nowMs = clock.monotonic();
    for (const [name, { atMs }] of announced) if (nowMs - atMs > PRESENCE_MAX_AGE_MS) announced.delete(name);
    const runners = [...announced.values()].map(({ atMs, ...each }) => ({ ...each, ageMs: nowMs - atMs }));
    return { publicKey: deps.publicKey, runners, takes };
  }

  /** Returns this process and all others that were seen recently. */
  function announcePresence(): RemoteProcess[] {
    const nowMs = clock.monotonic();
    for (const [id, { seenAtMs }] of others) if (nowMs - seenAtMs > PRESENCE_MAX_AGE_MS) others.delete(id);
    return [{ entry: own(), seenAtMs: nowMs, isValid: true }, ...others.values()];
  }

  function recipients(location: string, what: ConsumedWork): string[] {
    const isConsumer = (remote: RemoteProcess) =>
      remote.isValid && remote.entry.takes.some((each) => each.location === location && each.what === what);
    return announcePresence()
      .filter(isConsumer)
      .map(({ entry }) => entry.publicKey);
  }

  function learn(id: string, text: string | null): void {
    if (id === self) return;
    const entry = text === null ? null : parse(text);
    if (entry === null) others.delete(id);
    else {
      const before = others.get(id);
      const isKnown = before?.entry.publicKey === entry.publicKey;
      const isValid = isKnown ? before.isValid : isPublicKey(entry.publicKey);
      others.set(id, { entry, seenAtMs: clock.monotonic(), isValid });
    }
    for (const wake of [...waiters]) wake();
  }

  async function publishEntry(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    if (!bucket || !link.isConnected() || isClosed) return;
    const entry = own();
    if (entry.takes.length === 0 && entry.runners.length === 0) return;
    try {
      await bucket.put(self, JSON.stringify(entry));
      isFailing = false;
    } catch (error) {
      onFailure(error);
    }
  }

  /** The bucket may be lost together with the server that held it; the next cycle recreates it. */
  function onFailure(error: unknown): void {
    const isNews = !isFailing && link.isConnected() && !isClosed;
    if (isNews) log.warn("nats.presence_failed", errorFacts(error));
    isFailing = true;
  }

  async function publishAgain(): Promise<void> {
    if (!isFailing) return publishEntry();
    if (!link.isConnected()) return;
    try {
      await follow();
    } catch (error) {
      onFailure(error);
    }
  }

  async function follow(): Promise<void> {
    stopWatching();
    const { presenceBucket } = deps.names;
    bucket = deps.isRunnerOnly
      ? await new Kvm(link.js).open(presenceBucket)
      : await new Kvm(link.js).create(presenceBucket, {
          ttl: PRESENCE_MAX_AGE_MS,
          storage: StorageType.Memory,
          history: 1,
          replicas: deps.replicas,
        });
    const entries = await bucket.watch();
    stopWatching = () => entries.stop();
    void (async () => {
      for await (const { key, operation, value } of entries) {
        learn(key, operation === "PUT" ? new TextDecoder().decode(value) : null);
      }
    })().catch((error: unknown) => log.warn("nats.presence_lost", errorFacts(error)));
    await publishEntry();
  }

  function changed(): void {
    gathering ??= setTimeout(() => void publishEntry(), GATHER_MS);
    for (const wake of [...waiters]) wake();
  }

  await follow();
  link.onReconnect(() => {
    isFailing = true;
    void publishAgain();
  });
  const timer = setInterval(() => void publishAgain(), PRESENCE_INTERVAL_MS);

  return {
    announce(runner, location) {
      const name = `${location} ${runner}`;
      const isNew = !announced.has(name);
      announced.set(name, { runner, location, atMs: clock.monotonic() });
      if (isNew) changed();
    },
    take(location, what) {
      const ownKey = { location, what };
      takes.push(ownKey);
      changed();
      return () => {
        const at = takes.indexOf(ownKey);
        if (at < 0) return;
        takes.splice(at, 1);
        changed();
      };
    },
    isConsumedHere: (location, what) =>
      takes.some((each) => each.location === location && each.what === what),
    runners() {
      const [nowMs, wallMs] = [clock.monotonic(), clock.now()];
      return announcePresence()
        .flatMap(({ entry, seenAtMs }) =>
          entry.runners.map(({ runner, location, ageMs }) => ({
            runner,
            location,
            ageMs: nowMs - seenAtMs + ageMs,
          })),
        )
        .filter(({ ageMs }) => ageMs <= PRESENCE_MAX_AGE_MS)
        .map(({ runner, location, ageMs }) => ({
          runner,
          location,
          lastSeenAtMs: Math.round(wallMs - ageMs),
        }));
    },
    recipients,
    async untilConsumed(location, what, withinMs) {
      const deadlineMs = clock.monotonic() + withinMs;
      while (recipients(location, what).length === 0 && clock.monotonic() < deadlineMs) {
        await new Promise<void>((resolve) => {
          const end = () => {
            clearTimeout(late);
            waiters.delete(end);
            resolve();
          };
          const late = setTimeout(end, Math.max(1, deadlineMs - clock.monotonic()));
          waiters.add(end);
        });
      }
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(gathering);
      stopWatching();
      if (link.isConnected()) await bucket?.delete(self).catch(() => undefined);
    },
  };
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
