import {
  LAUNCHES_PER_TURN,
  WAITING_MAX,
  WaitingJobs,
} from "../../packages/server/src/engine/runner/waiting-jobs.ts";
import type { Broker } from "./broker.ts";
import { HOP_MS, NATS, RETRIES, RETRY_PAUSE_MS, RUNNER_CPU_MS, TARGET_MS, TIMEOUT_MS } from "./figures.ts";
import type { Job, JobMessage, JobReceiver, Report, ReportReceiver } from "./messages.ts";
import type { Population } from "./population.ts";
import type { Random } from "./random.ts";
import type { SlotTracker } from "./slot-tracker.ts";
import type { Timeline } from "./timeline.ts";

export type RunnerOptions = {
  timeline: Timeline;
  random: Random;
  broker: Broker;
  tracker: SlotTracker;
  population: Population;
  location: string;
  oneWayMs: number;
  /** Threads that execute checks, each on its own core. */
  cores: number;
  /** How many checks one simulated check stands for. */
  sample: number;
  /** The mean number of reports of one shard in a message, without sampling. */
  reportsPerMessage: number;
  /** The same for a message to a scheduler. */
  reportsPerDirectMessage: number;
};

/**
 * A runner with its CPUs. It admits checks with the product's rule, a few in each turn of the event loop; a turn takes the
 * CPU time of the checks that it started. Reports are batched by scheduler, and those for the
 * stream by shard, as in the product.
 */
export class SimulatedRunner implements JobReceiver {
  readonly location: string;
  readonly #options: RunnerOptions;
  readonly #waiting: WaitingJobs<Job>;
  readonly #perTurn: number;
  /** By job: its message, and the jobs of that message whose reports are not stored yet. */
  readonly #inFlight = new Map<string, { message: JobMessage; rest: Set<string> }>();
  readonly #reports: Report[] = [];
  #isDead = false;
  #isTurning = false;
  #isFlushing = false;
  #slowness = 1;

  constructor(options: RunnerOptions) {
    const { location, cores, sample } = options;
    this.location = location;
    this.#options = options;
    this.#waiting = new WaitingJobs<Job>((WAITING_MAX * cores) / sample);
    this.#perTurn = Math.max(1, Math.round((LAUNCHES_PER_TURN * cores) / sample));
  }

  start(): void {
    this.#options.broker.takeJobs(this);
    this.#options.broker.onReturn(() => this.#flush());
  }

  kill(): void {
    this.#isDead = true;
    this.#options.broker.receiverDied(this);
  }

  /** Makes the CPUs slower by this factor. */
  slowDown(factor: number): void {
    this.#slowness = factor;
  }

  hasRoom(): boolean {
    return !this.#isDead && this.#inFlight.size < NATS.checksInFlightMax / this.#options.sample;
  }

  take(message: JobMessage): void {
    if (this.#isDead) return;
    const fresh = message.jobs.filter((job) => !this.#inFlight.has(nameOf(job)));
    const open = { message, rest: new Set(message.jobs.map(nameOf)) };
    for (const name of open.rest) this.#inFlight.set(name, open);
    for (const job of fresh) if (!this.#waiting.add(job)) this.#report(job, false);
    if (!this.#isTurning) this.#turn();
  }

  #turn(): void {
    if (this.#isDead) return;
    const { timeline, cores, sample } = this.#options;
    let launches = 0;
    for (; launches < this.#perTurn; launches += 1) {
      const job = this.#waiting.next(timeline.now(), (late) => this.#report(late, false));
      if (!job) break;
      this.#launch(job);
    }
    this.#isTurning = launches > 0;
    const turnMs = (launches * sample * RUNNER_CPU_MS * this.#slowness) / cores;
    if (this.#isTurning) timeline.after(turnMs, () => this.#turn());
  }

  #launch(job: Job): void {
    const { tracker, timeline } = this.#options;
    tracker.started(job.seriesKey - 1, job.slotMs, timeline.now());
    timeline.after(this.#durationMs(job.seriesKey - 1), () => {
      if (!this.#isDead) this.#report(job, true);
    });
  }

  #durationMs(monitor: number): number {
    const { population, random } = this.#options;
    if (population.isSilent(monitor)) return (TIMEOUT_MS + RETRY_PAUSE_MS) * (RETRIES + 1) - RETRY_PAUSE_MS;
    return Math.min(TARGET_MS.max, random.logNormal(TARGET_MS.median, TARGET_MS.sigma));
  }

  #report({ seriesKey, shard, slotMs }: Job, started: boolean): void {
    const { timeline, random } = this.#options;
    this.#reports.push({ seriesKey, shard, slotMs, started });
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    const delayMs = random.between(0, NATS.runnerReportDelayMs) + NATS.reportBatchMs;
    timeline.after(delayMs, () => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    const { broker } = this.#options;
    if (this.#isDead || !broker.isUp) return;
    const byHolder = Map.groupBy(this.#reports.splice(0), ({ shard }) => broker.findHolder(shard));
    for (const [holder, reports] of byHolder) {
      if (holder === null) this.#sendToStream(reports);
      else this.#sendToHolder(holder, reports);
    }
  }

  #sendToHolder(holder: ReportReceiver, reports: readonly Report[]): void {
    const { timeline, random, broker, sample, oneWayMs, reportsPerDirectMessage } = this.#options;
    const mostAtOnce = Math.max(1, NATS.directReportsPerMessageMax / sample);
    for (let at = 0; at < reports.length; at += mostAtOnce) {
      const part = reports.slice(at, at + mostAtOnce);
      const count = part.length * sample;
      const weight = sample === 1 ? 1 : count / reportsPerDirectMessage;
      const backMs = () => oneWayMs + random.logNormal(HOP_MS.median, HOP_MS.sigma);
      const delivery = {
        ...{ reports: part, weight, count },
        stored: (stored: readonly Report[]) =>
          timeline.after(backMs(), () => {
            if (!this.#isDead) for (const report of stored) this.#onStored(report);
          }),
        returned: (returned: readonly Report[]) =>
          timeline.after(backMs(), () => {
            if (!this.#isDead) this.#sendToStream(returned);
          }),
      };
      timeline.after(backMs(), () => {
        if (!this.#isDead && !broker.sendToHolder(holder, delivery)) this.#reports.push(...part);
      });
    }
  }

  #sendToStream(reports: readonly Report[]): void {
    for (const [shard, some] of Map.groupBy(reports, (report) => report.shard)) this.#send(shard, some);
  }

  #send(shard: number, reports: readonly Report[]): void {
    const { timeline, random, broker, sample, oneWayMs, reportsPerMessage } = this.#options;
    const mostAtOnce = NATS.reportsPerMessageMax / sample;
    for (let at = 0; at < reports.length; at += mostAtOnce) {
      const part = reports.slice(at, at + mostAtOnce);
      const weight = sample === 1 ? 1 : Math.max(1, (part.length * sample) / reportsPerMessage);
      timeline.after(oneWayMs + random.logNormal(HOP_MS.median, HOP_MS.sigma), () => {
        if (this.#isDead) return;
        if (broker.sendReports(shard, part, weight)) for (const report of part) this.#onStored(report);
        else this.#reports.push(...part);
      });
    }
  }

  /** NATS or the scheduler has stored the report. A message is done when all its reports are stored. */
  #onStored(report: Report): void {
    const name = nameOf(report);
    const open = this.#inFlight.get(name);
    this.#inFlight.delete(name);
    if (open?.rest.delete(name) && open.rest.size === 0) this.#options.broker.jobsDone(open.message);
  }
}

function nameOf({ seriesKey, slotMs }: Pick<Job, "seriesKey" | "slotMs">): string {
  return `${seriesKey} ${slotMs}`;
}
