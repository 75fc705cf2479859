import type { MessagePort } from "node:worker_threads";
import type { RunJob, StepProgress } from "@vedette/contract/runs/run-job.ts";
import { createJobEncoder } from "./job-codec.ts";
import type { Queue } from "./queue.ts";
import { runConsumerName, type ToClient, type ToServer } from "./thread-link.ts";

type Message<Op extends ToServer["op"]> = Extract<ToServer, { op: Op }>;

/** Interval at which the other side receives the list of runners. */
const RUNNERS_INTERVAL_MS = 500;

/** Serves a queue to the thread at the other end of a port until it is closed. */
export class QueueServer {
  readonly #queue: Queue;
  readonly #port: MessagePort;
  /** The subscriptions of the other side. */
  readonly #ends = new Map<string, () => void>();
  readonly #encode = createJobEncoder();
  readonly #runnersTimer: NodeJS.Timeout;
  #firstRuns: (() => readonly RunJob[]) | undefined;

  /**
   * The first taker of runs on the other side receives `firstRuns`, which is called once that taker takes runs of
   * the queue. Returning them to the queue would duplicate them in a transport that keeps runs until they are
   * reported.
   */
  constructor(queue: Queue, port: MessagePort, firstRuns?: () => readonly RunJob[]) {
    this.#queue = queue;
    this.#port = port;
    this.#firstRuns = firstRuns;
    port.on("message", (text: string) => this.#receive(JSON.parse(text) as ToServer));
    this.#runnersTimer = setInterval(() => this.#sendRunners(), RUNNERS_INTERVAL_MS).unref();
    this.#sendRunners();
  }

  close(): void {
    clearInterval(this.#runnersTimer);
    for (const end of this.#ends.values()) end();
    this.#port.close();
  }

  #receive(message: ToServer) {
    const queue = this.#queue;
    switch (message.op) {
      case "take":
        return this.#takeJobs(message);
      case "jobs":
        return queue.publishJobs(message.location, message.jobs);
      case "reports":
        return queue.publishReports(message.reports);
      case "requestCheck":
        return this.#requestCheck(message);
      case "requestRun":
        return this.#requestRun(message);
      case "takeRuns":
        return this.#takeRuns(message);
      case "runs":
        return queue.publishRuns(message.location, message.jobs);
      case "runProgress":
        return queue.publishRunProgress(message.progress);
      case "runReports":
        return queue.publishRunReports(message.reports);
      case "stops":
        return queue.publishStops(message.targets);
      case "followStops":
        return this.#replace("stops", () =>
          queue.takeStops((targets) => this.#send({ op: "stops", targets })),
        );
      case "events":
        return queue.publishEvents(message.events);
      case "announce":
        return queue.announce(message.runner, message.location, message.version);
      case "follow":
        return this.#replace("follow", () =>
          queue.takeEvents((events) => this.#send({ op: "events", events })),
        );
      case "watch": {
        const { orgId, on } = message;
        return this.#replace(`watch ${orgId}`, on && (() => queue.watchOrg(orgId)));
      }
    }
  }

  #takeJobs({ location, on, waitsForSlot = false }: Message<"take">): void {
    const start = () =>
      this.#queue.takeJobs(location, (jobs) => this.#send({ op: "jobs", location, ...this.#encode(jobs) }), {
        waitsForSlot,
      });
    this.#replace(`take ${location}`, on && start);
  }

  #takeRuns({ at, on }: Message<"takeRuns">): void {
    const consumer = runConsumerName(at);
    const take = (jobs: readonly RunJob[]) => this.#send({ op: "runs", consumer, jobs });
    this.#replace(`take runs ${consumer}`, on && (() => this.#queue.takeRuns(at, take)));
    if (!on || this.#firstRuns === undefined) return;
    take(this.#firstRuns());
    this.#firstRuns = undefined;
  }

  #requestCheck({ id, location, job, withinMs }: Message<"requestCheck">): void {
    // The only reason for a rejection is too many requests in flight.
    void this.#queue.requestCheck(location, job, withinMs).then(
      (report) => this.#send({ op: "checkAnswer", id, report }),
      () => this.#send({ op: "askRefused", id }),
    );
  }

  #requestRun({ id, location, job, withinMs, wantsSteps }: Message<"requestRun">): void {
    const onStep = (step: StepProgress) => this.#send({ op: "runStep", id, step });
    void this.#queue.requestRun(location, job, { withinMs, ...(wantsSteps && { onStep }) }).then(
      (report) => this.#send({ op: "runAnswer", id, report }),
      () => this.#send({ op: "askRefused", id }),
    );
  }

  #replace(name: string, start: (() => () => void) | false): void {
    this.#ends.get(name)?.();
    this.#ends.delete(name);
    if (start) this.#ends.set(name, start());
  }

  #sendRunners(): void {
    this.#send({ op: "runners", runners: this.#queue.runners() });
  }

  #send(message: ToClient): void {
    this.#port.postMessage(JSON.stringify(message));
  }
}
