import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { ReadinessReport } from "../http/health.ts";
import { AppError } from "../kernel/errors.ts";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import type { Engine } from "./engine.ts";

/** What the process says of itself: /readyz and the metrics of all its threads. */
export function observeProcess({ database, engine }: { database: Database; engine: Engine }) {
  const registry = new Registry();
  registry.setDefaultLabels({ thread: "api" });
  collectDefaultMetrics({ register: registry, prefix: "vedette_" });
  const overloaded = new Gauge({
    name: "vedette_overloaded",
    help: "1 while checks are missed because this installation is asked for more than it can do",
    registers: [registry],
  });

  return {
    async readiness(): Promise<ReadinessReport> {
      const [storage, { scheduler }] = await Promise.all([askStorage(database), engine.observe()]);
      const missed = scheduler?.slotsMissedLastMinute ?? 0;
      const isOverloaded = hasTooMuchToDo(scheduler);
      const queue = scheduler
        ? { ok: true }
        : { ok: false, message: "does not answer: the scheduler thread is busy or being restarted" };
      return {
        checks: { storage, queue },
        details: {
          ...scheduler,
          overloaded: isOverloaded,
          ...(isOverloaded && {
            advice: `${missed} checks of the last minute could not be made in time. Lengthen intervals or add runners.`,
          }),
        },
      };
    },
    async metrics(): Promise<string> {
      const { metrics, scheduler } = await engine.observe();
      overloaded.set(hasTooMuchToDo(scheduler) ? 1 : 0);
      const own = await registry.getMetricsAsJSON();
      return AggregatorRegistry.aggregate([own, ...metrics]).metrics();
    },
  };
}

/** One slot in a hundred may fall to a pause of the machine; more is a matter of capacity. */
const MISSED_SHARE_MAX = 0.01;

function hasTooMuchToDo(scheduler: Record<string, number> | null): boolean {
  if (!scheduler) return false;
  const { slotsMissedLastMinute = 0, slotsPerSecond = 0 } = scheduler;
  return slotsMissedLastMinute > Math.max(1, slotsPerSecond * 60 * MISSED_SHARE_MAX);
}

async function askStorage(database: Database): Promise<{ ok: boolean; message?: string }> {
  try {
    await database.run(sql`select 1`);
    return { ok: true };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, message: "does not answer" };
    throw error;
  }
}
