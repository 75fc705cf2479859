import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { claimDirectory } from "./claim-directory.ts";

/** A folder that exists as long as this process. */
export type WorkDirectory = { path: string; remove(): Promise<void> };

/** Short, because Chromium creates a socket in it, whose path has at most 107 characters. */
const NAME = /^vdt-r(\d+)$/;

/** Also removes the folders of earlier processes that were killed. */
export async function makeWorkDirectory(temporaryDirectory: string): Promise<WorkDirectory> {
  for (const name of await readdir(temporaryDirectory)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await removeOurs(join(temporaryDirectory, name));
  }
  const path = join(temporaryDirectory, `vdt-r${process.pid}`);
  await claimDirectory(path);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user counts too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Ignores folders of other users. */
async function removeOurs(path: string): Promise<void> {
  try {
    await claimDirectory(path);
  } catch {
    return;
  }
  await rm(path, { recursive: true, force: true });
}
