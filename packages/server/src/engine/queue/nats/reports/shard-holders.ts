import { SHARDS } from "../../../../platform/kernel/shard.ts";

/** The shards of a scheduler, and the token of the subject where it takes their reports. */
export type HeldShards = { inbox: string; shards: readonly number[] };

/** Twelve random bytes. A longer or other text could name the subject of another receiver. */
const INBOX = /^[\w-]{16}$/;

/** Returns null for anything else: the entry's writer may run another version or be an attacker. */
export function toHeldShards(value: unknown): HeldShards | null {
  const { inbox, shards } = (value ?? {}) as Partial<Record<keyof HeldShards, unknown>>;
  if (typeof inbox !== "string" || !INBOX.test(inbox)) return null;
  if (!Array.isArray(shards) || shards.length > SHARDS || !shards.every(isShard)) return null;
  return { inbox, shards };
}

/**
 * The scheduler that takes the reports of each shard, as the schedulers announce it. The latest announcement of a
 * shard counts. A wrong answer costs time and nothing else: a scheduler returns the reports of other shards.
 */
export class ShardHolders {
  readonly #byProcess = new Map<string, HeldShards>();
  readonly #inboxes = new Map<number, string>();

  /** Replaces what a process holds; null if it has ended. */
  learn(process: string, held: HeldShards | null): void {
    const before = this.#byProcess.get(process);
    if (held === null) this.#byProcess.delete(process);
    else this.#byProcess.set(process, held);
    const isSame = before?.inbox === held?.inbox;
    for (const shard of before?.shards ?? []) {
      const isKept = isSame && held?.shards.includes(shard);
      if (!isKept && this.#inboxes.get(shard) === before?.inbox) this.#inboxes.delete(shard);
    }
    for (const shard of held?.shards ?? []) {
      const isNew = !isSame || !before?.shards.includes(shard);
      if (isNew || !this.#inboxes.has(shard)) this.#inboxes.set(shard, held?.inbox ?? "");
    }
  }

  /** Null if no scheduler is known to hold the shard. */
  findInbox(shard: number): string | null {
    return this.#inboxes.get(shard) ?? null;
  }
}

function isShard(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < SHARDS;
}
