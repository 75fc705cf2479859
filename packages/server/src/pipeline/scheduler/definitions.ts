import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { TableCache } from "../../platform/storage/table-cache.ts";
import type { Definition } from "./definition.ts";
import { findDefinitions, listDefinitions, listRevisions, listTargetIds, notifyChanged } from "./queries.ts";

/**
 * Targets in memory: those of the shards held here, which are scheduled, and for a while those of shards held
 * before, whose last reports are still to be recorded.
 */
export type Definitions = {
  findBySeries(seriesKey: number): Definition | null;
  /** Whether a series belongs to a target that is scheduled here. */
  isScheduled(seriesKey: number): boolean;
  /** Notifies the schedulers of these targets that their state was changed here. */
  notifyHolders(targetIds: readonly string[]): Promise<void>;
  /** The targets that are scheduled here. */
  scheduled(): Definition[];
  loadShards(shards: readonly number[]): Promise<void>;
  dropShards(shards: readonly number[]): void;
  /** Loads the targets of these series. */
  loadSeries(seriesKeys: readonly number[]): Promise<void>;
  /** Reloads some targets; deleted ones are removed. */
  reload(targetIds: readonly string[]): Promise<void>;
  stop(): Promise<void>;
  readonly size: number;
};

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

export async function watchDefinitions(
  { database, clock, log, resolveSpecs }: DefinitionDeps,
  handlers: DefinitionHandlers,
): Promise<Definitions> {
  const bySeries = new Map<number, Definition>();
  const shards = new Set<number>();
  /** Targets that are not scheduled here, and since when. */
  const unheld = new Map<string, number>();
  const cache = new TableCache<Definition>({
    database,
    log,
    channel: CHANNEL,
    failedEvent: "scheduler.definitions_load_failed",
    idOf: ({ targetId }) => targetId,
    readPayload(payload) {
      const [shard, targetId] = payload.split(":");
      return targetId && shards.has(Number(shard)) ? targetId : null;
    },
    listRevisions() {
      forgetUnheld();
      return listRevisions(database, [...shards]);
    },
    revisionOf: ({ revision }) => revision,
    isCompared: (targetId) => !unheld.has(targetId),
    find: async (db, targetIds) => withResolvedSpecs(await findDefinitions(db, targetIds)),
    onStored(definition, before) {
      if (before) dropIndex(before);
      for (const series of definition.series) bySeries.set(series.seriesKey, definition);
      if (shards.has(definition.shard)) handlers.changed(definition);
      else unheld.set(definition.targetId, clock.monotonic());
      if (before?.enabled && !definition.enabled) handlers.ended(definition);
    },
    onRemoved(definition) {
      dropIndex(definition);
      handlers.removed(definition.targetId);
      handlers.ended(definition);
    },
  });

  function dropIndex({ targetId, series }: Definition): void {
    for (const { seriesKey } of series) bySeries.delete(seriesKey);
    unheld.delete(targetId);
  }

  function forgetUnheld(): void {
    const oldestMs = clock.monotonic() - UNHELD_KEPT_MS;
    for (const [targetId, sinceMs] of [...unheld]) {
      const definition = sinceMs < oldestMs ? cache.forget(targetId) : undefined;
      if (definition) dropIndex(definition);
    }
  }

  async function withResolvedSpecs(found: readonly Definition[]): Promise<readonly Definition[]> {
    const checked = found.flatMap((definition) => {
      const { orgId, spec } = definition;
      return spec.kind === "run" ? [] : [{ definition, orgId, spec }];
    });
    const specs = await resolveSpecs(checked);
    for (const [index, { definition }] of checked.entries())
      definition.spec = specs[index] ?? definition.spec;
    return found;
  }

  await cache.start();

  return {
    findBySeries: (seriesKey) => bySeries.get(seriesKey) ?? null,
    isScheduled(seriesKey) {
      const definition = bySeries.get(seriesKey);
      return definition !== undefined && !unheld.has(definition.targetId);
    },
    async notifyHolders(targetIds) {
      const elsewhere = targetIds.flatMap((id) => (unheld.has(id) ? (cache.rows.get(id) ?? []) : []));
      if (elsewhere.length > 0) await notifyChanged(database, CHANNEL, elsewhere);
    },
    scheduled: () => [...cache.rows.values()].filter(({ targetId }) => !unheld.has(targetId)),
    async loadShards(gained) {
      for (const shard of gained) shards.add(shard);
      for (const definition of await withResolvedSpecs(await listDefinitions(database, gained)))
        cache.store(definition);
    },
    dropShards(lost) {
      for (const shard of lost) shards.delete(shard);
      for (const definition of [...cache.rows.values()]) {
        if (shards.has(definition.shard) || unheld.has(definition.targetId)) continue;
        unheld.set(definition.targetId, clock.monotonic());
        handlers.removed(definition.targetId);
      }
    },
    async loadSeries(seriesKeys) {
      await cache.refresh(await listTargetIds(database, seriesKeys));
    },
    reload: (targetIds) => cache.refresh(targetIds),
    stop: () => cache.stop(),
    get size() {
      return cache.rows.size - unheld.size;
    },
  };
}
