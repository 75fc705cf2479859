import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Queue } from "../queue/queue.ts";
import { mergeLateResults } from "../results/folding/late-results.ts";
import { liveEvents } from "../results/recording/live-events.ts";
import { createPeers } from "../results/recording/peers.ts";
import { answeredUsOf } from "../results/recording/queries.ts";
import type { Recorded } from "../results/recording/record-batch.ts";
import { createRecorder } from "../results/recording/recorder.ts";
import { ensurePartitionsOf } from "../results/retention/partitions.ts";
import { startScheduler } from "../scheduler/scheduler.ts";
import type { SlotGap } from "../scheduler/slot-ledger.ts";
import type { SpecResolver } from "../secrets/resolve-specs.ts";
import type { Database } from "../storage/database.ts";

/** Scheduling and recording: whoever decides that a check is due also writes down how its slot ended. */
export type SchedulerRole = {
  state(): Record<string, number>;
  pause(): void;
  stop(deadlineMs: number): Promise<void>;
};

export type SchedulerRoleDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  resolveSpecs: SpecResolver;
  standIn: string | null;
  onRecorded: (recorded: Recorded) => void;
  onGaps: (gaps: readonly SlotGap[]) => void;
};

/** As long as a full line of reports takes to be written down, and then some. */
const SETTLE_MAX_MS = 30_000;

export async function runScheduler(deps: SchedulerRoleDeps): Promise<SchedulerRole> {
  const { database, queue, clock, log } = deps;
  const recorder = createRecorder({
    database,
    clock,
    log,
    peers: createPeers({ database, clock }),
    findMonitor: (seriesKey) => scheduler.definitions.findBySeries(seriesKey),
    learn: (seriesKeys) => scheduler.definitions.learn(seriesKeys),
    reload: (monitorIds) => scheduler.definitions.reload(monitorIds),
    mergeLate: (db, reports) =>
      mergeLateResults(
        db,
        reports.map((report) => ({
          seriesKey: report.seriesKey,
          slotMs: report.slotMs,
          status: report.outcome.status,
          responseUs: answeredUsOf(report),
        })),
      ),
    ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
    onRecorded(recorded) {
      deps.onRecorded(recorded);
      queue.publishEvents(liveEvents(recorded, queue.isWatched));
    },
  });
  const scheduler = await startScheduler({
    database,
    queue,
    clock,
    log,
    resolveSpecs: deps.resolveSpecs,
    standIn: deps.standIn,
    canLaunch: recorder.hasRoom,
    async settle() {
      const isSettled = await recorder.drain(clock.monotonic() + SETTLE_MAX_MS);
      if (!isSettled) throw new Error("earlier results could not be written down in time");
    },
    onGaps(gaps) {
      deps.onGaps(gaps);
      recorder.addGaps(gaps);
    },
  });
  const endTaking = queue.takeReports((reports) => recorder.add(scheduler.accept(reports)));

  return {
    state() {
      const { waiting, recorded, batches, failures } = recorder.state();
      return {
        ...scheduler.state(),
        reportsWaiting: waiting,
        resultsRecorded: recorded,
        batchesRecorded: batches,
        batchesFailed: failures,
      };
    },
    pause: scheduler.pause,
    async stop(deadlineMs) {
      scheduler.pause();
      endTaking();
      scheduler.flushGaps();
      const isDrained = await recorder.drain(deadlineMs);
      if (!isDrained) log.warn("results.not_drained", { reports: recorder.state().waiting });
      await scheduler.stop();
    },
  };
}
