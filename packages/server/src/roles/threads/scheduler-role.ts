import { watchRunQuotas } from "../../api/resources/billing/run-quotas.ts";
import { type RunnerAvailability, workQueueFor } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { createAlerting } from "../../pipeline/alerting/evaluation/alerting.ts";
import { type MaintenanceKeeper, startKeeper } from "../../pipeline/alerting/maintenance/keeper.ts";
import { createSuppression } from "../../pipeline/alerting/maintenance/suppression.ts";
import { watchWindows } from "../../pipeline/alerting/maintenance/window-cache.ts";
import { watchRules } from "../../pipeline/alerting/rules/rule-cache.ts";
import { watchPrivateLocations } from "../../pipeline/locations/private-locations.ts";
import { createConnectionFacts } from "../../pipeline/results/recording/connection-facts.ts";
import { liveEvents } from "../../pipeline/results/recording/live-events.ts";
import { phasesUsOf, responseUsOf } from "../../pipeline/results/recording/queries.ts";
import type { RecordDeps, Recorded } from "../../pipeline/results/recording/record-batch.ts";
import { createRecorder } from "../../pipeline/results/recording/recorder.ts";
import { ensurePartitionsOf } from "../../pipeline/results/retention/partitions.ts";
import { mergeLateResults } from "../../pipeline/results/rollups/late-results.ts";
import type { ArtifactQuota } from "../../pipeline/runs/artifact-quota.ts";
import { type CancelledTarget, startCoordinator } from "../../pipeline/runs/coordinator.ts";
import type { DueRun } from "../../pipeline/runs/run-queue-update.ts";
import { gap } from "../../pipeline/runs/run-results.ts";
import type { Definition } from "../../pipeline/scheduler/definition.ts";
import type { DueSlot } from "../../pipeline/scheduler/schedule.ts";
import { startScheduler } from "../../pipeline/scheduler/scheduler.ts";
import type { SlotGap } from "../../pipeline/scheduler/slot-ledger.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { SpecResolver } from "../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";

/** Scheduling and recording: the scheduler of a check also stores the outcome of its slot. */
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
  vault: Vault;
  fallbackLocation: string | null;
  artifactQuota: ArtifactQuota;
  onRecorded: (recorded: Recorded) => void;
  onGaps: (gaps: readonly SlotGap[]) => void;
};

/** Share of the shutdown time for checks in flight; the rest is for storing their results. */
const HAND_ON_SHARE = 0.7;

export async function runScheduler(deps: SchedulerRoleDeps): Promise<SchedulerRole> {
  const { database, queue, clock, log } = deps;
  const onRecorded = (recorded: Recorded) => {
    deps.onRecorded(recorded);
    queue.publishEvents(liveEvents(recorded, queue.isWatched));
    if (recorded.reports.length === 0) return;
    const targetIds = new Set(recorded.reports.map(({ target }) => target.targetId));
    scheduler.definitions
      .notifyHolders([...targetIds])
      .catch((error: unknown) => log.warn("scheduler.notify_failed", errorFacts(error)));
  };
  let isStarted = false;
  const rules = await watchRules({ database, log });
  const windows = await watchWindows({ database, clock, log });
  const quotas = await watchRunQuotas({ database, clock, log, onUsedUp: stopUsedUp });
  const suppression = createSuppression({ windowCache: windows, clock });
  const recording: RecordDeps = {
    database,
    alerting: createAlerting({
      rules,
      suppression,
      clock,
      publish: (events) => queue.publishEvents(events),
    }),
    connectionFacts: createConnectionFacts({ database, clock }),
    findTarget: (seriesKey) => scheduler.definitions.findBySeries(seriesKey),
    isCurrent: (seriesKey) => scheduler.definitions.isScheduled(seriesKey),
    loadSeries: (seriesKeys) => scheduler.definitions.loadSeries(seriesKeys),
    reload: (targetIds) => scheduler.definitions.reload(targetIds),
    mergeLate: (db, reports) =>
      mergeLateResults(
        db,
        reports.map((report) => ({
          seriesKey: report.seriesKey,
          slotMs: report.slotMs,
          status: report.outcome.status,
          attempts: report.outcome.attempts,
          responseUs: responseUsOf(report),
          phasesUs: phasesUsOf(report),
        })),
      ),
    onUsage: quotas.addUsage,
    ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
  };
  const recorder = createRecorder({ ...recording, clock, log, onRecorded });
  const { vault } = deps;
  const privateLocations = await watchPrivateLocations({ database, log });
  const staff = (): RunnerAvailability => ({
    runners: queue.runners(),
    fallbackLocation: deps.fallbackLocation,
    isPrivate: privateLocations.has,
  });
  const coordinator = await startCoordinator({
    database,
    queue,
    clock,
    log,
    vault,
    artifactQuota: deps.artifactQuota,
    recording,
    runnerAvailability: staff,
    onRecorded,
  });
  // The scheduler loads earlier changes when it starts.
  let maintenance: MaintenanceKeeper | undefined;
  const scheduler = await startScheduler({
    database,
    queue,
    clock,
    log,
    resolveSpecs: deps.resolveSpecs,
    runnerAvailability: staff,
    canLaunch: () => recorder.hasRoom() && coordinator.hasRoom(),
    whySkipped(target, nowMs) {
      if (windows.isPaused(target, nowMs)) return "maintenance";
      return quotas.isUsedUp(target) ? "plan" : null;
    },
    onDefinition: (target) => maintenance?.consider(target),
    onEnded: (target) => stopTargets([target]),
    async settle(deadlineMs) {
      const isSettled = await recorder.drain(deadlineMs);
      if (!isSettled) throw new Error("earlier results could not be written down in time");
    },
    onGaps: addGaps,
    onRunsDue(slots) {
      const taken = slots.filter((slot) => scheduler.claim(slot));
      const now = staff();
      const [staffed, unstaffed] = partition(taken, (slot) => isStaffed(slot, now));
      coordinator.start(staffed.flatMap(toDueRun));
      if (unstaffed.length > 0) addGaps(unstaffed.map(withoutRunner));
    },
  });

  isStarted = true;
  maintenance = startKeeper({
    database,
    clock,
    log,
    windowCache: windows,
    suppression,
    targets: scheduler.definitions.scheduled,
    reload: scheduler.definitions.reload,
    checkNow: scheduler.checkNow,
    onChanges: (changes) => onRecorded({ reports: [], changes }),
    publish: (events) => queue.publishEvents(events),
  });

  /** Called before the scheduler exists for quotas used up earlier; then nothing is running yet. */
  function stopUsedUp({ orgId, kind }: Pick<Definition, "orgId" | "kind">): void {
    const all = isStarted ? scheduler.definitions.scheduled() : [];
    stopTargets(all.filter((target) => target.orgId === orgId && target.kind === kind));
  }

  /** Stops running checks and runs of targets that are no longer monitored. */
  function stopTargets(targets: readonly Definition[]): void {
    if (targets.length === 0) return;
    const [checked, run] = partition(targets, ({ kind }) => kind === "monitor");
    if (checked.length > 0) queue.publishStops(checked.map(toStopped));
    if (run.length > 0) coordinator.cancel(run.map(toStopped), clock.now());
  }

  function addGaps(gaps: readonly SlotGap[]): void {
    deps.onGaps(gaps);
    recorder.addGaps(gaps);
  }

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
        runsEnded: coordinator.state().ended,
        runEventsWaiting: coordinator.state().waiting,
      };
    },
    pause: scheduler.pause,
    async stop(deadlineMs) {
      scheduler.pause();
      await maintenance?.stop();
      await scheduler.stop(clock.monotonic() + (deadlineMs - clock.monotonic()) * HAND_ON_SHARE);
      endTaking();
      await coordinator.stop(deadlineMs);
      const isDrained = await recorder.drain(deadlineMs);
      if (!isDrained) log.warn("results.drain_timed_out", { reports: recorder.state().waiting });
      await rules.stop();
      await windows.stop();
      await quotas.stop();
      await privateLocations.stop();
    },
  };
}

function toStopped({ targetId, series }: Definition): CancelledTarget {
  return {
    targetId,
    seriesKeys: series.map(({ seriesKey }) => seriesKey),
    locations: [...new Set(series.map(({ location }) => location))],
  };
}

function toDueRun({ definition, seriesKey, location, slotMs }: DueSlot): DueRun[] {
  const { kind, spec, targetId, orgId } = definition;
  if (kind === "monitor" || spec.kind !== "run") return [];
  const { maxAttempts, timeoutMs, stepsTotal } = spec;
  return [{ targetId, orgId, kind, location, seriesKey, slotMs, maxAttempts, timeoutMs, stepsTotal }];
}

/** Runs wait for a fallback runner that is briefly offline. */
function isStaffed({ location, definition: { orgId } }: DueSlot, now: RunnerAvailability): boolean {
  if (now.fallbackLocation !== null && !now.isPrivate({ orgId, location })) return true;
  return workQueueFor(location, { ...now, orgId }) !== null;
}

/** No runner is online for the run, which is not downtime. */
function withoutRunner({ seriesKey, slotMs }: DueSlot): SlotGap {
  return gap(seriesKey, slotMs, { kind: "missed", reason: "no_runner" });
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const item of items) (holds(item) ? yes : no).push(item);
  return [yes, no];
}
