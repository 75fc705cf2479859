import type { LiveEvent } from "@vedette/contract/common/events.ts";
import { clampRunInstants } from "@vedette/contract/runners/report-instants.ts";
import type { RunJob, RunReport, RunSpec } from "@vedette/contract/runs/run-job.ts";
import { createWorkQueueSelector, type RunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Queue, StoppedTarget } from "../../engine/queue/queue.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { idTimeMs } from "../../platform/kernel/ids.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import { isMissingPartition } from "../results/recording/queries.ts";
import { type RecordDeps, type Recorded, recordBatch } from "../results/recording/record-batch.ts";
import { type Applied, applyRunEvents } from "./apply-run-events.ts";
import type { ArtifactQuota } from "./artifact-quota.ts";
import { keepBaselines } from "./keep-baselines.ts";
import { listDueRunQueues, type OpenRunRow, type RunQueueKey } from "./queries.ts";
import { changeOf, type RunDraft } from "./run-draft.ts";
import { createRunEventWriter } from "./run-event-writer.ts";
import { START_WITHIN_MS } from "./run-queue.ts";
import type { DueRun, RunEvent } from "./run-queue-update.ts";
import { resultsOf } from "./run-results.ts";
import { loadRunTargets, type RunTarget, specOf } from "./run-targets.ts";

/**
 * Coordinates runs: starts scheduled and triggered runs, dispatches them to runners, processes their reports,
 * and times out runs without a report. All state is in the database: if a process is killed, another one
 * continues, and any number of coordinators may run at once. It never knows how a run is executed.
 */
export type RunCoordinator = {
  /** Starts the runs of these slots, or records them as skipped if a run is open. */
  start(slots: readonly DueRun[]): void;
  /**
   * Cancels the runs of these targets that were requested up to an instant, and stops them on their runners.
   */
  cancel(targets: readonly CancelledTarget[], untilMs: number): void;
  /** Returns false while the database is too far behind to start more runs. */
  hasRoom(): boolean;
  state(): { waiting: number; ended: number };
  /** Writes all pending reports, then stops. */
  stop(deadlineMs: number): Promise<void>;
};

/** A target with the locations of its run queues. */
export type CancelledTarget = StoppedTarget & { locations: readonly string[] };

export type CoordinatorDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  vault: Vault;
  artifactQuota: Pick<ArtifactQuota, "leftBytes">;
  recording: RecordDeps;
  /** The locations with connected runners. */
  runnerAvailability: () => RunnerAvailability;
  onRecorded: (recorded: Recorded) => void;
};

const POLL_INTERVAL_MS = 1_000;
const DUE_RUN_QUEUES_MAX = 500;
/** Reports of runs are large: some hundred megabytes in the worst case. */
const WAITING_MAX = 5_000;

export async function startCoordinator(deps: CoordinatorDeps): Promise<RunCoordinator> {
  const { database, queue, clock, log } = deps;
  const eventWriter = createRunEventWriter({ settle: settleOrCreatePartitions, clock, log });
  let isStopped = false;
  let ended = 0;

  async function settleOrCreatePartitions(batch: readonly RunEvent[]): Promise<void> {
    try {
      await settle(batch);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      const ids = batch.flatMap((each) => (each.type === "report" ? [each.report.runId] : []));
      await deps.recording.ensurePartitions([clock.now(), ...ids.map(idTimeMs)]);
      await settle(batch);
    }
  }

  async function settle(batch: readonly RunEvent[]): Promise<void> {
    const nowMs = clock.now();
    let applied: Applied = { sent: [], ended: [], changed: [], skipped: [] };
    let targets = new Map<string, RunTarget>();
    const recorded = await recordBatch(deps.recording, async (db) => {
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
    ended += applied.ended.length;
    for (const { row, outcome } of applied.ended) {
      const reason = outcome?.artifactError;
      if (reason !== undefined)
        log.warn("runs.artifacts_dropped", { run_id: row.id, org_id: row.org_id, reason });
    }
    deps.onRecorded(recorded);
    queue.publishEvents(applied.changed.map((draft) => changedEvent(draft, nowMs)));
    // A run that was not dispatched is found again when its lease expires.
    dispatch(applied.sent, targets).catch((error: unknown) =>
      log.error("runs.dispatch_failed", errorFacts(error)),
    );
  }

  async function dispatch(sent: readonly RunDraft[], targets: ReadonlyMap<string, RunTarget>): Promise<void> {
    const workQueueFor = createWorkQueueSelector(deps.runnerAvailability());
    for (const { row } of sent) {
      const target = targets.get(row.id);
      if (!target) continue;
      const { id: runId, attempt, lease, target_id: targetId, location } = row;
      const named = { runId, attempt, lease, targetId, location };
      const spec = await specOf(target, row, { db: database, vault: deps.vault });
      if (spec === null) {
        void eventWriter.add([{ type: "report", report: undecryptedReport(named, clock.now()) }]);
        continue;
      }
      await limitFiles(spec, row);
      const job: RunJob = { ...named, orgId: row.org_id, startByMs: clock.now() + START_WITHIN_MS, spec };
      queue.publishRuns(workQueueFor(job), [job]);
    }
  }

  /** If the organization's quota is used up, the run still produces its result, but no files. */
  async function limitFiles(spec: RunSpec, run: Pick<OpenRunRow, "id" | "org_id">): Promise<void> {
    if (spec.kind !== "journey") return;
    const left = await deps.artifactQuota.leftBytes(database, run.org_id);
    if (left === null) return;
    spec.filesBytesMax = left;
    if (left === 0) log.warn("runs.artifact_quota_exceeded", { run_id: run.id, org_id: run.org_id });
  }

  /** Runners report cancelled runs after the run has ended; such reports are ignored. */
  async function cancel(targets: readonly CancelledTarget[], untilMs: number): Promise<void> {
    const runQueues = targets.flatMap(({ targetId, locations }) =>
      locations.map((location) => ({ targetId, location })),
    );
    await eventWriter.add(runQueues.map((runQueue) => ({ type: "cancel", runQueue, untilMs })));
    queue.publishStops(targets.map(({ targetId, seriesKeys }) => ({ targetId, seriesKeys })));
  }

  function poll(runQueues: readonly RunQueueKey[]): void {
    const known = new Set(
      eventWriter
        .pending()
        .flatMap((each) =>
          each.type === "poll" ? [`${each.runQueue.targetId} ${each.runQueue.location}`] : [],
        ),
    );
    const fresh = runQueues.filter(({ targetId, location }) => !known.has(`${targetId} ${location}`));
    void eventWriter.add(fresh.map((runQueue) => ({ type: "poll", runQueue })));
  }

  async function pollDueQueues(): Promise<void> {
    if (isStopped || !eventWriter.isAvailable) return;
    try {
      poll(await listDueRunQueues(database, { now: new Date(clock.now()), limit: DUE_RUN_QUEUES_MAX }));
    } catch (error) {
      log.warn("runs.poll_failed", errorFacts(error));
    }
  }

  const stopReports = queue.takeRunReports((reports) =>
    eventWriter.add(
      reports.map((report) => ({ type: "report", report: withinPresent(report, clock.now()) })),
    ),
  );
  const endListening = await database.listen("run_wanted", (payload) => {
    const [targetId, location] = payload.split(" ");
    if (targetId && location) poll([{ targetId, location }]);
    else void pollDueQueues();
  });
  const polling = setInterval(() => void pollDueQueues(), POLL_INTERVAL_MS);
  void pollDueQueues();

  return {
    cancel: (targets, untilMs) => void cancel(targets, untilMs),
    start: (slots) => void eventWriter.add(slots.map((slot) => ({ type: "tick", slot }))),
    hasRoom: () => eventWriter.size < WAITING_MAX,
    state: () => ({ waiting: eventWriter.size, ended }),
    async stop(deadlineMs) {
      isStopped = true;
      clearInterval(polling);
      await endListening();
      stopReports();
      await eventWriter.drain(deadlineMs);
      eventWriter.stop();
    },
  };
}

type NamedAttempt = Pick<RunReport, "runId" | "attempt" | "lease" | "targetId" | "location">;

/** The outcome of an attempt whose secrets cannot be decrypted; it was never executed. */
function undecryptedReport(named: NamedAttempt, nowMs: number): RunReport {
  const message = "A variable of this run cannot be decrypted. The reason is in the server's log.";
  const error = { code: "SECRET_UNAVAILABLE", message, stepIndex: null } as const;
  const outcome = { startedAtMs: nowMs, finishedAtMs: nowMs, error, steps: [] };
  return { ...named, runner: "none", event: "finished", outcome };
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
