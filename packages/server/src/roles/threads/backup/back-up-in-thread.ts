import { Worker } from "node:worker_threads";
import type { BackupPlan } from "../../../pipeline/backups/make-backup.ts";
import type { BackupSummary } from "../../../platform/backup/create-backup.ts";
import { StartError } from "../../../platform/kernel/errors.ts";
import { programFile } from "../../../platform/kernel/own-files.ts";
import type { BackupReply } from "./backup-thread.ts";

/** Parts of 4 MiB are mostly outside of the heap. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** What a stopped backup needs to remove what it has written. */
const STOP_MS = 3_000;

/** Makes a backup in a thread of its own. Throws a StartError if its place or its key cannot be used. */
export function backUpInThread(plan: BackupPlan, signal: AbortSignal): Promise<BackupSummary> {
  const worker = new Worker(programFile("roles/threads/backup/backup-thread.ts"), {
    workerData: plan,
    name: "backup",
    resourceLimits: HEAP_LIMITS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<BackupSummary>();
  const stop = () => {
    worker.postMessage("stop");
    setTimeout(() => void worker.terminate(), STOP_MS).unref();
  };
  worker.on("message", (reply: BackupReply) => {
    if ("summary" in reply) resolve(reply.summary);
    else reject(new StartError(reply.refusal));
  });
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("the backup thread ended before the backup was complete")));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", stop));
}
