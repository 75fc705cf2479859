import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { StartError } from "../../platform/kernel/errors.ts";
import { programFile } from "../../platform/kernel/own-files.ts";
import type { BrowserThreadData } from "./browser-thread.ts";
import type { RunnerThreadData } from "./runner-thread.ts";
import type { SchedulerThreadData } from "./scheduler-thread.ts";
import { type Reply, Thread, waitForReply } from "./thread-control.ts";

export type OnDeath = (name: string, error: unknown) => void;

/** Longer than a thread waits for NATS, which it reports itself. */
const READY_TIMEOUT_MS = 60_000;
/**
 * Heap limits of the threads. The objects of a check live for milliseconds. A nursery that holds those in
 * flight avoids copying them, and a larger one only uses memory. The rest is about 2 kB per monitor, with
 * room for 200,000.
 */
const HEAP_LIMITS = {
  scheduler: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 },
  runner: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 },
  browser: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1_024 },
};

const PROGRAMS = {
  scheduler: programFile("roles/threads/scheduler-thread.ts"),
  runner: programFile("roles/threads/runner-thread.ts"),
  browser: programFile("roles/threads/browser-thread.ts"),
};

/**
 * Starts a worker thread and waits until it is ready. `onDeath` is called on its failure, including a failed
 * start.
 */
export async function startThread(
  role: keyof typeof HEAP_LIMITS,
  workerData: SchedulerThreadData | RunnerThreadData | BrowserThreadData,
  onDeath: OnDeath,
): Promise<Thread> {
  // The flag with which `bin/launch.mjs` limits the nursery of the main thread would apply to this thread
  // too.
  setFlagsFromString("--max-semi-space-size=0");
  const worker = new Worker(PROGRAMS[role], {
    workerData,
    name: role,
    resourceLimits: HEAP_LIMITS[role],
  });
  const failure = new Promise<never>((_, reject) => {
    worker.once("error", reject);
    worker.on("message", (reply: Reply) => {
      if (reply.op === "refused") reject(new StartError(reply.message));
    });
  });
  failure.catch((error: unknown) => onDeath(role, error));
  const isReady = await Promise.race([waitForReply(worker, "ready", READY_TIMEOUT_MS), failure]);
  if (!isReady) throw new Error(`the ${role} thread did not start`);
  return new Thread(worker);
}
