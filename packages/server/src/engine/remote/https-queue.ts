import type { CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import type { RunnerPoll, RunnerWork } from "@vedette/contract/runners/runner-protocol.ts";
import type { RunJob, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import { errorFacts } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import {
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  unstarted,
  unstartedRun,
} from "../queue/queue.ts";
import type { ConsumeJobs } from "../queue/spread-jobs.ts";
import { type ClockOffset, createClockOffset } from "./clock-offset.ts";
import { createInFlight, type HANDED_KINDS } from "./in-flight.ts";
import { LocalConsumers } from "./local-consumers.ts";
import type { OutboxDeps } from "./outbox.ts";
import { ReportPublisher } from "./report-publisher.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { downloadBaselines } from "./run-files.ts";
import type { ServerLink } from "./server-link.ts";
import { ServerUnavailableError } from "./server-response.ts";

type HandedKind = (typeof HANDED_KINDS)[number];

export type HttpsQueueDeps = Pick<
  OutboxDeps,
  "runner" | "clock" | "log" | "onRejected" | "store" | "keptBytesMax"
> & {
  link: Pick<ServerLink, keyof ServerLink>;
  version: string;
  /** Maximum amount of work of each kind in flight on this machine; 0 for an unsupported kind. */
  capacity: Readonly<Record<HandedKind, number>>;
  /** The store for the files of runs on this machine. */
  artifacts: ArtifactStore;
};

/** A starting thread takes its first run within this time. */
const SWEEP_INTERVAL_MS = 1_000;
const ROOM_POLL_MS = 1_000;

/**
 * The queue as a runner on another machine sees it: it polls for work over HTTPS and reports the same way.
 * While the server is unavailable, running work continues and is reported later, and no new work starts. This
 * is the runner's half of the port; schedulers and recorders use another implementation.
 */
export class HttpsQueue implements Queue {
  readonly #deps: HttpsQueueDeps;
  readonly #polling = new AbortController();
  readonly #inFlight = createInFlight();
  readonly #offset: ClockOffset;
  readonly #reports: ReportPublisher;
  readonly #local = new LocalConsumers();
  readonly #presence = new Map<string, RunnerPresence>();
  readonly #sweepTimer: NodeJS.Timeout;
  /** Resolves when work has ended. */
  #room = Promise.withResolvers<void>();

  constructor(deps: HttpsQueueDeps) {
    this.#deps = deps;
    this.#offset = createClockOffset(deps.log);
    this.#reports = new ReportPublisher({ ...deps, inFlight: this.#inFlight, offset: this.#offset });
    this.#sweepTimer = setInterval(() => this.#returnLate(), SWEEP_INTERVAL_MS).unref();
  }

  /** Sends the reports that earlier processes stored, and starts polling for work. */
  async start(): Promise<void> {
    await this.#reports.restore();
    for (const kinds of [["checks", "api_monitor"] as const, ["journey"] as const]) {
      if (kinds.every((kind) => this.#deps.capacity[kind] === 0)) continue;
      this.#pollFor(kinds).catch((error: unknown) => {
        if (!this.#polling.signal.aborted) this.#deps.onRejected(error);
      });
    }
  }

  /** Stops polling. */
  pause(): void {
    this.#polling.abort();
  }

  /** Sends the pending reports until `deadlineMs` (monotonic). Returns whether all were sent. */
  async stop(deadlineMs: number): Promise<boolean> {
    this.#polling.abort();
    clearInterval(this.#sweepTimer);
    return this.#reports.stop(deadlineMs);
  }

  takeJobs(_location: string, take: ConsumeJobs): () => void {
    return this.#local.takeJobs(take);
  }

  /** Nothing is scheduled here. */
  leadMs(): number {
    return 0;
  }

  /** No scheduler runs here. */
  readonly keepsReports = false;

  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void {
    return this.#local.takeRuns(at, take);
  }

  publishRuns(_location: string, jobs: readonly RunJob[]): void {
    for (const job of jobs) this.#local.deliverRun(job);
  }

  publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void {
    this.#reports.publishChecks(reports);
    this.#signalRoom();
  }

  publishRunReports(reports: readonly RunReport[]): void {
    this.#reports.publishRuns(reports);
    this.#signalRoom();
  }

  /** The protocol of remote runners has no progress; the report contains every step. */
  publishRunProgress(): void {}

  announce(runner: string, location: string): void {
    this.#presence.set(runner, { runner, location, lastSeenAtMs: this.#deps.clock.now() });
  }

  runners(): RunnerPresence[] {
    return [...this.#presence.values()];
  }

  // Schedulers, recorders and the API use the following methods; calling them in a runner is a bug.
  readonly publishJobs = refuse("publish jobs");
  readonly takeReports = refuse("take reports");
  readonly holdShards = refuse("hold shards");
  readonly takeRunReports = refuse("take reports of runs");
  readonly requestCheck = refuse("request checks");
  readonly requestRun = refuse("request runs");
  readonly publishStops = refuse("stop targets");
  readonly publishEvents = refuse("publish events");
  readonly takeEvents = refuse("take events");
  readonly watchOrg = refuse("watch organizations");
  readonly isWatched = refuse("watch organizations");

  /**
   * A poll is open only while there is room, so a full runner would not receive stops. The stopped work
   * belongs to the runner's own organization, so it delays no one else.
   */
  takeStops(): () => void {
    return () => undefined;
  }

  async #pollFor(kinds: readonly HandedKind[]): Promise<void> {
    const { clock, log, runner, version } = this.#deps;
    const { signal } = this.#polling;
    while (!signal.aborted) {
      const capacity = this.#capacityOf(kinds);
      if (Object.values(capacity).every((free) => free === 0)) {
        await Promise.race([this.#room.promise, pause(ROOM_POLL_MS, signal)]);
        continue;
      }
      const sentAtMs = clock.now();
      const work = await retryWhileUnavailable(
        () => this.#poll({ runner, capacity, sent_at_ms: sentAtMs, version }),
        { clock, log, signal },
      );
      this.#offset.learn({ ...work, sentAtMs, gotAtMs: clock.now() });
      this.#deliver(work);
    }
  }

  async #poll(poll: RunnerPoll): Promise<RunnerWork> {
    try {
      return await this.#deps.link.poll(poll, this.#polling.signal);
    } catch (error) {
      if (error instanceof ServerUnavailableError) this.#reports.repeatRecent();
      throw error;
    }
  }

  #capacityOf(kinds: readonly HandedKind[]): Record<string, number> {
    this.#inFlight.prune(this.#deps.clock.now());
    return Object.fromEntries(
      kinds.map((kind) => [kind, Math.max(0, this.#deps.capacity[kind] - this.#inFlight.count(kind))]),
    );
  }

  #deliver({ checks, runs }: RunnerWork): void {
    const jobs = checks.map(({ job, ticket }) => {
      const here = { ...job, startByMs: this.#offset.toLocal(job.startByMs) };
      this.#inFlight.addCheck(here, ticket);
      return here;
    });
    if (jobs.length > 0 && !this.#local.deliverChecks(jobs)) this.publishReports(jobs.map(unstarted));
    for (const { job, ticket } of runs) void this.#startRun(job, ticket);
  }

  /** Never fails: on an error the run is returned. */
  async #startRun(job: RunJob, ticket: string): Promise<void> {
    const { clock, log, link, artifacts } = this.#deps;
    const here = { ...job, startByMs: this.#offset.toLocal(job.startByMs) };
    this.#inFlight.addRun(here, { ticket, names: new Map() });
    try {
      const deadlineMs = clock.monotonic() + (here.startByMs - clock.now());
      const downloaded = await retryWhileUnavailable(() => downloadBaselines(here, { link, artifacts }), {
        clock,
        log,
        signal: this.#polling.signal,
        deadlineMs,
      });
      this.#inFlight.addRun(here, { ticket, names: downloaded.names });
      this.#local.deliverRun(downloaded.job);
    } catch (error) {
      log.warn("runner.run_start_failed", { run_id: job.runId, ...errorFacts(error) });
      this.publishRunReports([unstartedRun(here)]);
    }
  }

  #returnLate(): void {
    const late = this.#local.removeLate(this.#deps.clock.now());
    if (late.length > 0) this.publishRunReports(late.map(unstartedRun));
  }

  #signalRoom(): void {
    this.#room.resolve();
    this.#room = Promise.withResolvers();
  }
}

function refuse(what: string): () => never {
  return () => {
    throw new Error(`a runner over HTTPS does not ${what}`);
  };
}
