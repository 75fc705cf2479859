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
      const queue = scheduler
        ? { ok: true }
        : { ok: false, message: "does not answer: the scheduler thread is busy or being restarted" };
      return {
        checks: { storage, queue },
        details: {
          ...scheduler,
          overloaded: missed > 0,
          ...(missed > 0 && {
            advice: `${missed} checks of the last minute could not be made in time. Lengthen intervals or add runners.`,
          }),
        },
      };
    },
    async metrics(): Promise<string> {
      const { metrics, scheduler } = await engine.observe();
      overloaded.set((scheduler?.slotsMissedLastMinute ?? 0) > 0 ? 1 : 0);
      const own = await registry.getMetricsAsJSON();
      return AggregatorRegistry.aggregate([own, ...metrics]).metrics();
    },
  };
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
