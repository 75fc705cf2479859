import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { ReadinessReport } from "../../api/http/health/readiness.ts";
import { type BackupState, readBackupState } from "../../pipeline/backups/backup-state.ts";
import { findNewestClosedDay } from "../../pipeline/results/closed/closed-queries.ts";
import {
  type FoundProblem,
  type ProblemSource,
  ProblemWatch,
} from "../../pipeline/service-health/problems/problem-watch.ts";
import { findStorageProblem } from "../../pipeline/service-health/problems/storage-state.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import type { StorageProblem } from "../../platform/storage/storage-problem.ts";
import type { Engine, EngineObservation, EngineOptions } from "../threads/engine.ts";
import { createThreadRegistry } from "../threads/thread-registry.ts";
import { backupDetails, createBackupMetrics } from "./backup-metrics.ts";
import { closedDaysDetails, createClosedDaysMetrics } from "./closed-days-metrics.ts";
import { createServiceMetrics, type ServiceMetrics } from "./service-metrics.ts";

/** Readiness and metrics of this process, including all its threads. */
export type Observed = {
  readiness: () => Promise<ReadinessReport>;
  metrics: () => Promise<string>;
  service: ServiceMetrics;
  problems: ProblemWatch;
};

const STORAGE_LOOK_MS = 10_000;

export function observeProcess({
  database,
  engine,
  holder,
  mainThread,
  sources,
  clock,
  log,
}: {
  /** Null if this process has none. */
  database: Database | null;
  engine: Pick<Engine, "observe">;
  holder: EngineOptions["holder"];
  /** The name of the main thread in metrics. */
  mainThread: "api" | "main";
  /** What to look for, apart from the storage. */
  sources: readonly ProblemSource[];
  clock: Clock;
  log: Logger;
}): Observed {
  const processRegistry = new Registry();
  const registry = createThreadRegistry(mainThread, processRegistry);
  const overloaded = createOverloadedGauge(processRegistry);

  const storageProblem = async (outage: EngineObservation["outage"]) =>
    database && findStorageProblem(database, { outage, nowMs: clock.now() });
  const storageSource: ProblemSource = {
    everyMs: STORAGE_LOOK_MS,
    find: async () => asProblem(await storageProblem((await engine.observe()).outage)),
  };
  const problems = new ProblemWatch({
    ...{ clock, log },
    sources: database === null ? sources : [storageSource, ...sources],
  });
  const problemGauge = createProblemGauge(processRegistry);
  const setStored = createStoredMetrics(processRegistry);

  return {
    problems,
    service: createServiceMetrics(processRegistry),
    async readiness(): Promise<ReadinessReport> {
      const seen = await engine.observe();
      const { scheduler } = seen;
      const storage = storageState(await storageProblem(seen.outage));
      const stored = await readStored(storage.ok ? database : null);
      return {
        checks: { ...(database && { storage }), queue: queueState(holder, seen) },
        problems: problems.problems(),
        details: {
          ...scheduler,
          ...overloadDetails(scheduler),
          ...storedDetails(stored, clock.now()),
        },
      };
    },
    async metrics(): Promise<string> {
      const { metrics, scheduler } = await engine.observe();
      overloaded.set(hasTooMuchToDo(scheduler) ? 1 : 0);
      problemGauge.reset();
      for (const { code } of problems.problems()) problemGauge.set({ problem: code }, 1);
      setStored(await readStored(database));
      const own = await registry.getMetricsAsJSON();
      const ofThreads = AggregatorRegistry.aggregate([own, ...metrics]);
      return `${await processRegistry.metrics()}\n${await ofThreads.metrics()}`;
    },
  };
}

type Stored = { backup: BackupState | null; closedDay: Date | null };

/** The last backup and the newest closed day. The database may be away, which the check of the storage reports. */
async function readStored(database: Database | null): Promise<Stored> {
  if (database === null) return { backup: null, closedDay: null };
  const [backup, closedDay] = await Promise.all([
    readBackupState(database).catch(() => null),
    findNewestClosedDay(database).catch(() => null),
  ]);
  return { backup, closedDay };
}

function createStoredMetrics(registry: Registry): (stored: Stored) => void {
  const backups = createBackupMetrics(registry);
  const closedDays = createClosedDaysMetrics(registry);
  return ({ backup, closedDay }) => {
    backups.set(backup);
    closedDays.set(closedDay);
  };
}

function storedDetails({ backup, closedDay }: Stored, nowMs: number): Record<string, unknown> {
  return {
    ...(backup && { backup: backupDetails(backup, nowMs) }),
    ...(closedDay && { closed_days: closedDaysDetails(closedDay) }),
  };
}

/** A sentence of its own, without the name of the part before it. */
function asProblem(found: StorageProblem | null): FoundProblem | null {
  return found && { ...found, message: `The storage ${found.message}.` };
}

function createOverloadedGauge(registry: Registry): Gauge {
  return new Gauge({
    name: "vedette_overloaded",
    help: "1 while checks are missed because this installation is overloaded",
    registers: [registry],
  });
}

function createProblemGauge(registry: Registry): Gauge {
  return new Gauge({
    name: "vedette_problem",
    help: "1 while this problem keeps Vedette from working as configured",
    labelNames: ["problem"],
    registers: [registry],
  });
}

type PartState = { ok: boolean; message?: string };

/** Whether the queue delivers checks and results. */
function queueState(holder: EngineOptions["holder"], { scheduler, silent }: EngineObservation): PartState {
  if ("scheduler" in holder && scheduler === null) {
    return { ok: false, message: "does not respond: the scheduler thread is busy or being restarted" };
  }
  const isConnected = "queue" in holder ? holder.queue.isConnected() : scheduler?.queueConnected === 1;
  if (!isConnected) return { ok: false, message: "is not connected to NATS" };
  // With a scheduler, missed slots show that a runner is overloaded.
  if ("queue" in holder && silent > 0) {
    return { ok: false, message: "is not taken from: a runner thread is busy or being restarted" };
  }
  return { ok: true };
}

/** One slot in a hundred may be due to a pause of the machine; more indicates insufficient capacity. */
const MISSED_SHARE_MAX = 0.01;

function overloadDetails(scheduler: Record<string, number> | null) {
  if (!hasTooMuchToDo(scheduler)) return { overloaded: false };
  const missed = scheduler?.slotsMissedLastMinute ?? 0;
  const advice = `${missed} checks of the last minute could not be made in time. Lengthen intervals or add runners.`;
  return { overloaded: true, advice };
}

function hasTooMuchToDo(scheduler: Record<string, number> | null): boolean {
  if (!scheduler) return false;
  const { slotsMissedLastMinute = 0, slotsPerSecond = 0 } = scheduler;
  return slotsMissedLastMinute > Math.max(1, slotsPerSecond * 60 * MISSED_SHARE_MAX);
}

function storageState(problem: { message: string } | null): PartState {
  return problem === null ? { ok: true } : { ok: false, message: problem.message };
}
