import { Counter, Gauge, Histogram } from "prom-client";
import type { Recorded } from "../../pipeline/results/recording/record-batch.ts";
import type { SlotGap } from "../../pipeline/scheduler/slot-ledger.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import type { ThreadMetrics } from "./thread-control.ts";
import { createThreadRegistry } from "./thread-registry.ts";

/** Slots missed for these reasons show that this installation is overloaded. */
const OVERLOAD_REASONS: ReadonlySet<string> = new Set(["overload", "late", "storage", "stalled"]);
const RECENT_MS = 60_000;

type Figure = { metric: string; help: string; isCounter?: true };

/** The figures of the scheduler's state that are metrics, by their name in the state. */
const FIGURES: Readonly<Record<string, Figure>> = {
  monitors: { metric: "monitors", help: "Targets that this scheduler schedules" },
  series: { metric: "series", help: "Targets times their locations" },
  shards: { metric: "shards", help: "Shards that this scheduler holds" },
  inFlight: { metric: "checks_in_flight", help: "Checks sent to a runner and not reported yet" },
  waiting: { metric: "checks_waiting", help: "Due checks that are not sent to a runner yet" },
  slotsPerSecond: { metric: "slots_per_second", help: "Scheduled checks per second" },
  tickLagMs: { metric: "tick_lag_seconds", help: "Delay of the last tick" },
  reportsWaiting: { metric: "reports_waiting", help: "Results that are not stored yet" },
  resultsRecorded: { metric: "results_recorded_total", help: "Results stored", isCounter: true },
  batchesRecorded: { metric: "batches_recorded_total", help: "Batches of results stored", isCounter: true },
  batchesFailed: {
    metric: "batches_failed_total",
    help: "Failed attempts to store a batch of results",
    isCounter: true,
  },
  lateResultsRecorded: {
    metric: "late_results_recorded_total",
    help: "Results of private runners stored in place of missed slots",
    isCounter: true,
  },
  lateReportsWaiting: {
    metric: "late_reports_waiting",
    help: "Late results that wait until their slot is recorded as missed",
  },
  runsEnded: { metric: "runs_ended_total", help: "Ended runs", isCounter: true },
  runEventsWaiting: { metric: "run_events_waiting", help: "Events of runs that are not stored yet" },
  heartbeats: { metric: "heartbeats", help: "Heartbeats that this scheduler evaluates" },
  pingsEvaluated: { metric: "pings_evaluated_total", help: "Pings evaluated", isCounter: true },
  stalledMs: {
    metric: "stalled_seconds_total",
    help: "Time in which the system did not run this scheduler, or its clock jumped",
    isCounter: true,
  },
  queueConnected: { metric: "queue_connected", help: "1 while the queue is connected" },
  natsJobsInFlight: { metric: "nats_jobs_in_flight", help: "Jobs taken from NATS and not reported yet" },
  natsReportsWaiting: { metric: "nats_reports_waiting", help: "Reports that NATS has not accepted yet" },
  natsReportsDropped: {
    metric: "nats_reports_dropped_total",
    help: "Reports dropped while NATS was unavailable",
    isCounter: true,
  },
};

/** The metrics of the scheduler thread, read through the main thread's /metrics. */
export class SchedulerMetrics {
  readonly #registry = createThreadRegistry("scheduler");
  readonly #results = new Counter({
    name: "vedette_results_total",
    help: "Results stored, by status",
    labelNames: ["status"],
    registers: [this.#registry],
  });
  readonly #startDelay = new Histogram({
    name: "vedette_check_start_delay_seconds",
    help: "Delay between a check's slot and its start",
    buckets: [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [this.#registry],
  });
  readonly #slots = new Counter({
    name: "vedette_slots_without_result_total",
    help: "Slots without a result, by kind (missed, or skipped because a check was running) and reason",
    labelNames: ["kind", "reason"],
    registers: [this.#registry],
  });
  readonly #figures = new Map<string, Counter | Gauge>();
  #missedRecently: { atMs: number; slots: number }[] = [];

  countRecorded({ reports }: Recorded): void {
    for (const { report, target } of reports) {
      this.#results.inc({ status: report.outcome.status });
      // A ping is not started by us.
      if (report.trigger === "manual" || target.kind === "heartbeat") continue;
      this.#startDelay.observe(Math.max(0, report.outcome.checkedAtMs - report.slotMs) / 1_000);
    }
  }

  countGaps(gaps: readonly SlotGap[]): void {
    this.#forgetOldMisses();
    for (const { kind, reason, slots } of gaps) {
      this.#slots.inc({ kind, reason }, slots);
      if (kind !== "missed" || !OVERLOAD_REASONS.has(reason)) continue;
      this.#missedRecently.push({ atMs: systemClock.monotonic(), slots });
    }
  }

  /** Returns the slots of the last minute that were missed because this installation was overloaded. */
  recentlyMissed(): { slotsMissedLastMinute: number } {
    this.#forgetOldMisses();
    return { slotsMissedLastMinute: this.#missedRecently.reduce((sum, each) => sum + each.slots, 0) };
  }

  read(state: Record<string, number>): Promise<ThreadMetrics> {
    for (const [name, value] of Object.entries(state)) this.#setFigure(name, value);
    return this.#registry.getMetricsAsJSON() as Promise<ThreadMetrics>;
  }

  #forgetOldMisses(): void {
    const oldestMs = systemClock.monotonic() - RECENT_MS;
    this.#missedRecently = this.#missedRecently.filter((each) => each.atMs >= oldestMs);
  }

  #setFigure(name: string, value: number): void {
    const figure = FIGURES[name];
    if (!figure) return;
    const options = {
      name: `vedette_scheduler_${figure.metric}`,
      help: figure.help,
      registers: [this.#registry],
    };
    const metric = this.#figures.get(name) ?? (figure.isCounter ? new Counter(options) : new Gauge(options));
    this.#figures.set(name, metric);
    metric.reset();
    // Prometheus measures time in seconds.
    metric.inc(name.endsWith("Ms") ? value / 1_000 : value);
  }
}
