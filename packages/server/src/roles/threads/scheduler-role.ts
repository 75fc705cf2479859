import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { StorageOutage } from "@vedette/contract/service-health/service-problems.ts";
import { createJudge } from "../../engine/checks/judge-finding.ts";
import type { RunnerAvailability } from "../../engine/locations/work-queue.ts";
import type { Queue } from "../../engine/queue/queue.ts";
import { Alerting } from "../../pipeline/alerting/evaluation/alerting.ts";
import { MaintenanceKeeper } from "../../pipeline/alerting/maintenance/keeper.ts";
import { createSuppression } from "../../pipeline/alerting/maintenance/suppression.ts";
import { ObservedChanges } from "../../pipeline/changes/observing/observed-changes.ts";
import { CompositeTrigger } from "../../pipeline/computed/composite-trigger.ts";
import { ComputedChecks } from "../../pipeline/computed/computed-checks.ts";
import { DomainTrigger } from "../../pipeline/computed/domain-trigger.ts";
import { DownRequests } from "../../pipeline/evidence/request-collections.ts";
import { pingedEvent } from "../../pipeline/heartbeats/evaluated-batch.ts";
import { HeartbeatEngine } from "../../pipeline/heartbeats/heartbeat-engine.ts";
import { ConnectionFacts } from "../../pipeline/results/recording/connection-facts.ts";
import { LateReports } from "../../pipeline/results/recording/late/late-reports.ts";
import { liveEvents } from "../../pipeline/results/recording/live-events.ts";
import type { RecordDeps, Recorded } from "../../pipeline/results/recording/record-batch.ts";
import { Recorder } from "../../pipeline/results/recording/recorder.ts";
import { ensurePartitionsOf } from "../../pipeline/results/retention/partitions.ts";
import { mergeLateResults } from "../../pipeline/results/rollups/late-results.ts";
import type { ArtifactQuota } from "../../pipeline/runs/artifact-quota.ts";
import { type CancelledTarget, RunCoordinator } from "../../pipeline/runs/coordinator.ts";
import type { Definition } from "../../pipeline/scheduler/definition.ts";
import type { DueSlot } from "../../pipeline/scheduler/schedule.ts";
import { Scheduler } from "../../pipeline/scheduler/scheduler.ts";
import type { SlotGap } from "../../pipeline/scheduler/slot-ledger.ts";
import { ProcessLease } from "../../pipeline/service-health/process-lease.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import type { SpecResolver } from "../../platform/secrets/resolve-specs.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Database } from "../../platform/storage/database.ts";
import { version } from "../../version.ts";
import { splitDueRuns } from "./due-runs.ts";
import { openSchedulerCaches, type SchedulerCaches } from "./scheduler-caches.ts";
import { toLateResult } from "./to-late-result.ts";

export type SchedulerRoleDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Logger;
  resolveSpecs: SpecResolver;
  vault: Vault;
  fallbackLocation: string | null;
  artifactQuota: ArtifactQuota;
  isInFleet: boolean;
  /** Whether the operator lets this server look up domains. */
  looksUpDomains: boolean;
  onRecorded: (recorded: Recorded) => void;
  onGaps: (gaps: readonly SlotGap[]) => void;
};

/** Share of the shutdown time for checks in flight; the rest is for storing their results. */
const HAND_ON_SHARE = 0.7;

/** Scheduling and recording: the scheduler of a check also stores the outcome of its slot. */
export class SchedulerRole {
  readonly #deps: SchedulerRoleDeps;
  readonly #caches: SchedulerCaches;
  readonly #recorder: Recorder;
  readonly #late: LateReports;
  readonly #coordinator: RunCoordinator;
  readonly #scheduler: Scheduler;
  readonly #keeper: MaintenanceKeeper;
  readonly #computed: ComputedChecks;
  readonly #composites: CompositeTrigger;
  readonly #domains: DomainTrigger;
  readonly #heartbeats: HeartbeatEngine;
  readonly #lease: ProcessLease;
  readonly #evidence: DownRequests;
  #endReports: (() => void) | undefined;

  private constructor(deps: SchedulerRoleDeps, caches: SchedulerCaches) {
    this.#deps = deps;
    this.#caches = caches;
    this.#lease = new ProcessLease({ ...deps, version });
    this.#evidence = new DownRequests(deps);
    const suppression = createSuppression({ windowCache: caches.windows, clock: deps.clock });
    const alerting = new Alerting({
      rules: caches.rules,
      suppression,
      clock: deps.clock,
      publish: (events) => deps.queue.publishEvents(events),
    });
    const recording = this.#recordDeps(alerting);
    const onRecorded = (recorded: Recorded) => this.#onRecorded(recorded);
    const runnerAvailability = () => this.#runnerAvailability();
    this.#recorder = new Recorder({ ...deps, ...recording, onRecorded });
    this.#late = new LateReports({
      ...{ ...deps, ...recording },
      isOnGrid: (slot) => this.#scheduler.definitions.isOnGrid(slot),
      untilRecorded: (deadlineMs) => this.#recorder.drain(deadlineMs),
    });
    this.#coordinator = new RunCoordinator({ ...deps, recording, runnerAvailability, onRecorded });
    this.#scheduler = this.#createScheduler(runnerAvailability);
    const { definitions } = this.#scheduler;
    this.#computed = new ComputedChecks({ ...deps, db: deps.database, judge: createJudge(deps.clock) });
    const checkNow = (targetIds: readonly string[]) => this.#scheduler.checkNow(targetIds);
    this.#composites = new CompositeTrigger({ queue: deps.queue, checkNow });
    this.#domains = new DomainTrigger({ database: deps.database, checkNow });
    this.#heartbeats = new HeartbeatEngine({
      ...deps,
      recording,
      onRecorded,
      heldShards: () => this.#scheduler.heldShards(),
      reload: (targetIds) => definitions.reload(targetIds),
      isPausedAt: (target, atMs) => caches.windows.isPaused(target, atMs),
      onPinged: (pinged) =>
        deps.queue.publishEvents(pinged.filter(({ orgId }) => deps.queue.isWatched(orgId)).map(pingedEvent)),
    });
    this.#keeper = new MaintenanceKeeper({
      ...deps,
      windowCache: caches.windows,
      suppression,
      targets: () => definitions.scheduled(),
      reload: (targetIds) => definitions.reload(targetIds),
      checkNow: (targetIds) => this.#scheduler.checkNow(targetIds),
      onChanges: (changes) => onRecorded({ reports: [], changes, observed: new Map() }),
      publish: (events) => deps.queue.publishEvents(events),
    });
  }

  static async start(deps: SchedulerRoleDeps): Promise<SchedulerRole> {
    let role: SchedulerRole | undefined;
    const caches = await openSchedulerCaches(deps, (quota) => {
      if (role) role.#stopUsedUp(quota);
    });
    role = new SchedulerRole(deps, caches);
    await role.#start();
    return role;
  }

  async #start(): Promise<void> {
    await this.#lease.start();
    await this.#domains.start();
    await this.#coordinator.start();
    // Before the first check starts: a report that no one takes is lost, and its check counts as in flight until its deadline.
    this.#endReports = this.#deps.queue.takeReports((reports) =>
      this.#recorder.add(this.#scheduler.accept(reports)),
    );
    await this.#scheduler.start();
    this.#keeper.start();
    this.#composites.start();
    await this.#heartbeats.start();
  }

  pause(): void {
    this.#scheduler.pause();
  }

  async stop(deadlineMs: number): Promise<void> {
    const { clock, log } = this.#deps;
    this.pause();
    this.#composites.stop();
    await this.#domains.stop();
    await this.#keeper.stop();
    await this.#heartbeats.stop();
    await this.#scheduler.stop(clock.monotonic() + (deadlineMs - clock.monotonic()) * HAND_ON_SHARE);
    this.#endReports?.();
    this.#late.stop();
    await this.#coordinator.stop(deadlineMs);
    const isDrained = await this.#recorder.drain(deadlineMs);
    if (!isDrained) log.warn("results.drain_timed_out", { reports: this.#recorder.state().reportsWaiting });
    await this.#evidence.settle();
    await this.#caches.stop();
    await this.#lease.stop();
  }

  state(): Record<string, number> {
    return {
      ...this.#scheduler.state(),
      ...this.#recorder.state(),
      ...this.#late.state(),
      ...this.#coordinator.state(),
      ...this.#heartbeats.state(),
      ...this.#lease.state(),
    };
  }

  /** Why results are not stored; null while they are. */
  outage(): StorageOutage | null {
    return this.#recorder.outage();
  }

  #recordDeps(alerting: Alerting): RecordDeps {
    const { database, clock } = this.#deps;
    return {
      database,
      clock,
      alerting,
      changes: new ObservedChanges(),
      connectionFacts: new ConnectionFacts({ database, clock }),
      findTarget: (seriesKey) => this.#scheduler.definitions.findBySeries(seriesKey),
      isCurrent: (seriesKey) => this.#scheduler.definitions.isScheduled(seriesKey),
      loadSeries: (seriesKeys) => this.#scheduler.definitions.loadSeries(seriesKeys),
      reload: (targetIds) => this.#scheduler.definitions.reload(targetIds),
      mergeLate: (db, reports) => mergeLateResults(db, reports.map(toLateResult)),
      onUsage: (totals) => this.#caches.quotas.addUsage(totals),
      ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
    };
  }

  #createScheduler(runnerAvailability: () => RunnerAvailability): Scheduler {
    const { windows, quotas } = this.#caches;
    return new Scheduler({
      ...this.#deps,
      runnerAvailability,
      canLaunch: () => this.#recorder.hasRoom() && this.#coordinator.hasRoom(),
      whySkipped(target, nowMs) {
        if (windows.isPaused(target, nowMs)) return "maintenance";
        // A computed check is not counted.
        return !isComputed(target.type) && quotas.isUsedUp(target) ? "plan" : null;
      },
      onDefinition: (target) => {
        this.#keeper.consider(target);
        this.#composites.consider(target);
        this.#domains.consider(target);
        this.#heartbeats.put(target);
      },
      onDropped: (targetId) => this.#heartbeats.drop(targetId),
      onEnded: (target) => this.#stopTargets([target]),
      settle: async (deadlineMs) => {
        const isSettled = await this.#recorder.drain(deadlineMs);
        if (!isSettled) throw new Error("earlier results could not be written down in time");
      },
      onGaps: (gaps) => this.#addGaps(gaps),
      onLate: (reports) => this.#late.add(reports),
      onRunsDue: (slots) => this.#startRuns(slots),
      onComputedDue: (jobs) => {
        for (const job of jobs) void this.#compute(job);
      },
    });
  }

  #runnerAvailability(): RunnerAvailability {
    const { queue, fallbackLocation } = this.#deps;
    const { privateLocations } = this.#caches;
    return { runners: queue.runners(), fallbackLocation, isPrivate: (at) => privateLocations.has(at) };
  }

  #onRecorded(recorded: Recorded): void {
    const { queue, log, onRecorded } = this.#deps;
    onRecorded(recorded);
    this.#evidence.request(recorded.changes);
    this.#caches.traces.add(recorded);
    queue.publishEvents(liveEvents(recorded, (orgId) => queue.isWatched(orgId)));
    if (recorded.reports.length === 0) return;
    const targetIds = new Set(recorded.reports.map(({ target }) => target.targetId));
    this.#scheduler.definitions
      .notifyHolders([...targetIds])
      .catch((error: unknown) => log.warn("scheduler.notify_failed", errorFacts(error)));
  }

  #addGaps(gaps: readonly SlotGap[]): void {
    this.#deps.onGaps(gaps);
    this.#recorder.addGaps(gaps);
  }

  /** A failed computation is reported without an outcome, so this never rejects. */
  async #compute(job: CheckJob): Promise<void> {
    const report = await this.#computed.run(job);
    if (report.trigger !== "test") await this.#recorder.add(this.#scheduler.accept([report]));
  }

  #startRuns(slots: readonly DueSlot[]): void {
    const claimed = slots.filter((slot) => this.#scheduler.claim(slot));
    const { runs, missed } = splitDueRuns(claimed, this.#runnerAvailability());
    this.#coordinator.startRuns(runs);
    if (missed.length > 0) this.#addGaps(missed);
  }

  #stopUsedUp({ orgId, kind }: Pick<Definition, "orgId" | "kind">): void {
    const all = this.#scheduler.definitions.scheduled();
    this.#stopTargets(all.filter((target) => target.orgId === orgId && target.kind === kind));
  }

  /** Stops running checks and runs of targets that are no longer monitored. */
  #stopTargets(targets: readonly Definition[]): void {
    const { queue, clock } = this.#deps;
    const checked = targets.filter(({ kind }) => kind === "monitor");
    const run = targets.filter(({ spec }) => spec.kind === "run");
    if (checked.length > 0) queue.publishStops(checked.map(toStopped));
    if (run.length > 0) void this.#coordinator.cancel(run.map(toStopped), clock.now());
  }
}

function toStopped({ targetId, series }: Definition): CancelledTarget {
  return {
    targetId,
    seriesKeys: series.map(({ seriesKey }) => seriesKey),
    locations: [...new Set(series.map(({ location }) => location))],
  };
}
