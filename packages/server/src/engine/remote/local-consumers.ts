import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { RunJob } from "@vedette/contract/runs/run-job.ts";
import type { RunConsumer } from "../queue/queue.ts";
import { RunConsumers } from "../queue/run-consumers.ts";
import { type ConsumeJobs, spreadJobs } from "../queue/spread-jobs.ts";

/** The threads of this machine that run checks and runs. */
export class LocalConsumers {
  #jobConsumers: ConsumeJobs[] = [];
  readonly #runConsumers = new RunConsumers();
  /** Runs for a thread that is starting. */
  #waiting: RunJob[] = [];

  takeJobs(take: ConsumeJobs): () => void {
    this.#jobConsumers.push(take);
    return () => {
      this.#jobConsumers = this.#jobConsumers.filter((other) => other !== take);
    };
  }

  takeRuns(at: RunConsumer, take: (jobs: readonly RunJob[]) => void): () => void {
    const end = this.#runConsumers.add(at, take);
    const held = this.#waiting;
    this.#waiting = [];
    for (const job of held) this.deliverRun(job);
    return end;
  }

  /** Keeps the run if no thread takes it yet. */
  deliverRun(job: RunJob): void {
    if (!this.#runConsumers.deliver(job)) this.#waiting.push(job);
  }

  /** Returns false if no thread takes checks. */
  deliverChecks(jobs: readonly CheckJob[]): boolean {
    if (this.#jobConsumers.length === 0) return false;
    spreadJobs(jobs, this.#jobConsumers);
    return true;
  }

  /** Removes the waiting runs that can no longer start in time, and returns them. */
  removeLate(nowMs: number): RunJob[] {
    const late = this.#waiting.filter(({ startByMs }) => startByMs < nowMs);
    this.#waiting = this.#waiting.filter(({ startByMs }) => startByMs >= nowMs);
    return late;
  }
}
