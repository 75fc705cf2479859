import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isOutOfMemory, limitFiles } from "./memory-files.ts";
import type { MemoryHierarchy } from "./memory-hierarchy.ts";
import { hasCode, isOwnerAlive, ownMark, readOrNull } from "./owner-mark.ts";

/** The memory of one sandbox, limited by the kernel: all of its processes and their files in memory. */
export type MemoryGroup = {
  /** A process that writes its id into this file joins the group, and so do its later children. */
  processesFile: string;
  /** Returns whether the kernel killed a process of the group because the group had reached its limit. */
  isOutOfMemory(): boolean;
  /** Kills what is left in the group and removes it. Repeatable, bounded. */
  remove(): Promise<void>;
};

export type MemoryGroups = {
  hierarchy: MemoryHierarchy;
  claim(bytesMax: number): Promise<MemoryGroup>;
  /**
   * Removes the groups whose owner was killed and returns their number. Safe while other runners are running.
   */
  sweep(): Promise<number>;
};

/** The kernel needs a moment to release a killed process. */
const REMOVE_MS_MAX = 5_000;
const REMOVE_POLL_MS = 20;

export function createMemoryGroups(hierarchy: MemoryHierarchy): MemoryGroups {
  return {
    hierarchy,
    async claim(bytesMax) {
      const folder = join(hierarchy.parent, `vedette-${await ownMark()}-${randomUUID()}`);
      await mkdir(folder);
      try {
        await writeLimits(folder, hierarchy.version, bytesMax);
      } catch (error) {
        await removeGroup(folder);
        throw error;
      }
      return {
        processesFile: join(folder, "cgroup.procs"),
        isOutOfMemory: () => isOutOfMemory(hierarchy.version, (name) => readNow(join(folder, name))),
        remove: () => removeGroup(folder),
      };
    },
    async sweep() {
      let removed = 0;
      for (const name of await readdir(hierarchy.parent)) {
        const mark = /^vedette-(?<mark>\d+-\d+)-/.exec(name)?.groups?.mark;
        if (mark === undefined || (await isOwnerAlive(mark))) continue;
        // A group that cannot be removed must not prevent new ones.
        removed += await removeGroup(join(hierarchy.parent, name)).then(
          () => 1,
          () => 0,
        );
      }
      return removed;
    },
  };
}

async function writeLimits(folder: string, version: 1 | 2, bytesMax: number): Promise<void> {
  for (const { name, text, isOptional } of limitFiles(version, bytesMax)) {
    const path = join(folder, name);
    if (isOptional && (await readOrNull(path)) === null) continue;
    await writeFile(path, text);
  }
}

function readNow(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, ["ENOENT", "ENODEV"])) return null;
    throw error;
  }
}

async function removeGroup(folder: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += REMOVE_POLL_MS) {
    try {
      for (const pid of await membersOf(folder)) killIfThere(pid);
      await rmdir(folder);
      return;
    } catch (error) {
      if (hasCode(error, ["ENOENT", "ENODEV"])) return;
      if (!hasCode(error, ["EBUSY"]) || waitedMs >= REMOVE_MS_MAX) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, REMOVE_POLL_MS));
  }
}

/** A member that another PID namespace hides is listed as 0. */
async function membersOf(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, "cgroup.procs"), "utf8");
  return text
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 1);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!hasCode(error, ["ESRCH"])) throw error;
  }
}
