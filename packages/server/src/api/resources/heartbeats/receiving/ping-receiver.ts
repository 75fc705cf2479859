import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import { CODE_OF_KIND } from "../../../../pipeline/heartbeats/ping-codes.ts";
import { isMissingPartition } from "../../../../pipeline/results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../../pipeline/results/retention/partitions.ts";
import { BatchWriter } from "../../../../platform/kernel/batches/batch-writer.ts";
import { isServiceUnavailable } from "../../../../platform/kernel/errors.ts";
import { newId } from "../../../../platform/kernel/ids.ts";
import { errorFacts } from "../../../../platform/kernel/logger.ts";
import { BoxError } from "../../../../platform/kernel/secret-box.ts";
import type { Vault } from "../../../../platform/secrets/vault.ts";
import { type FindDeps, findHeartbeats } from "./find-heartbeats.ts";
import { bodyTextOf, keptText, kindOf, metricsOf } from "./ping-body.ts";
import { insertPings, type NewPing, type PingedRow } from "./queries.ts";
import type { PingAnswer, ReceivedPing } from "./received-ping.ts";
import { ReceiverLease } from "./receiver-lease.ts";
import { SecretMaskers } from "./secret-maskers.ts";

export type PingReceiverDeps = FindDeps & {
  vault: Vault;
  /** Longest time between two attempts while the database is away; optional. */
  retryMaxMs?: number;
  /** How often it reports to the schedulers until when pings are stored; optional. */
  renewIntervalMs?: number;
};

const BATCH_MAX = 500;
/** Bodies in one transaction. */
const BATCH_BYTES_MAX = 4 * 1_048_576;
/** Pings that wait this long are stored together. Under load, a batch is what arrived during the one before. */
const GATHER_MS = 5;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;
/** Another transaction may have been the cause. */
const FAILURES_MAX = 2;
/** How long a sender waits for the commit. Senders usually give up after 10 s. */
const ANSWER_MAX_MS = 2_000;
/** Pings in memory while the database is away: ten seconds at 2,000 a second. */
const WAITING_MAX = 20_000;
const WAITING_BYTES_MAX = 64 * 1_048_576;
/** An outage after which pings are rejected, so that senders notice and try again. */
const OUTAGE_MAX_MS = 60_000;

/** A ping on its way to the database. */
type Waiting = ReceivedPing & {
  id: string;
  sinceMs: number;
  answer: PingAnswer | null;
  /** Answers the sender now. */
  settle: () => void;
};

/**
 * Receives pings and stores them in batches. A ping is acknowledged when it is committed. While the database is away, pings
 * are kept in memory and accepted, for a while. It looks up the heartbeats of each batch, so no cache can be outdated, and
 * never decides what a ping means for a status.
 */
export class PingReceiver {
  readonly #deps: PingReceiverDeps;
  readonly #writer: BatchWriter<Waiting>;
  readonly #waiting = new Set<Waiting>();
  readonly #maskers: SecretMaskers;
  readonly #lease: ReceiverLease;
  #waitingBytes = 0;
  #isStopped = false;

  constructor(deps: PingReceiverDeps) {
    const { clock, log } = deps;
    this.#deps = deps;
    this.#maskers = new SecretMaskers(deps);
    this.#lease = new ReceiverLease({
      ...deps,
      oldestWaitingMs: () => firstOf(this.#waiting)?.receivedMs ?? null,
      hasRoom: () => this.#hasRoom(),
    });
    this.#writer = new BatchWriter<Waiting>({
      clock,
      batchMax: BATCH_MAX,
      batchWeightMax: BATCH_BYTES_MAX,
      weigh: ({ body }) => body.length,
      gatherMs: GATHER_MS,
      retry: { firstMs: RETRY_FIRST_MS, maxMs: deps.retryMaxMs ?? RETRY_MAX_MS },
      failuresMax: FAILURES_MAX,
      outageDelayMs: (error) => (isServiceUnavailable(error) ? 0 : null),
      write: (pings) => this.#write(pings),
      onOutage: (error, { items }) => {
        log.error("pings.batch_failed", { items, ...errorFacts(error) });
        for (const ping of this.#waiting) ping.settle();
      },
      onFailedAlone: (ping, { error, isRefused }) => {
        if (!isRefused) return;
        ping.answer = { status: "unavailable" };
        log.error("pings.dropped", { ping_id: ping.id, ...errorFacts(error) });
      },
    });
  }

  /** Call it when pings can arrive. */
  start(): Promise<void> {
    return this.#lease.start();
  }

  /** Stores the waiting pings, until `deadlineMs` (monotonic). */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true;
    const isDrained = await this.#writer.drain(deadlineMs);
    this.#writer.stop();
    if (!isDrained) this.#deps.log.error("pings.lost", { pings: this.#waiting.size });
    await this.#lease.stop();
  }

  /** Resolves when the ping is stored, or as soon as it is clear that this takes longer. */
  async receive(received: Omit<ReceivedPing, "receivedMs">): Promise<PingAnswer> {
    const { clock } = this.#deps;
    if (!this.#hasRoom()) {
      this.#lease.noteRejected();
      return { status: "unavailable" };
    }
    // From now on it waits, so that no scheduler evaluates a later deadline without it.
    const [receivedMs, sinceMs] = [clock.now(), clock.monotonic()];
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    const ping: Waiting = {
      ...received,
      ...{ receivedMs, sinceMs, id: newId(receivedMs), answer: null, settle },
    };
    const isAway = !this.#writer.isAvailable;
    void this.#add(ping);
    if (isAway) return { status: "accepted" };
    const timer = setTimeout(settle, ANSWER_MAX_MS);
    await settled;
    clearTimeout(timer);
    return ping.answer ?? { status: "accepted" };
  }

  async #add(ping: Waiting): Promise<void> {
    this.#waiting.add(ping);
    this.#waitingBytes += ping.body.length;
    await this.#writer.add([ping]);
    this.#waiting.delete(ping);
    this.#waitingBytes -= ping.body.length;
    ping.settle();
  }

  #hasRoom(): boolean {
    const oldest = firstOf(this.#waiting);
    const waitedMs = oldest ? this.#deps.clock.monotonic() - oldest.sinceMs : 0;
    const isFull = this.#waiting.size >= WAITING_MAX || this.#waitingBytes >= WAITING_BYTES_MAX;
    return !this.#isStopped && !isFull && waitedMs < OUTAGE_MAX_MS;
  }

  async #write(pings: readonly Waiting[]): Promise<void> {
    const pinged = await findHeartbeats(this.#deps, pings);
    const rows: NewPing[] = [];
    const answers = new Map<Waiting, PingAnswer>();
    for (const ping of pings) {
      const { row, answer } = pinged.get(ping) ?? { row: null, answer: { status: "not_found" as const } };
      answers.set(ping, answer);
      if (row?.id) rows.push(await this.#toNewPing(ping, { ...row, id: row.id }));
    }
    if (rows.length > 0) await this.#insert(rows);
    for (const [ping, answer] of answers) ping.answer = answer;
  }

  async #insert(rows: readonly NewPing[]): Promise<void> {
    const { database, clock } = this.#deps;
    try {
      await insertPings(database, rows);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      await ensurePartitionsOf(database, [clock.now(), ...this.#waiting].map(instantOf));
      await insertPings(database, rows);
    }
  }

  async #toNewPing(ping: Waiting, row: PingedRow & { id: string }): Promise<NewPing> {
    const { action, body } = ping;
    const text = bodyTextOf(body);
    const kept = await this.#keptBody(text, row);
    const kind: PingKind = row.enabled ? kindOf(ping, text, row) : "ignored";
    return {
      ...{ id: ping.id, heartbeatId: row.id, shard: row.shard, kind: CODE_OF_KIND[kind] },
      exitStatus: typeof action === "object" && action !== null ? action.exitStatus : null,
      ...{ rid: ping.rid, durationMs: ping.durationMs, method: ping.method, source: ping.source },
      userAgent: ping.userAgent,
      body: kept.text === "" ? null : kept.text,
      isBodyCut: kept.isCut || ping.bodyBytes > body.length,
      bodyBytes: ping.bodyBytes,
      metrics: metricsOf(text),
    };
  }

  /** Without its secrets an organization's bodies cannot be masked, so they are not kept. */
  async #keptBody(text: string, { org_id: orgId, body_bytes_max: bytesMax }: PingedRow) {
    const { database, log } = this.#deps;
    if (text === "" || bytesMax === 0) return { text: "", isCut: text !== "" };
    try {
      return keptText(text, bytesMax, await this.#maskers.of(database, orgId));
    } catch (error) {
      if (!(error instanceof BoxError)) throw error;
      log.error("pings.body_dropped", { org_id: orgId, ...errorFacts(error) });
      return { text: "", isCut: true };
    }
  }
}

function firstOf(waiting: ReadonlySet<Waiting>): Waiting | undefined {
  return waiting.values().next().value;
}

function instantOf(of: number | Waiting): number {
  return typeof of === "number" ? of : of.receivedMs;
}
