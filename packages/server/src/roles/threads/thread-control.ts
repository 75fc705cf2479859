import type { MessagePort, Worker } from "node:worker_threads";
import type { StorageOutage } from "@vedette/contract/service-health/service-problems.ts";
import type { MetricObjectWithValues, MetricValue } from "prom-client";

/** Messages between the main thread and a worker thread, apart from the queue. */
export type Command =
  | { op: "connect"; name: string; port: MessagePort }
  | { op: "metrics"; id: number }
  | { op: "pause" }
  | { op: "stop"; withinMs: number };

export type Reply =
  | { op: "ready" }
  /** It cannot start for a reason that the operator can fix. Error classes cannot be sent between threads. */
  | { op: "refused"; message: string }
  | ({ op: "metrics"; id: number } & Observation)
  | { op: "stopped" };

export type ThreadMetrics = MetricObjectWithValues<MetricValue<string>>[];

const REPLY_TIMEOUT_MS = 2_000;

type Observation = {
  metrics: ThreadMetrics;
  state: Record<string, number>;
  /** Of the scheduler thread: why results are not stored. */
  outage?: StorageOutage | null;
};

/** A worker thread as seen by the main thread. */
export class Thread {
  readonly #worker: Worker;
  #nextId = 1;
  readonly #waiting = new Map<number, (reply: Observation) => void>();

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (reply: Reply) => {
      if (reply.op === "metrics") this.#waiting.get(reply.id)?.(reply);
    });
  }

  connect(name: string, port: MessagePort): void {
    this.#send({ op: "connect", name, port }, [port]);
  }

  pause(): void {
    this.#send({ op: "pause" });
  }

  /** Returns metrics and state; null if the thread is too busy to respond in time. */
  observe(): Promise<Observation | null> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const end = (reply: Observation | null) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(reply);
      };
      const timer = setTimeout(() => end(null), REPLY_TIMEOUT_MS);
      this.#waiting.set(id, end);
      this.#send({ op: "metrics", id });
    });
  }

  /** Lets it complete its work within the given time, then ends it. */
  async stop(withinMs: number): Promise<void> {
    const stopped = waitForReply(this.#worker, "stopped", withinMs + REPLY_TIMEOUT_MS);
    this.#send({ op: "stop", withinMs });
    await stopped;
    await this.#worker.terminate();
  }

  #send(command: Command, transfer: MessagePort[] = []): void {
    this.#worker.postMessage(command, transfer);
  }
}

/** Resolves to true on the first message of a kind, and to false on timeout or if the thread ends. */
export function waitForReply(worker: Worker, op: Reply["op"], timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isReplied: boolean) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("exit", onExit);
      resolve(isReplied);
    };
    const onMessage = (reply: Reply) => {
      if (reply.op === op) end(true);
    };
    const onExit = () => end(false);
    const timer = setTimeout(() => end(false), timeoutMs);
    worker.on("message", onMessage);
    worker.on("exit", onExit);
  });
}
