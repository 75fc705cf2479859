import type {
  CheckJob,
  CheckOutcome,
  CheckReport,
  CheckSpec,
  TrialReport,
} from "@vedette/contract/check-run.ts";
import type { Clock } from "../kernel/clock.ts";
import { errorFacts, type Logger } from "../kernel/logger.ts";
import { PRESENCE_INTERVAL_MS, type Queue, unstarted } from "../queue/queue.ts";
import { maskFacts, maskOutcome } from "./mask-outcome.ts";
import { createWaitingJobs, LAUNCHES_PER_TURN, WAITING_MAX } from "./waiting-jobs.ts";

/**
 * Takes jobs, makes the checks, reports. It bounds what goes on at once and never knows the database.
 *
 * At most `LAUNCHES_PER_TURN` checks start in one turn of the event loop. That is the whole overload
 * control: when the processor is busy turns take longer, so fewer checks start, each gets its share
 * and keeps its pace; what cannot start in time is reported as not started instead of all being late.
 */
export type Runner = {
  state(): { waiting: number; inFlight: number; started: number; late: number };
  /** Takes no more, waits for what is on the way until `deadlineMs` (monotonic), and reports it. */
  drain(deadlineMs: number): Promise<void>;
};

export type RunnerDeps = {
  queue: Queue;
  clock: Clock;
  log: Logger;
  name: string;
  location: string;
  inFlightMax: number;
  /** Null where it could not be made, by our own fault: its slot counts as missed. */
  check: (spec: CheckSpec, signal: AbortSignal) => Promise<CheckOutcome | null>;
};

/** Reports are sent together, at the latest after this time. */
const REPORT_DELAY_MS = 20;
const REPORT_BATCH_MAX = 200;
const DRAIN_POLL_MS = 20;

export function startRunner(deps: RunnerDeps): Runner {
  const { queue, clock, name, location } = deps;
  const stopping = new AbortController();
  const waiting = createWaitingJobs<CheckJob>(WAITING_MAX);
  let inFlight = 0;
  let started = 0;
  let late = 0;
  let isTurning = false;
  let reports: (CheckReport | TrialReport)[] = [];
  let reporting: NodeJS.Timeout | undefined;

  function take(jobs: readonly CheckJob[]): void {
    for (const job of jobs) if (!waiting.add(job)) giveBack(job);
    if (!isTurning) turn();
  }

  function turn(): void {
    isTurning = true;
    for (let launches = 0; launches < LAUNCHES_PER_TURN && inFlight < deps.inFlightMax; launches += 1) {
      const job = waiting.next(clock.now(), giveBack);
      if (!job) break;
      void launch(job);
    }
    isTurning = waiting.size > 0 && inFlight < deps.inFlightMax;
    if (isTurning) setImmediate(turn);
  }

  function giveBack(job: CheckJob): void {
    late += 1;
    report({ ...unstarted(job), runner: name });
  }

  async function launch(job: CheckJob): Promise<void> {
    inFlight += 1;
    started += 1;
    const { seriesKey, shard, slotMs, location: at, trigger } = job;
    try {
      if (job.spec.isUnready) throw new Error("a variable of the monitor could not be put in its place");
      const outcome = await deps.check(job.spec, stopping.signal);
      report({
        seriesKey,
        shard,
        slotMs,
        location: at,
        trigger,
        runner: name,
        outcome: outcome && maskOutcome(outcome, job.spec),
      });
    } catch (error) {
      // A bug of ours is not the target's downtime: the slot counts as missed.
      const facts = maskFacts(errorFacts(error), job.spec);
      deps.log.error("runner.check_failed", { series_key: seriesKey, ...facts });
      report({ ...unstarted(job), runner: name });
    }
    inFlight -= 1;
    if (!isTurning && waiting.size > 0) turn();
  }

  function report(line: CheckReport | TrialReport): void {
    reports.push(line);
    if (reports.length >= REPORT_BATCH_MAX || line.trigger !== "schedule") flush();
    else reporting ??= setTimeout(flush, REPORT_DELAY_MS);
  }

  function flush(): void {
    clearTimeout(reporting);
    reporting = undefined;
    if (reports.length === 0) return;
    const batch = reports;
    reports = [];
    queue.publishReports(batch);
  }

  const endTaking = queue.takeJobs(location, take);
  queue.announce(name, location);
  const announcing = setInterval(() => queue.announce(name, location), PRESENCE_INTERVAL_MS);

  return {
    state: () => ({ waiting: waiting.size, inFlight, started, late }),
    async drain(deadlineMs) {
      endTaking();
      clearInterval(announcing);
      for (const job of waiting.takeAll()) giveBack(job);
      while (inFlight > 0 && clock.monotonic() < deadlineMs) await pause(DRAIN_POLL_MS);
      stopping.abort();
      flush();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
