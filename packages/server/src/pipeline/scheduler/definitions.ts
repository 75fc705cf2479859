import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { Definition } from "./definition.ts";
import { findDefinitions, listDefinitions, listRevisions, listTargetIds, notifyChanged } from "./queries.ts";

/**
 * Targets in memory: those of the shards held here, which are scheduled, and for a while those of shards held
 * before, whose last reports are still to be recorded. A notification announces each change at once; a
 * comparison of revisions every few seconds finds missed ones.
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
const COMPARE_INTERVAL_MS = 10_000;
/** Changes that arrive within this time are read together. */
const GATHER_MS = 10;
const RELOAD_MAX = 500;
/** How long a target that is not scheduled here is kept; its reports arrive for minutes at most. */
const UNHELD_KEPT_MS = 600_000;

export async function watchDefinitions(
  { database, clock, log, resolveSpecs }: DefinitionDeps,
  handlers: DefinitionHandlers,
): Promise<Definitions> {
  const byId = new Map<string, Definition>();
  const bySeries = new Map<number, Definition>();
  const shards = new Set<number>();
  /** Targets that are not scheduled here, and since when. */
  const unheld = new Map<string, number>();
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;

  function store(definition: Definition): void {
    const before = byId.get(definition.targetId);
    remove(definition.targetId);
    byId.set(definition.targetId, definition);
    for (const series of definition.series) bySeries.set(series.seriesKey, definition);
    if (shards.has(definition.shard)) handlers.changed(definition);
    else unheld.set(definition.targetId, clock.monotonic());
    if (before?.enabled && !definition.enabled) handlers.ended(definition);
  }

  function remove(targetId: string): boolean {
    for (const series of byId.get(targetId)?.series ?? []) bySeries.delete(series.seriesKey);
    unheld.delete(targetId);
    return byId.delete(targetId);
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

  async function reload(targetIds: readonly string[]): Promise<void> {
    for (let at = 0; at < targetIds.length; at += RELOAD_MAX) {
      const ids = targetIds.slice(at, at + RELOAD_MAX);
      const found = await withResolvedSpecs(await findDefinitions(database, ids));
      const foundIds = new Set(found.map((definition) => definition.targetId));
      for (const definition of found) store(definition);
      for (const id of ids) {
        const before = byId.get(id);
        if (foundIds.has(id) || before === undefined) continue;
        remove(id);
        handlers.removed(id);
        handlers.ended(before);
      }
    }
  }

  async function compare(): Promise<void> {
    const rows = await listRevisions(database, [...shards]);
    const present = new Set(rows.map((row) => row.id));
    const stale = rows.filter((row) => byId.get(row.id)?.revision !== row.revision).map((row) => row.id);
    const gone = [...byId.keys()].filter((id) => !present.has(id) && !unheld.has(id));
    await reload([...stale, ...gone]);
    const oldestMs = clock.monotonic() - UNHELD_KEPT_MS;
    for (const [id, sinceMs] of [...unheld]) if (sinceMs < oldestMs) remove(id);
  }

  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => log.warn("scheduler.definitions_failed", errorFacts(error)));
  }

  function onNotification(payload: string): void {
    const [shard, targetId] = payload.split(":");
    // An empty payload follows a reconnect: notifications may have been missed.
    if (!targetId) {
      attempt(compare);
      return;
    }
    if (!shards.has(Number(shard))) return;
    changed.add(targetId);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const ids = [...changed];
      changed.clear();
      attempt(() => reload(ids));
    }, GATHER_MS);
  }

  const endListening = await database.listen(CHANNEL, onNotification);
  const timer = setInterval(() => attempt(compare), COMPARE_INTERVAL_MS);

  return {
    findBySeries: (seriesKey) => bySeries.get(seriesKey) ?? null,
    isScheduled(seriesKey) {
      const definition = bySeries.get(seriesKey);
      return definition !== undefined && !unheld.has(definition.targetId);
    },
    async notifyHolders(targetIds) {
      const elsewhere = targetIds.flatMap((id) => (unheld.has(id) ? (byId.get(id) ?? []) : []));
      if (elsewhere.length > 0) await notifyChanged(database, CHANNEL, elsewhere);
    },
    scheduled: () => [...byId.values()].filter(({ targetId }) => !unheld.has(targetId)),
    async loadShards(gained) {
      for (const shard of gained) shards.add(shard);
      for (const definition of await withResolvedSpecs(await listDefinitions(database, gained)))
        store(definition);
    },
    dropShards(lost) {
      for (const shard of lost) shards.delete(shard);
      for (const definition of [...byId.values()]) {
        if (shards.has(definition.shard) || unheld.has(definition.targetId)) continue;
        unheld.set(definition.targetId, clock.monotonic());
        handlers.removed(definition.targetId);
      }
    },
    async loadSeries(seriesKeys) {
      await reload(await listTargetIds(database, seriesKeys));
    },
    reload,
    async stop() {
      clearInterval(timer);
      clearTimeout(gathering);
      await endListening();
    },
    get size() {
      return byId.size - unheld.size;
    },
  };
}
