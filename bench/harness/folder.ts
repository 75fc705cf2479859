import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PREFIX = "vedette-bench-";

/**
 * Creates a temporary folder, which the benchmark removes when it ends. Its name contains the pid, so that the next
 * benchmark can remove the folder of one that was killed.
 */
export function makeBenchFolder(parent = tmpdir()): string {
  removeLeftFolders(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // As root, PostgreSQL and Chromium run as other users, who must be able to enter the folder.
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
      // It belongs to another user or is still in use; the next benchmark tries again.
      process.stderr.write(
        `${join(parent, name)} was not removed: ${error instanceof Error ? error.message : error}\n`,
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
