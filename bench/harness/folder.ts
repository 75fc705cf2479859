import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PREFIX = "vedette-bench-";

/**
 * A temporary folder for this bench, which removes it at its end. Its name holds the pid of the bench, so that the
 * next bench removes the folder of one that was killed.
 */
export function makeBenchFolder(parent = tmpdir()): string {
  removeLeftFolders(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // PostgreSQL and Chromium run as another user where the bench runs as root.
  chmodSync(folder, 0o711);
  return folder;
}

function removeLeftFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}([0-9]+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch (error) {
      // It belongs to another user, or what used it is still ending: the next bench finds it again.
      process.stderr.write(
        `${join(parent, name)} stays: ${error instanceof Error ? error.message : error}\n`,
      );
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
