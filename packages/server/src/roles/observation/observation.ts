import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { ReadinessReport } from "../../api/http/health/readiness.ts";
import { readBackupState } from "../../pipeline/backups/backup-state.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { Engine, EngineObservation, EngineOptions } from "../threads/engine.ts";
import { createThreadRegistry } from "../threads/thread-registry.ts";
import { backupDetails, createBackupMetrics } from "./backup-metrics.ts";
import { createServiceMetrics, type ServiceMetrics } from "./service-metrics.ts";

/** Readiness and metrics of this process, including all its threads. */
export type Observed = {
  readiness: () => Promise<ReadinessReport>;
  metrics: () => Promise<string>;
  service: ServiceMetrics;
};

export function observeProcess({
  database,
  engine,
  holder,
  mainThread,
  clock,
}: {
  /** Null if this process has none. */
  database: Database | null;
  engine: Pick<Engine, "observe">;
  holder: EngineOptions["holder"];
  /** The name of the main thread in metrics. */
  mainThread: "api" | "main";
  clock: Clock;
}): Observed {
  const processRegistry = new Registry();
  const registry = createThreadRegistry(mainThread, processRegistry);
  const overloaded = new Gauge({
    name: "vedette_overloaded",
    help: "1 while checks are missed because this installation is overloaded",
    registers: [processRegistry],
  });

  const backups = createBackupMetrics(processRegistry);
  // The database may be away, which the check of the storage reports.
  const findBackup = async () => database && (await readBackupState(database).catch(() => null));

  return {
    service: createServiceMetrics(processRegistry),
    async readiness(): Promise<ReadinessReport> {
      const [storage, seen] = await Promise.all([database && askStorage(database), engine.observe()]);
      const backup = storage?.ok ? await findBackup() : null;
      const { scheduler } = seen;
      const missed = scheduler?.slotsMissedLastMinute ?? 0;
      const isOverloaded = hasTooMuchToDo(scheduler);
      return {
        checks: { ...(storage && { storage }), queue: queueState(holder, seen) },
        details: {
          ...scheduler,
          overloaded: isOverloaded,
          ...(backup && { backup: backupDetails(backup, clock.now()) }),
          ...(isOverloaded && {
            advice: `${missed} checks of the last minute could not be made in time. Lengthen intervals or add runners.`,
          }),
        },
      };
    },
    async metrics(): Promise<string> {
      const { metrics, scheduler } = await engine.observe();
      overloaded.set(hasTooMuchToDo(scheduler) ? 1 : 0);
      backups.set(await findBackup());
      const own = await registry.getMetricsAsJSON();
      const ofThreads = AggregatorRegistry.aggregate([own, ...metrics]);
      return `${await processRegistry.metrics()}\n${await ofThreads.metrics()}`;
    },
  };
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

function hasTooMuchToDo(scheduler: Record<string, number> | null): boolean {
  if (!scheduler) return false;
  const { slotsMissedLastMinute = 0, slotsPerSecond = 0 } = scheduler;
  return slotsMissedLastMinute > Math.max(1, slotsPerSecond * 60 * MISSED_SHARE_MAX);
}

async function askStorage(database: Database): Promise<PartState> {
  try {
    await database.run(sql`select 1`);
    return { ok: true };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: "does not respond" };
    throw error;
  }
}
