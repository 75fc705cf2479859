import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { combinedStatus, type StatusChange, type TargetState } from "../../results/recording/target-state.ts";
import { alertEvent } from "../alerts/alert-event.ts";
import { flapReleaseOf } from "../alerts/flap-detection.ts";
import { releaseAlerts } from "../alerts/open-alerts.ts";
import type { Suppression } from "../alerts/suppression.ts";
import { listSuppressedTargets, moveTargets } from "./queries.ts";
import { showsMaintenance } from "./window.ts";
import type { WindowCache } from "./window-cache.ts";

export type MaintainedTarget = TargetState & { tags: readonly string[] };

export type KeeperDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  windowCache: WindowCache;
  suppression: Suppression;
  /** The targets that are scheduled here. */
  targets: () => Iterable<MaintainedTarget>;
  /** Reloads targets after they were changed. */
  reload: (targetIds: readonly string[]) => Promise<void>;
  checkNow: (targetIds: readonly string[]) => void;
  onChanges: (changes: readonly StatusChange[]) => void;
  publish: (events: readonly LiveEvent[]) => void;
};

const RUN_INTERVAL_MS = 10_000;
/** Targets per transaction. */
const BATCH_MAX = 500;
/** Delay before retrying targets that were locked or changed concurrently. */
const RETRY_MS = 100;

type PlannedChange = { target: MaintainedTarget; status: TargetState["status"]; atMs: number };

/**
 * Applies maintenance windows to targets: sets the status `maintenance` from start to end of a window that
 * asks for it, requests a check when it ends, and sends the suppressed alerts. Runs at each start and end,
 * and every few seconds over everything: the correct state follows only from the windows and the stored data,
 * so it also repairs what a crash or another change left behind. It never knows how checks are started.
 */
export class MaintenanceKeeper {
  readonly #deps: KeeperDeps;
  #lastRunMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isStarted = false;
  /** Another run was requested during the current one. */
  #isRequested = false;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStarted = true;
    this.#deps.windowCache.onChange(() => this.#run());
    this.#run();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Checks a target that was added or changed. The first run checks those that were added before `start`. */
  consider(target: MaintainedTarget): void {
    if (this.#isStarted && this.#changeOf(target, this.#deps.clock.now()) !== null) this.#run();
  }

  #run(): void {
    if (this.#running !== null) {
      this.#isRequested = true;
      return;
    }
    this.#isRequested = false;
    this.#running = this.#runAt(this.#deps.clock.now())
      .catch((error: unknown) => {
        this.#deps.log.warn("maintenance.update_failed", errorFacts(error));
        return RUN_INTERVAL_MS;
      })
      .then((delayMs) => {
        this.#running = null;
        this.#scheduleRun(this.#isRequested ? Math.min(RETRY_MS, delayMs) : delayMs);
      });
  }

  #scheduleRun(delayMs: number): void {
    if (!this.#isStarted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.max(0, delayMs));
  }

  /** Returns the delay until the next run. */
  async #runAt(nowMs: number): Promise<number> {
    const { targets, windowCache, clock } = this.#deps;
    const changes = [...targets()].flatMap((target) => this.#changeOf(target, nowMs) ?? []);
    this.#lastRunMs = nowMs;
    const isAllDone = await applyChanges(this.#deps, changes);
    await release(this.#deps, nowMs);
    if (!isAllDone) return RETRY_MS;
    const boundaryMs = windowCache.nextBoundaryMs(nowMs);
    return boundaryMs === null ? RUN_INTERVAL_MS : Math.min(RUN_INTERVAL_MS, boundaryMs - clock.now());
  }

  /** Returns the change that a target needs, or null if its status is correct. */
  #changeOf(target: MaintainedTarget, nowMs: number): PlannedChange | null {
    if (!target.enabled) return null;
    const open = this.#deps.windowCache.openFor(target, nowMs);
    const showing = open.filter(({ window }) => showsMaintenance(window));
    const isShown = target.status === "maintenance";
    if (showing.length > 0 === isShown) return null;
    const startMs = Math.min(...showing.map(({ window, span }) => Math.max(span.fromMs, window.updatedAtMs)));
    const atMs = isShown ? this.#endOf(target, nowMs) : startMs;
    return {
      target,
      status: isShown ? combinedStatus(target.series) : "maintenance",
      // Status changes of a target are identified by their instant, so each needs its own.
      atMs: Math.max(Math.min(atMs, nowMs), target.statusSinceMs + 1),
    };
  }

  /**
   * A window that was open at the last run and has passed ended at its scheduled time. Any other was ended
   * manually just now.
   */
  #endOf(target: MaintainedTarget, nowMs: number): number {
    const endMs = this.#deps.windowCache.lastEndMs(target, nowMs, showsMaintenance);
    return endMs !== null && endMs > Math.max(this.#lastRunMs, target.statusSinceMs) ? endMs : nowMs;
  }
}

/** Returns false if some must be retried. */
async function applyChanges(deps: KeeperDeps, changes: readonly PlannedChange[]): Promise<boolean> {
  let isAllDone = true;
  for (let at = 0; at < changes.length; at += BATCH_MAX) {
    const batch = changes.slice(at, at + BATCH_MAX);
    const moved = await move(deps, batch);
    await deps.reload(batch.map(({ target }) => target.targetId));
    const done = batch.filter(({ target }) => moved.has(target.targetId));
    isAllDone &&= done.length === batch.length;
    deps.onChanges(done.map(toStatusChange));
    const ended = done.filter(({ status }) => status !== "maintenance");
    deps.checkNow(ended.map(({ target }) => target.targetId));
  }
  return isAllDone;
}

function move({ database }: KeeperDeps, changes: readonly PlannedChange[]): Promise<ReadonlySet<string>> {
  return database.transaction(async (db) => {
    const moves = changes.map(({ target: { targetId, revision }, status, atMs }) => ({
      targetId,
      revision,
      status,
      atMs,
    }));
    return new Set((await moveTargets(db, moves)).map((row) => row.target_id));
  });
}

function toStatusChange({ target, status, atMs }: PlannedChange): StatusChange {
  const { targetId, kind, orgId, name, status: previousStatus } = target;
  return { targetId, kind, orgId, name, atMs, status, previousStatus };
}

/** Sends alerts that are no longer suppressed. */
async function release(deps: KeeperDeps, nowMs: number): Promise<void> {
  const { database, suppression } = deps;
  const suppressed = await listSuppressedTargets(database, flapReleaseOf(nowMs));
  if (suppressed.length === 0) return;
  const here = new Set([...deps.targets()].map(({ targetId }) => targetId));
  const targetIds = suppressed.flatMap(({ target_id: id }) => (here.has(id) ? [id] : []));
  for (let at = 0; at < targetIds.length; at += BATCH_MAX) {
    const some = targetIds.slice(at, at + BATCH_MAX);
    const reasons = await suppression.isSuppressed(database, some);
    const releasable = some.filter((id) => !reasons.has(id));
    if (releasable.length === 0) continue;
    const released = await database.transaction((db) =>
      releaseAlerts(db, releasable, { suppression, nowMs }),
    );
    if (released.length > 0) deps.publish(released.map(alertEvent));
  }
}
