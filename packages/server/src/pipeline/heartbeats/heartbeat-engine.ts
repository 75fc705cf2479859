import type { Clock } from "../../platform/kernel/clock.ts";
import { isServiceUnavailable } from "../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import type { Database } from "../../platform/storage/database.ts";
import { type RecordDeps, type Recorded, recordBatch } from "../results/recording/record-batch.ts";
import type { Definition } from "../scheduler/definition.ts";
import { advanceHeartbeat } from "./advance.ts";
import { nextDeadlineMs } from "./deadlines.ts";
import {
  type EvaluatedHeartbeat,
  type HeartbeatBatch,
  type Pinged,
  pingsOf,
  portionsOf,
  toPinged,
} from "./evaluated-batch.ts";
import { HeartbeatMemory } from "./heartbeat-memory.ts";
import {
  listPendingPings,
  loadProgress,
  markEvaluated,
  type PingOfHeartbeat,
  type ProgressWrite,
  type Reception,
  readReception,
  saveHeartbeatProgress,
} from "./queries.ts";
import { replan } from "./replan.ts";
import { type HeartbeatTarget, toGapRow, toReport } from "./to-report.ts";

export type HeartbeatEngineDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  recording: RecordDeps;
  heldShards: () => readonly number[];
  reload: (targetIds: readonly string[]) => Promise<void>;
  isPausedAt: (definition: Definition, atMs: number) => boolean;
  onRecorded: (recorded: Recorded) => void;
  /** Called after the commit with the heartbeats that were pinged. */
  onPinged: (pinged: readonly Pinged[]) => void;
};

/** Announces new pings, without a payload. */
export const PINGS_CHANNEL = "heartbeat_pinged";
/** Deadlines are evaluated this often, also without a ping. */
const TICK_MS = 1_000;
/** Pings that arrive within this time are evaluated together. */
const GATHER_MS = 100;
const PINGS_MAX = 5_000;
/** Progress is read for so many heartbeats at once. */
const LOAD_MAX = 5_000;
/** Pings older than this are only looked for when shards are gained: each day of pings is a table of its own. */
const RECENT_MS = 2 * 86_400_000;

/** Another scheduler wrote newer progress of these heartbeats, or they were deleted. */
class StaleProgress extends Error {
  readonly ids: readonly string[];
  constructor(ids: readonly string[]) {
    super("newer progress is stored");
    this.ids = ids;
  }
}

/**
 * Evaluates the pings and deadlines of the heartbeats whose shards are held here, and stores their results like those of
 * checks. All state is in the database: after a crash another process continues, and the version of each heartbeat's
 * progress rejects a scheduler that lost its shards without noticing. It never knows how pings are received.
 */
export class HeartbeatEngine {
  readonly #deps: HeartbeatEngineDeps;
  readonly #memory = new HeartbeatMemory();
  readonly #targets = new Map<string, HeartbeatTarget>();
  /** Cannot be evaluated or stored, until they are changed. */
  readonly #broken = new Set<string>();
  #shards = "";
  #scannedAtMs = Number.NEGATIVE_INFINITY;
  #evaluatedPings = 0;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};
  #endListening: (() => Promise<void>) | undefined;

  constructor(deps: HeartbeatEngineDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#endListening = await this.#deps.database.listen(PINGS_CHANNEL, () => this.#wake());
    this.#running = this.#run();
  }

  /** Resolves when the current evaluation is stored. The next scheduler evaluates the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#endListening?.();
    await this.#running;
  }

  /** Takes over a target, or a changed one. Ignores other kinds. */
  put(definition: Definition): void {
    const { spec: plan, series: all, targetId } = definition;
    const series = all.find(({ active }) => active);
    if (plan.kind !== "heartbeat" || !series) return;
    this.#targets.set(targetId, { definition, plan, series });
    this.#broken.delete(targetId);
  }

  /** Another scheduler has the target now, or it was deleted. */
  drop(targetId: string): void {
    this.#targets.delete(targetId);
    this.#broken.delete(targetId);
    this.#memory.forget(targetId);
  }

  state(): { heartbeats: number; pingsEvaluated: number } {
    return { heartbeats: this.#targets.size, pingsEvaluated: this.#evaluatedPings };
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const wake = new AbortController();
      this.#wake = () => wake.abort();
      const isMore = await this.#evaluate().catch((error: unknown) => {
        this.#deps.log.warn("heartbeats.evaluation_failed", errorFacts(error));
        return false;
      });
      if (isMore) continue;
      await pause(TICK_MS, wake.signal);
      await pause(GATHER_MS, this.#stopping.signal);
    }
  }

  /** Evaluates what can be evaluated now. Returns whether there is more. */
  async #evaluate(): Promise<boolean> {
    const { database, clock, heldShards } = this.#deps;
    const shards = heldShards();
    if (shards.length === 0) return false;
    const nowMs = clock.now();
    const reception = await readReception(database, nowMs);
    const isGained = this.#noteShards(shards);
    const sinceMs = isGained ? 0 : nowMs - RECENT_MS;
    const pings = await listPendingPings(database, { shards, sinceMs, limit: PINGS_MAX });
    await this.#reloadUnknown(pings);
    const targets = this.#targetsToEvaluate(pings);
    await this.#load(targets.map(({ definition }) => definition.targetId));
    const batch = this.#advanceAll({ pings, targets, reception, nowMs });
    for (const some of portionsOf(batch)) await this.#store(some);
    return pings.length === PINGS_MAX || batch.evaluated.some(({ advanced }) => !advanced.isDone);
  }

  /** Returns whether these are other shards than before. */
  #noteShards(shards: readonly number[]): boolean {
    const text = shards.join();
    const isChanged = text !== this.#shards;
    this.#shards = text;
    return isChanged;
  }

  /** A ping may arrive before the news of its heartbeat, or of its resumption. */
  async #reloadUnknown(pings: readonly PingOfHeartbeat[]): Promise<void> {
    const ids = new Set(pings.map(({ heartbeatId }) => heartbeatId));
    const unknown = [...ids].filter((id) => !this.#targets.get(id)?.definition.enabled);
    if (unknown.length > 0) await this.#deps.reload(unknown);
  }

  /** The heartbeats with pings, and once in a tick all, because their deadlines may have passed. */
  #targetsToEvaluate(pings: readonly PingOfHeartbeat[]): HeartbeatTarget[] {
    const nowMs = this.#deps.clock.monotonic();
    const isScan = nowMs - this.#scannedAtMs >= TICK_MS;
    if (isScan) this.#scannedAtMs = nowMs;
    const ids = isScan ? this.#targets.keys() : new Set(pings.map(({ heartbeatId }) => heartbeatId));
    return [...ids].flatMap((id) => {
      const target = this.#targets.get(id);
      return target?.definition.enabled && !this.#broken.has(id) ? [target] : [];
    });
  }

  async #load(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => this.#memory.find(id) === null);
    for (let at = 0; at < missing.length; at += LOAD_MAX) {
      const some = missing.slice(at, at + LOAD_MAX);
      const found = await loadProgress(this.#deps.database, some);
      for (const id of some) this.#memory.remember(id, found.get(id));
    }
  }

  #advanceAll({
    pings,
    targets,
    ...now
  }: {
    pings: readonly PingOfHeartbeat[];
    targets: readonly HeartbeatTarget[];
    reception: Reception;
    nowMs: number;
  }): HeartbeatBatch {
    const byHeartbeat = Map.groupBy(pings, ({ heartbeatId }) => heartbeatId);
    const evaluated = targets.flatMap((target) => {
      const own = byHeartbeat.get(target.definition.targetId) ?? [];
      try {
        return this.#advance(target, { pings: own, ...now }) ?? [];
      } catch (error) {
        this.#giveUp(target, error);
        return [];
      }
    });
    const known = new Set(targets.map(({ definition }) => definition.targetId));
    const unused = pings.filter(({ heartbeatId }) => !known.has(heartbeatId));
    return { evaluated, unused: unused.map(({ id }) => ({ id, durationMs: null, slotMs: null })) };
  }

  /** Returns null if nothing changed. */
  #advance(
    target: HeartbeatTarget,
    input: { pings: readonly PingOfHeartbeat[]; reception: Reception; nowMs: number },
  ): EvaluatedHeartbeat | null {
    const { definition, plan, series } = target;
    const { targetId, scheduleSinceMs } = definition;
    const stored = this.#memory.find(targetId);
    if (stored === null) return null;
    const { pings, nowMs, reception } = input;
    const occurrences = this.#memory.occurrencesOf(targetId, plan.schedule);
    const planned = replan(stored.progress, { plan, occurrences, scheduleSinceMs, nowMs });
    const isDue =
      pings.length > 0 ||
      planned.progress !== stored.progress ||
      nextDeadlineMs(planned.progress, { plan, outages: reception.outages }) < (reception.horizonMs ?? 0);
    if (!isDue) return null;
    const advanced = advanceHeartbeat(planned.progress, {
      ...{ plan, occurrences, pings, scheduleSinceMs, ...reception },
      verdict: series.status === "down" || series.status === "up" ? series.status : "pending",
      isPausedAt: (atMs) => this.#deps.isPausedAt(definition, atMs),
    });
    if (advanced.progress === stored.progress) return null;
    const gaps = [...planned.gaps, ...advanced.gaps];
    return { target, advanced: { ...advanced, gaps }, version: stored.version };
  }

  /** Stores a batch in one transaction. A heartbeat that cannot be stored does not hold up the others. */
  async #store(batch: HeartbeatBatch): Promise<void> {
    const { evaluated, unused } = batch;
    try {
      await this.#write(batch);
    } catch (error) {
      if (isServiceUnavailable(error)) throw error;
      const [first] = evaluated;
      if (error instanceof StaleProgress) {
        for (const id of error.ids) this.#memory.invalidate(id);
        await this.#deps.reload(error.ids);
      } else if (first && evaluated.length === 1) this.#giveUp(first.target, error);
      else if (first) {
        const middle = Math.ceil(evaluated.length / 2);
        await this.#store({ evaluated: evaluated.slice(0, middle), unused });
        await this.#store({ evaluated: evaluated.slice(middle), unused: [] });
      } else throw error;
    }
  }

  async #write(batch: HeartbeatBatch): Promise<void> {
    const { evaluated } = batch;
    const { recording, onRecorded, onPinged } = this.#deps;
    const writes = evaluated.map(
      ({ target, advanced, version }): ProgressWrite => ({
        id: target.definition.targetId,
        progress: advanced.progress,
        version,
      }),
    );
    const pings = pingsOf(batch);
    const recorded = await recordBatch(recording, async (db) => {
      if (pings.length > 0) await markEvaluated(db, pings);
      const saved = writes.length > 0 ? await saveHeartbeatProgress(db, writes) : new Set();
      const stale = writes.filter(({ id }) => !saved.has(id));
      if (stale.length > 0) throw new StaleProgress(stale.map(({ id }) => id));
      return {
        reports: evaluated.flatMap(({ target, advanced }) =>
          advanced.results.map((result) => toReport(result, target)),
        ),
        gaps: evaluated.flatMap(({ target, advanced }) => advanced.gaps.map((gap) => toGapRow(gap, target))),
      };
    });
    for (const { id, progress, version } of writes)
      this.#memory.remember(id, { progress, version: version + 1 });
    this.#evaluatedPings += pings.length;
    onRecorded(recorded);
    onPinged(evaluated.flatMap(toPinged));
  }

  #giveUp({ definition: { targetId, orgId } }: HeartbeatTarget, error: unknown): void {
    this.#broken.add(targetId);
    this.#deps.log.error("heartbeats.heartbeat_failed", {
      heartbeat_id: targetId,
      org_id: orgId,
      ...errorFacts(error),
    });
  }
}
