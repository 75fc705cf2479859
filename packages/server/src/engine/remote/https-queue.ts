import type { CheckReport, TestCheckReport } from "@vedette/contract/checks/check-run.ts";
import { moveCheckInstants, moveRunInstants } from "@vedette/contract/runners/report-instants.ts";
import {
  REPORT_KEPT_MS,
  REPORTS_BYTES_MAX,
  type RunnerWork,
} from "@vedette/contract/runners/runner-protocol.ts";
import { checkOutcomeReport, runOutcomeReport } from "@vedette/contract/runners/runner-reports.ts";
import type { RunJob, RunOutcome, RunReport } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../platform/artifacts/artifact-store.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { pause } from "../../platform/kernel/pause.ts";
import {
  type Queue,
  type RunConsumer,
  type RunnerPresence,
  unstarted,
  unstartedRun,
} from "../queue/queue.ts";
import { type ConsumeJobs, spreadJobs } from "../queue/spread-jobs.ts";
import { createClockOffset } from "./clock-offset.ts";
import { createInFlight, type HANDED_KINDS, type HandedRun } from "./in-flight.ts";
import { createOutbox } from "./outbox.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { downloadBaselines, keysOf, uploadFiles, withoutFiles } from "./run-files.ts";
import type { ServerLink } from "./server-link.ts";

/**
 * The queue as a runner on another machine sees it: it polls for work over HTTPS and reports the same way.
 * While the server is unavailable, running work continues and is reported later, and no new work starts. This
 * is the runner's half of the port; schedulers and recorders use another implementation.
 */
export type HttpsQueue = Queue & {
  /** Starts polling for work. */
  start(): void;
  /** Stops polling. */
  pause(): void;
  /** Sends the pending reports until `deadlineMs` (monotonic). Returns whether all were sent. */
  stop(deadlineMs: number): Promise<boolean>;
};

export type HttpsQueueDeps = {
  link: ServerLink;
  /** The name shown in results. */
  runner: string;
  version: string;
  /** Maximum amount of work of each kind in flight on this machine; 0 for an unsupported kind. */
  capacity: Readonly<Record<(typeof HANDED_KINDS)[number], number>>;
  /** The store for the files of runs on this machine. */
  artifacts: ArtifactStore;
  clock: Clock;
  log: Logger;
  /** Called if the server rejects this runner permanently. */
  onRejected: (error: unknown) => void;
};

/** A starting thread takes its first run within this time. */
const SWEEP_INTERVAL_MS = 1_000;
const ROOM_POLL_MS = 1_000;

export function createHttpsQueue(deps: HttpsQueueDeps): HttpsQueue {
  const { clock, log, link, artifacts } = deps;
  const asking = new AbortController();
  const stopping = new AbortController();
  const inFlight = createInFlight();
  const offset = createClockOffset(log);
  const outbox = createOutbox({ ...deps });
  const local = createLocalConsumers(clock, (reports) => publishRunReports(reports));
  const presence = new Map<string, RunnerPresence>();
  let room = Promise.withResolvers<void>();
  let delivering = 0;
  const files = { link, artifacts, log, ticket: "" };

  function capacityOf(kinds: readonly (typeof HANDED_KINDS)[number][]): Record<string, number> {
    inFlight.prune(clock.now());
    return Object.fromEntries(
      kinds.map((kind) => [kind, Math.max(0, deps.capacity[kind] - inFlight.count(kind))]),
    );
  }

  async function pollFor(kinds: readonly (typeof HANDED_KINDS)[number][]): Promise<void> {
    while (!asking.signal.aborted) {
      const capacity = capacityOf(kinds);
      if (Object.values(capacity).every((free) => free === 0)) {
        await Promise.race([room.promise, pause(ROOM_POLL_MS, asking.signal)]);
        continue;
      }
      const sentAtMs = clock.now();
      const { runner, version } = deps;
      const work = await retryWhileUnavailable(
        () => link.poll({ runner, capacity, sent_at_ms: sentAtMs, version }, asking.signal),
        { clock, log, signal: asking.signal },
      );
      offset.learn({ ...work, sentAtMs, gotAtMs: clock.now() });
      dispatch(work);
    }
  }

  function dispatch({ checks, runs }: RunnerWork): void {
    const jobs = checks.map(({ job, ticket }) => {
      const here = { ...job, startByMs: offset.toLocal(job.startByMs) };
      inFlight.addCheck(here, ticket);
      return here;
    });
    if (jobs.length > 0) local.handChecks(jobs, (late) => publishReports(late.map(unstarted)));
    for (const { job, ticket } of runs) void startRun(job, ticket);
  }

  /** Never fails: on an error the run is returned. */
  async function startRun(job: RunJob, ticket: string): Promise<void> {
    const here = { ...job, startByMs: offset.toLocal(job.startByMs) };
    inFlight.addRun(here, { ticket, names: new Map() });
    try {
      const deadlineMs = clock.monotonic() + (here.startByMs - clock.now());
      const retryOptions = { clock, log, signal: asking.signal, deadlineMs };
      const downloaded = await retryWhileUnavailable(
        () => downloadBaselines(here, { link, artifacts }),
        retryOptions,
      );
      inFlight.addRun(here, { ticket, names: downloaded.names });
      local.handRun(downloaded.job);
    } catch (error) {
      log.warn("runner.run_start_failed", { run_id: job.runId, ...errorFacts(error) });
      publishRunReports([unstartedRun(here)]);
    }
  }

  function publishReports(reports: readonly (CheckReport | TestCheckReport)[]): void {
    for (const report of reports) {
      const ticket = inFlight.endCheck(report);
      if (ticket === null) continue;
      const isUrgent = report.trigger !== "schedule";
      outbox.add({ kind: "check", report: { ticket, outcome: checkedOutcome(report) }, isUrgent });
    }
    makeRoom();
  }

  function checkedOutcome({ outcome, seriesKey }: CheckReport | TestCheckReport) {
    const moved = outcome && moveCheckInstants(outcome, offset.toServer);
    const parsed = checkOutcomeReport.nullable().safeParse(moved);
    if (parsed.success) return parsed.data;
    // This is a bug: the slot counts as missed, and the other reports are not delayed.
    log.error("runner.outcome_invalid", {
      series_key: seriesKey,
      reason: parsed.error.issues[0]?.message,
    });
    return null;
  }

  function publishRunReports(reports: readonly RunReport[]): void {
    for (const report of reports) {
      if (report.event === "started") {
        const run = inFlight.findRun(report);
        if (!run) continue;
        const atMs = offset.toServer(report.atMs);
        outbox.add({ kind: "run", report: { ticket: run.ticket, event: "started", at_ms: atMs } });
        continue;
      }
      const run = inFlight.endRun(report);
      if (!run) continue;
      if (report.event === "finished") void deliver(run, report.outcome);
      else {
        outbox.add({ kind: "run", report: { ticket: run.ticket, event: "unstarted" } });
        void artifacts.remove([...run.names.keys()]).catch(logFileError);
      }
    }
    makeRoom();
  }

  /** Never fails: an outcome is valid without its files. */
  async function deliver(run: HandedRun, outcome: RunOutcome): Promise<void> {
    delivering += 1;
    const here = new Set([...keysOf(outcome), ...run.names.keys()]);
    const { ticket } = run;
    try {
      const reported = await uploaded(run, outcome);
      outbox.add({ kind: "run", report: { ticket, event: "finished", outcome: finishedOutcome(reported) } });
      await artifacts.remove([...here]);
    } catch (error) {
      logFileError(error);
    } finally {
      delivering -= 1;
    }
  }

  async function uploaded(run: HandedRun, outcome: RunOutcome): Promise<RunOutcome> {
    const deadlineMs = clock.monotonic() + REPORT_KEPT_MS;
    try {
      const work = () => uploadFiles(outcome, { ...files, ticket: run.ticket, names: run.names });
      return await retryWhileUnavailable(work, { clock, log, signal: stopping.signal, deadlineMs });
    } catch (error) {
      log.warn("runner.files_upload_failed", errorFacts(error));
      return withoutFiles(outcome, "the files were not uploaded because the server was unavailable");
    }
  }

  function finishedOutcome(outcome: RunOutcome): RunOutcome {
    const moved = moveRunInstants(outcome, offset.toServer);
    const parsed = runOutcomeReport.safeParse(moved);
    const reason = parsed.success ? sizeError(moved) : (parsed.error.issues[0]?.message ?? "unknown");
    if (reason === null) return moved;
    log.error("runner.outcome_invalid", { reason });
    const message = `The runner had an internal error: its result cannot be sent (${reason}).`;
    const { startedAtMs, finishedAtMs } = moved;
    return { startedAtMs, finishedAtMs, error: { code: "INTERNAL", message, stepIndex: null }, steps: [] };
  }

  function logFileError(error: unknown): void {
    log.warn("runner.files_delete_failed", errorFacts(error));
  }

  function makeRoom(): void {
    room.resolve();
    room = Promise.withResolvers();
  }

  const sweeping = setInterval(local.giveBackLate, SWEEP_INTERVAL_MS);
  sweeping.unref();

  return {
    start() {
      const loops = [["checks", "api_monitor"] as const, ["journey"] as const];
      for (const kinds of loops) {
        if (kinds.every((kind) => deps.capacity[kind] === 0)) continue;
        pollFor(kinds).catch((error: unknown) => {
          if (!asking.signal.aborted) deps.onRejected(error);
        });
      }
    },
    pause: () => asking.abort(),
    async stop(deadlineMs) {
      asking.abort();
      clearInterval(sweeping);
      while (delivering > 0 && clock.monotonic() < deadlineMs) await pause(DRAIN_POLL_MS, NEVER);
      const isDrained = await outbox.drain(deadlineMs);
      stopping.abort();
      outbox.stop();
      return isDrained && delivering === 0;
    },
    takeJobs: (_location, take) => local.takeJobs(take),
    takeRuns: (at, take) => local.takeRuns(at, take),
    publishReports,
    publishRunReports,
    announce(runner, location) {
      presence.set(runner, { runner, location, lastSeenAtMs: clock.now() });
    },
    runners: () => [...presence.values()],
    publishRuns: (_location, jobs) => {
      for (const job of jobs) local.handRun(job);
    },
    ...unsupportedMethods(),
  };
}

const DRAIN_POLL_MS = 20;
const NEVER = new AbortController().signal;

/** The rest of the request takes some bytes. */
const OUTCOME_BYTES_MAX = REPORTS_BYTES_MAX - 10_000;

function sizeError(outcome: RunOutcome): string | null {
  const bytes = Buffer.byteLength(JSON.stringify(outcome));
  return bytes > OUTCOME_BYTES_MAX ? `it has ${bytes} bytes, more than ${OUTCOME_BYTES_MAX}` : null;
}

/** The threads of this machine that run checks and runs. */
function createLocalConsumers(clock: Clock, returnRuns: (reports: readonly RunReport[]) => void) {
  let jobConsumers: ConsumeJobs[] = [];
  let runConsumers: { at: RunConsumer; take: (jobs: readonly RunJob[]) => void }[] = [];
  /** Runs for a thread that is starting. */
  let waiting: RunJob[] = [];

  /** Round-robin: the taker that received a run moves to the end. */
  function handRun(job: RunJob): void {
    const found = runConsumers.find(({ at }) => at.kinds.includes(job.spec.kind));
    if (!found) {
      waiting.push(job);
      return;
    }
    runConsumers = [...runConsumers.filter((consumer) => consumer !== found), found];
    found.take([job]);
  }

  return {
    takeJobs(take: ConsumeJobs) {
      jobConsumers.push(take);
      return () => {
        jobConsumers = jobConsumers.filter((other) => other !== take);
      };
    },
    takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void) {
      const consumer = { at, take };
      runConsumers.push(consumer);
      const held = waiting;
      waiting = [];
      for (const job of held) handRun(job);
      return () => {
        runConsumers = runConsumers.filter((other) => other !== consumer);
      };
    },
    handRun,
    handChecks(jobs: Parameters<ConsumeJobs>[0], returnChecks: ConsumeJobs) {
      if (jobConsumers.length > 0) spreadJobs(jobs, jobConsumers);
      else returnChecks(jobs);
    },
    giveBackLate() {
      const nowMs = clock.now();
      const late = waiting.filter(({ startByMs }) => startByMs < nowMs);
      if (late.length === 0) return;
      waiting = waiting.filter(({ startByMs }) => startByMs >= nowMs);
      returnRuns(late.map(unstartedRun));
    },
  };
}

/** The methods that schedulers, recorders and the API use; calling them in a runner is a bug. */
function unsupportedMethods() {
  const refuse = (what: string) => () => {
    throw new Error(`a runner over HTTPS does not ${what}`);
  };
  return {
    publishJobs: refuse("publish jobs"),
    takeReports: refuse("take reports"),
    holdShards: refuse("hold shards"),
    takeRunReports: refuse("take reports of runs"),
    requestCheck: refuse("request checks"),
    requestRun: refuse("request runs"),
    publishStops: refuse("stop targets"),
    // A poll is open only while there is room, so a full runner would not receive stops. The stopped work
    // belongs to the runner's own organization, so it delays no one else.
    takeStops: () => () => undefined,
    publishEvents: refuse("publish events"),
    takeEvents: refuse("take events"),
    watchOrg: refuse("watch organizations"),
    isWatched: refuse("watch organizations"),
  } satisfies Partial<Queue>;
}
