import { parentPort, workerData } from "node:worker_threads";
import { type BackupPlan, makeBackup } from "../../../pipeline/backups/make-backup.ts";
import type { BackupSummary } from "../../../platform/backup/create-backup.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { StartError } from "../../../platform/kernel/errors.ts";

/**
 * Makes one backup in a thread of its own: reading, compressing and encrypting millions of rows would make requests and
 * schedules of the main thread wait.
 */

export type BackupReply = { summary: BackupSummary } | { refusal: string };

if (parentPort === null) throw new Error("this file is the start of a thread");
const port = parentPort;
const stop = new AbortController();
port.on("message", () => stop.abort());
try {
  // The thread has only what it was started with.
  const summary = await makeBackup(workerData as BackupPlan, { clock: systemClock, signal: stop.signal });
  port.postMessage({ summary } satisfies BackupReply);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  port.postMessage({ refusal: error.message } satisfies BackupReply);
} finally {
  port.close();
}
