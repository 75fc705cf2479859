import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** What all test files together may fill at once; a container's own is 64 MB. */
const FREE_BYTES_MIN = 2 * 2 ** 30;

/**
 * A new folder for throwaway data, in memory where there is room: removing the thousand files of a
 * database takes a second on the reference machine's disk, more than all else that its test does.
 */
export async function makeFastFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await freeBytes(MEMORY)) > FREE_BYTES_MIN ? MEMORY : tmpdir(), prefix));
}

async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    // Only Linux has it.
    return 0;
  }
}
