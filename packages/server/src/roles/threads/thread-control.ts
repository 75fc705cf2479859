import type { MessagePort, Worker } from "node:worker_threads";
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
  | { op: "metrics"; id: number; metrics: ThreadMetrics; state: Record<string, number> }
  | { op: "stopped" };

export type ThreadMetrics = MetricObjectWithValues<MetricValue<string>>[];

const REPLY_TIMEOUT_MS = 2_000;

/** A worker thread as seen by the main thread. */
export type Thread = {
  readonly name: string;
  connect(name: string, port: MessagePort): void;
  pause(): void;
  /** Returns metrics and state; null if the thread is too busy to respond in time. */
  observe(): Promise<{ metrics: ThreadMetrics; state: Record<string, number> } | null>;
  /** Lets it complete its work within the given time, then ends it. */
  stop(withinMs: number): Promise<void>;
};

export function controlThread(name: string, worker: Worker): Thread {
  let nextId = 1;
  const waiting = new Map<number, (reply: Reply) => void>();
  const send = (command: Command, transfer: MessagePort[] = []) => worker.postMessage(command, transfer);
  worker.on("message", (reply: Reply) => {
    if (reply.op === "metrics") waiting.get(reply.id)?.(reply);
  });

  return {
    name,
    connect: (peer, port) => send({ op: "connect", name: peer, port }, [port]),
    pause: () => send({ op: "pause" }),
    observe() {
      const id = nextId++;
      return new Promise((resolve) => {
        const end = (reply: Reply | null) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(reply?.op === "metrics" ? { metrics: reply.metrics, state: reply.state } : null);
        };
        const timer = setTimeout(() => end(null), REPLY_TIMEOUT_MS);
        waiting.set(id, end);
        send({ op: "metrics", id });
      });
    },
    async stop(withinMs) {
      const stopped = waitForReply(worker, "stopped", withinMs + REPLY_TIMEOUT_MS);
      send({ op: "stop", withinMs });
      await stopped;
      await worker.terminate();
    },
  };
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
