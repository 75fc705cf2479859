import { Counter, Gauge, Histogram } from "prom-client";
import type { Recorded } from "../../pipeline/results/recording/record-batch.ts";
import type { SlotGap } from "../../pipeline/scheduler/slot-ledger.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { ThreadMetrics } from "./thread-control.ts";
import { createThreadRegistry } from "./thread-registry.ts";

/** Slots missed for these reasons show that this installation is overloaded. */
const OVERLOAD_REASONS: ReadonlySet<string> = new Set(["overload", "late", "storage", "stalled"]);
const RECENT_MS = 60_000;

/** The metrics of the scheduler thread, read through the main thread's /metrics. */
export function createSchedulerMetrics() {
  const registry = createThreadRegistry("scheduler");
  const results = new Counter({
    name: "vedette_results_total",
    help: "Results stored, by status",
    labelNames: ["status"],
    registers: [registry],
  });
  const lateness = new Histogram({
    name: "vedette_check_lateness_seconds",
    help: "Delay between a check's slot and its start",
    buckets: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const slots = new Counter({
    name: "vedette_slots_without_result_total",
    help: "Slots without a result, by kind (missed, or skipped because a check was running) and reason",
    labelNames: ["kind", "reason"],
    registers: [registry],
  });
  const gauges = new Map<string, Gauge>();
  let missedRecently: { atMs: number; slots: number }[] = [];

  function forgetOldMisses(): void {
    const oldestMs = systemClock.monotonic() - RECENT_MS;
    missedRecently = missedRecently.filter((each) => each.atMs >= oldestMs);
  }

  function setGauge(name: string, value: number): void {
    const gauge =
      gauges.get(name) ??
      new Gauge({
        name: `vedette_scheduler_${snakeCase(name).replace(/_ms$/, "_seconds")}`,
        help: `Scheduler: ${name}`,
        registers: [registry],
      });
    gauges.set(name, gauge);
    // Prometheus measures time in seconds.
    gauge.set(name.endsWith("Ms") ? value / 1_000 : value);
  }

  return {
    countRecorded({ reports }: Recorded): void {
      for (const { report } of reports) {
        results.inc({ status: report.outcome.status });
        if (report.trigger === "manual") continue;
        lateness.observe(Math.max(0, report.outcome.checkedAtMs - report.slotMs) / 1_000);
      }
    },
    countGaps(gaps: readonly SlotGap[]): void {
      forgetOldMisses();
      for (const gap of gaps) {
        slots.inc({ kind: gap.kind, reason: gap.reason }, gap.slots);
        if (gap.kind !== "missed" || !OVERLOAD_REASONS.has(gap.reason)) continue;
        missedRecently.push({ atMs: systemClock.monotonic(), slots: gap.slots });
      }
    },
    /** Returns the slots of the last minute that were missed because this installation was overloaded. */
    recentlyMissed(): { slotsMissedLastMinute: number } {
      forgetOldMisses();
      return { slotsMissedLastMinute: missedRecently.reduce((sum, each) => sum + each.slots, 0) };
    },
    read(state: Record<string, number>): Promise<ThreadMetrics> {
      for (const [name, value] of Object.entries(state)) setGauge(name, value);
      return registry.getMetricsAsJSON() as Promise<ThreadMetrics>;
    },
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
