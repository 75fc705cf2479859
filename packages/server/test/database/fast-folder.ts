import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** More than all test files fill at the same time. The default of a container is 64 MB. */
const FREE_BYTES_MIN = 2 * 2 ** 30;

/**
 * Creates a directory for temporary data, in memory if there is enough space. Deleting the thousand files of
 * a database takes a second on the disk of the reference machine, longer than the rest of the test.
 */
export async function makeFastFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await freeBytes(MEMORY)) > FREE_BYTES_MIN ? MEMORY : tmpdir(), prefix));
}

async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    // /dev/shm exists only on Linux.
    return 0;
  }
}
