import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { clampRunInstants } from "@vedette/contract/runners/report-instants.ts";
import type { RunReport } from "@vedette/contract/runs/run-job.ts";
import { createWorkQueueSelector, type RunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Queue, StoppedTarget } from "../../engine/queue/queue.ts";
import type { BatchWriter } from "../../platform/kernel/batches/batch-writer.ts";
import { idTimeMs } from "../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { isMissingPartition } from "../results/recording/queries.ts";
import { type RecordDeps, type Recorded, recordBatch } from "../results/recording/record-batch.ts";
import { type Applied, applyRunEvents } from "./apply-run-events.ts";
import { keepBaselines } from "./keep-baselines.ts";
import { listDueRunQueues, type RunQueueKey } from "./queries.ts";
import { changeOf, type RunDraft } from "./run-draft.ts";
import { createRunEventWriter } from "./run-event-writer.ts";
import { type RunOrderDeps, toRunOrder } from "./run-order.ts";
import type { DueRun, RunEvent } from "./run-queue-update.ts";
import { resultsOf } from "./run-results.ts";
import { loadRunTargets, type RunTarget } from "./run-targets.ts";

/** A target with the locations of its run queues. */
export type CancelledTarget = StoppedTarget & { locations: readonly string[] };

export type CoordinatorDeps = RunOrderDeps & {
  queue: Queue;
  recording: RecordDeps;
  /** The locations with connected runners. */
  runnerAvailability: () => RunnerAvailability;
  onRecorded: (recorded: Recorded) => void;
};

const POLL_INTERVAL_MS = 1_000;
const DUE_RUN_QUEUES_MAX = 500;
/** Reports of runs are large: some hundred megabytes in the worst case. */
const WAITING_MAX = 5_000;

/**
 * Coordinates runs: starts scheduled and triggered runs, dispatches them to runners, processes their reports,
 * and times out runs without a report. All state is in the database: if a process is killed, another one
 * continues, and any number of coordinators may run at once. It never knows how a run is executed.
 */
export class RunCoordinator {
  readonly #deps: CoordinatorDeps;
  readonly #eventWriter: BatchWriter<RunEvent>;
  #ended = 0;
  #isStopped = false;
  #polling: NodeJS.Timeout | undefined;
  #endListening: (() => Promise<void>) | undefined;
  #endReports: (() => void) | undefined;

  constructor(deps: CoordinatorDeps) {
    const { clock, log } = deps;
    this.#deps = deps;
    this.#eventWriter = createRunEventWriter({ settle: (batch) => this.#settle(batch), clock, log });
  }

  async start(): Promise<void> {
    const { database, queue, clock } = this.#deps;
    this.#endReports = queue.takeRunReports((reports) => {
      const events = reports.map((report) => reportEvent(withinPresent(report, clock.now())));
      return this.#eventWriter.add(events);
    });
    this.#endListening = await database.listen("run_wanted", (payload) => {
      const [targetId, location] = payload.split(" ");
      if (targetId && location) this.#poll([{ targetId, location }]);
      else void this.#pollDueQueues();
    });
    this.#polling = setInterval(() => void this.#pollDueQueues(), POLL_INTERVAL_MS);
    void this.#pollDueQueues();
  }

  /** Writes all pending reports, then stops. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#polling);
    await this.#endListening?.();
    this.#endReports?.();
    await this.#eventWriter.drain(deadlineMs);
    this.#eventWriter.stop();
  }

  /** Starts the runs of these slots, or records them as skipped if a run is open. */
  startRuns(slots: readonly DueRun[]): void {
    void this.#eventWriter.add(slots.map((slot) => ({ type: "tick", slot })));
  }

  /**
   * Cancels the runs of these targets that were requested up to an instant, and stops them on their runners.
   */
  async cancel(targets: readonly CancelledTarget[], untilMs: number): Promise<void> {
    const runQueues = targets.flatMap(({ targetId, locations }) =>
      locations.map((location) => ({ targetId, location })),
    );
    await this.#eventWriter.add(runQueues.map((runQueue) => ({ type: "cancel", runQueue, untilMs })));
    // Runners report cancelled runs after the run has ended; such reports are ignored.
    this.#deps.queue.publishStops(targets.map(({ targetId, seriesKeys }) => ({ targetId, seriesKeys })));
  }

  /** Returns false while the database is too far behind to start more runs. */
  hasRoom(): boolean {
    return this.#eventWriter.size < WAITING_MAX;
  }

  state() {
    return { runEventsWaiting: this.#eventWriter.size, runsEnded: this.#ended };
  }

  async #pollDueQueues(): Promise<void> {
    const { database, clock, log } = this.#deps;
    if (this.#isStopped || !this.#eventWriter.isAvailable) return;
    try {
      this.#poll(await listDueRunQueues(database, { now: new Date(clock.now()), limit: DUE_RUN_QUEUES_MAX }));
    } catch (error) {
      log.warn("runs.poll_failed", errorFacts(error));
    }
  }

  #poll(runQueues: readonly RunQueueKey[]): void {
    const nameOf = ({ targetId, location }: RunQueueKey) => `${targetId} ${location}`;
    const pending = this.#eventWriter.pending();
    const known = new Set(pending.flatMap((each) => (each.type === "poll" ? [nameOf(each.runQueue)] : [])));
    const fresh = runQueues.filter((runQueue) => !known.has(nameOf(runQueue)));
    void this.#eventWriter.add(fresh.map((runQueue) => ({ type: "poll", runQueue })));
  }

  /** Applies a batch in one transaction. */
  async #settle(batch: readonly RunEvent[]): Promise<void> {
    try {
      await this.#apply(batch);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      const ids = batch.flatMap((each) => (each.type === "report" ? [each.report.runId] : []));
      await this.#deps.recording.ensurePartitions([this.#deps.clock.now(), ...ids.map(idTimeMs)]);
      await this.#apply(batch);
    }
  }

  async #apply(batch: readonly RunEvent[]): Promise<void> {
    const { clock, log, queue, recording, onRecorded } = this.#deps;
    const nowMs = clock.now();
    let applied: Applied = { sent: [], ended: [], changed: [], skipped: [] };
    let targets = new Map<string, RunTarget>();
    const recorded = await recordBatch(recording, async (db) => {
      applied = await applyRunEvents(db, batch, {
        nowMs,
        async findTimeouts(_, runs) {
          targets = await loadRunTargets(db, runs);
          return new Map([...targets].map(([id, { timeoutMs }]) => [id, timeoutMs]));
        },
      });
      await keepBaselines(db, applied, nowMs);
      return resultsOf(db, applied, nowMs);
    });
    this.#ended += applied.ended.length;
    logMissingFiles(log, applied);
    onRecorded(recorded);
    queue.publishEvents(applied.changed.map((draft) => changedEvent(draft, nowMs)));
    // A run that was not dispatched is found again when its lease expires.
    this.#dispatch(applied.sent, targets).catch((error: unknown) =>
      log.error("runs.dispatch_failed", errorFacts(error)),
    );
  }

  async #dispatch(sent: readonly RunDraft[], targets: ReadonlyMap<string, RunTarget>): Promise<void> {
    const { queue, runnerAvailability } = this.#deps;
    const workQueueFor = createWorkQueueSelector(runnerAvailability());
    for (const { row } of sent) {
      const target = targets.get(row.id);
      if (!target) continue;
      const order = await toRunOrder(this.#deps, target, row);
      if ("undecrypted" in order) void this.#eventWriter.add([reportEvent(order.undecrypted)]);
      else queue.publishRuns(workQueueFor(order.job), [order.job]);
    }
  }
}

function reportEvent(report: RunReport): RunEvent {
  return { type: "report", report };
}

function logMissingFiles(log: Logger, { ended }: Applied): void {
  for (const { row, outcome } of ended) {
    const reason = outcome?.artifactError;
    if (reason !== undefined)
      log.warn("runs.artifacts_dropped", { run_id: row.id, org_id: row.org_id, reason });
  }
}

function changedEvent(draft: RunDraft, nowMs: number): LiveEvent {
  const { id, org_id: orgId, kind, target_id: targetId, location } = draft.row;
  const { status, attempt } = changeOf(draft, nowMs);
  const at = new Date(nowMs).toISOString();
  return {
    type: "run.changed",
    orgId,
    data: { run_id: id, kind, target_id: targetId, location, status, attempt, at },
  };
}

/** Limits a report's timestamps to the present. */
function withinPresent(report: RunReport, nowMs: number): RunReport {
  if (report.event !== "finished") return report;
  return { ...report, outcome: clampRunInstants(report.outcome, nowMs) };
}
