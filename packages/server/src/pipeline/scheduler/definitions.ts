import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { TableCache, type TableSource } from "../../platform/storage/table-cache.ts";
import { type Definition, isCheckSpec } from "./definition.ts";
import { phaseMs } from "./grid.ts";
import { findDefinitions, listDefinitions, listRevisions, listTargetIds, notifyChanged } from "./queries.ts";

export type DefinitionHandlers = {
  changed(definition: Definition): void;
  removed(targetId: string): void;
  /** A target was deleted or disabled: its running checks and runs can be cancelled. */
  ended(definition: Definition): void;
};

export type DefinitionDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Substitutes variables in check specs. */
  resolveSpecs: (wanted: readonly { orgId: string; spec: CheckSpec }[]) => Promise<CheckSpec[]>;
};

/** Channel of NOTIFY; the payload is `<shard>:<target id>`. */
const CHANNEL = "target_changed";
/** How long a target that is not scheduled here is kept; its reports arrive for minutes at most. */
const UNHELD_KEPT_MS = 600_000;

/**
 * Targets in memory: those of the shards held here, which are scheduled, and for a while those of shards held
 * before, whose last reports are still to be recorded.
 */
export class Definitions {
  readonly #deps: DefinitionDeps;
  readonly #handlers: DefinitionHandlers;
  readonly #cache: TableCache<Definition>;
  readonly #bySeries = new Map<number, Definition>();
  readonly #shards = new Set<number>();
  /** Targets that are not scheduled here, and since when. */
  readonly #unheld = new Map<string, number>();

  constructor(deps: DefinitionDeps, handlers: DefinitionHandlers) {
    this.#deps = deps;
    this.#handlers = handlers;
    this.#cache = new TableCache<Definition>(this.#source());
  }

  /** Number of targets that are scheduled here. */
  get size(): number {
    return this.#cache.rows.size - this.#unheld.size;
  }

  start(): Promise<void> {
    return this.#cache.start();
  }

  stop(): Promise<void> {
    return this.#cache.stop();
  }

  findBySeries(seriesKey: number): Definition | null {
    return this.#bySeries.get(seriesKey) ?? null;
  }

  /** Whether a series belongs to a target that is scheduled here. */
  isScheduled(seriesKey: number): boolean {
    const definition = this.#bySeries.get(seriesKey);
    return definition !== undefined && !this.#unheld.has(definition.targetId);
  }

  /** Whether a slot is on the grid of its series; false for an unknown one. */
  isOnGrid({ seriesKey, slotMs }: { seriesKey: number; slotMs: number }): boolean {
    const definition = this.#bySeries.get(seriesKey);
    if (!definition) return false;
    const { targetId, intervalMs } = definition;
    return (slotMs - phaseMs(targetId, intervalMs)) % intervalMs === 0;
  }

  /** The targets that are scheduled here. */
  scheduled(): Definition[] {
    return [...this.#cache.rows.values()].filter(({ targetId }) => !this.#unheld.has(targetId));
  }

  /** Notifies the schedulers of these targets that their state was changed here. */
  async notifyHolders(targetIds: readonly string[]): Promise<void> {
    const { rows } = this.#cache;
    const elsewhere = targetIds.flatMap((id) => (this.#unheld.has(id) ? (rows.get(id) ?? []) : []));
    if (elsewhere.length > 0) await notifyChanged(this.#deps.database, CHANNEL, elsewhere);
  }

  async loadShards(gained: readonly number[]): Promise<void> {
    for (const shard of gained) this.#shards.add(shard);
    const found = await listDefinitions(this.#deps.database, gained);
    for (const definition of await this.#withResolvedSpecs(found)) this.#cache.store(definition);
  }

  dropShards(lost: readonly number[]): void {
    for (const shard of lost) this.#shards.delete(shard);
    for (const { targetId, shard } of this.scheduled()) {
      if (this.#shards.has(shard)) continue;
      this.#unheld.set(targetId, this.#deps.clock.monotonic());
      this.#handlers.removed(targetId);
    }
  }

  /** Loads the targets of these series. */
  async loadSeries(seriesKeys: readonly number[]): Promise<void> {
    await this.#cache.refresh(await listTargetIds(this.#deps.database, seriesKeys));
  }

  /** Reloads some targets; deleted ones are removed. */
  reload(targetIds: readonly string[]): Promise<void> {
    return this.#cache.refresh(targetIds);
  }

  #source(): TableSource<Definition> {
    const { database, log } = this.#deps;
    return {
      database,
      log,
      channel: CHANNEL,
      failedEvent: "scheduler.definitions_load_failed",
      idOf: ({ targetId }) => targetId,
      readPayload: (payload) => {
        const [shard, targetId] = payload.split(":");
        return targetId && this.#shards.has(Number(shard)) ? targetId : null;
      },
      listRevisions: () => {
        this.#forgetUnheld();
        return listRevisions(database, [...this.#shards]);
      },
      revisionOf: ({ revision }) => revision,
      isCompared: (targetId) => !this.#unheld.has(targetId),
      find: async (db, targetIds) => this.#withResolvedSpecs(await findDefinitions(db, targetIds)),
      onStored: (definition, before) => this.#onStored(definition, before),
      onRemoved: (definition) => {
        this.#dropIndex(definition);
        this.#handlers.removed(definition.targetId);
        this.#handlers.ended(definition);
      },
    };
  }

  #onStored(definition: Definition, before: Definition | undefined): void {
    if (before) this.#dropIndex(before);
    for (const series of definition.series) this.#bySeries.set(series.seriesKey, definition);
    if (this.#shards.has(definition.shard)) this.#handlers.changed(definition);
    else this.#unheld.set(definition.targetId, this.#deps.clock.monotonic());
    if (before?.enabled && !definition.enabled) this.#handlers.ended(definition);
  }

  #dropIndex({ targetId, series }: Definition): void {
    for (const { seriesKey } of series) this.#bySeries.delete(seriesKey);
    this.#unheld.delete(targetId);
  }

  #forgetUnheld(): void {
    const oldestMs = this.#deps.clock.monotonic() - UNHELD_KEPT_MS;
    for (const [targetId, sinceMs] of [...this.#unheld]) {
      const definition = sinceMs < oldestMs ? this.#cache.forget(targetId) : undefined;
      if (definition) this.#dropIndex(definition);
    }
  }

  async #withResolvedSpecs(found: readonly Definition[]): Promise<readonly Definition[]> {
    const checked = found.flatMap((definition) => {
      const { orgId, spec } = definition;
      return isCheckSpec(spec) ? [{ definition, orgId, spec }] : [];
    });
    const specs = await this.#deps.resolveSpecs(checked);
    for (const [index, { definition }] of checked.entries())
      definition.spec = specs[index] ?? definition.spec;
    return found;
  }
}
