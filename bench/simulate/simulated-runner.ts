import {
  createWaitingJobs,
  LAUNCHES_PER_TURN,
  WAITING_MAX,
} from "../../packages/server/src/engine/runner/waiting-jobs.ts";
import type { Account } from "./account.ts";
import type { Broker, Job, JobMessage, JobTaker, Report } from "./broker.ts";
import { HOP_MS, NATS, RETRIES, RETRY_PAUSE_MS, RUNNER_CPU_MS, TARGET_MS, TIMEOUT_MS } from "./figures.ts";
import type { Population } from "./population.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/**
 * A runner with its processor: it admits checks by the product's own rule, a few in each turn of the event loop, and a
 * turn takes as long as the processor needs for what it started. Reports gather by shard, as in the product.
 */
export type SimulatedRunner = {
  kill(): void;
  /** The processor is so much slower than it should be. */
  slowDown(factor: number): void;
};

export type RunnerOptions = {
  timeline: Timeline;
  random: Random;
  broker: Broker;
  account: Account;
  population: Population;
  location: string;
  oneWayMs: number;
  /** Threads that make checks, each with a core of its own. */
  cores: number;
  /** How many checks one simulated check stands for. */
  sample: number;
  /** Reports of one shard that a whole fleet's runner puts into a message on average. */
  reportsPerMessage: number;
};

export function startRunner(options: RunnerOptions): SimulatedRunner {
  const { timeline, random, broker, account, population, location, cores, sample } = options;
  const waiting = createWaitingJobs<Job>((WAITING_MAX * cores) / sample);
  const perTurn = Math.max(1, Math.round((LAUNCHES_PER_TURN * cores) / sample));
  const inHandMax = NATS.checksInHandMax / sample;
  const inHand = new Map<string, { message: JobMessage; rest: Set<string> }>();
  const reports = new Map<number, Report[]>();
  let isDead = false;
  let isTurning = false;
  let isFlushing = false;
  let slowness = 1;

  const taker: JobTaker = {
    location,
    hasRoom: () => !isDead && inHand.size < inHandMax,
    take(message) {
      if (isDead) return;
      const fresh = message.jobs.filter((job) => !inHand.has(nameOf(job)));
      const open = { message, rest: new Set(message.jobs.map(nameOf)) };
      for (const name of open.rest) inHand.set(name, open);
      for (const job of fresh) if (!waiting.add(job)) report(job, false);
      if (!isTurning) turn();
    },
  };

  function turn(): void {
    if (isDead) return;
    let launches = 0;
    for (; launches < perTurn; launches += 1) {
      const job = waiting.next(timeline.now(), (late) => report(late, false));
      if (!job) break;
      launch(job);
    }
    isTurning = launches > 0;
    if (isTurning) timeline.after((launches * sample * RUNNER_CPU_MS * slowness) / cores, turn);
  }

  function launch(job: Job): void {
    account.started(job.seriesKey - 1, job.slotMs, timeline.now());
    timeline.after(durationMs(job.seriesKey - 1), () => {
      if (!isDead) report(job, true);
    });
  }

  function durationMs(monitor: number): number {
    if (population.isSilent(monitor)) return (TIMEOUT_MS + RETRY_PAUSE_MS) * (RETRIES + 1) - RETRY_PAUSE_MS;
    return Math.min(TARGET_MS.max, random.logNormal(TARGET_MS.median, TARGET_MS.sigma));
  }

  function report({ seriesKey, shard, slotMs }: Job, started: boolean): void {
    const line = { seriesKey, shard, slotMs, started };
    const others = reports.get(shard);
    if (others) others.push(line);
    else reports.set(shard, [line]);
    if (isFlushing) return;
    isFlushing = true;
    timeline.after(random.between(0, NATS.runnerReportDelayMs) + NATS.reportGatherMs, flush);
  }

  function flush(): void {
    isFlushing = false;
    if (isDead || !broker.isUp) return;
    for (const [shard, lines] of reports) send(shard, lines);
    reports.clear();
  }

  function send(shard: number, lines: readonly Report[]): void {
    const mostAtOnce = NATS.reportsPerMessageMax / sample;
    for (let at = 0; at < lines.length; at += mostAtOnce) {
      const part = lines.slice(at, at + mostAtOnce);
      const weight = sample === 1 ? 1 : Math.max(1, (part.length * sample) / options.reportsPerMessage);
      timeline.after(options.oneWayMs + random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
        if (isDead) return;
        if (broker.sendReports(shard, part, weight)) for (const line of part) safe(line);
        else reports.set(shard, [...(reports.get(shard) ?? []), ...part]);
      });
    }
  }

  /** NATS has it: once it has all of a message's, that message is done with. */
  function safe(line: Report): void {
    const name = nameOf(line);
    const open = inHand.get(name);
    inHand.delete(name);
    if (open?.rest.delete(name) && open.rest.size === 0) broker.jobsDone(open.message);
  }

  broker.takeJobs(taker);
  broker.onReturn(flush);
  return {
    kill() {
      isDead = true;
      broker.takerDied(taker);
    },
    slowDown(factor) {
      slowness = factor;
    },
  };
}

function nameOf({ seriesKey, slotMs }: Pick<Job, "seriesKey" | "slotMs">): string {
  return `${seriesKey} ${slotMs}`;
}
