import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { findPostgres, processGone } from "../processes.ts";

/** The `VEDETTE_DATA` in the folder of a server. */
export const DATA = "data";
/** The process of a shared server. */
export const PID_FILE = "pid";

/**
 * Removes the folder of a server. A PostgreSQL server that a test left behind still uses it. The folder is ours, so the
 * server is too.
 */
export async function clearFolder(folder: string): Promise<void> {
  for (const pid of await findPostgres(join(folder, DATA))) await end(pid, "SIGQUIT");
  await rm(folder, { recursive: true, force: true });
}

/** Ends the shared servers of all workers, and removes their folders. */
export async function clearSharedFolder(shared: string): Promise<void> {
  for (const name of await readdir(shared)) {
    const pid = await readFile(join(shared, name, PID_FILE), "utf8").catch(() => null);
    if (pid !== null) await end(Number(pid), "SIGKILL");
    await clearFolder(join(shared, name));
  }
}

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
  await processGone(pid);
}
