import { randomInt, randomUUID } from "node:crypto";
import { chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, isOwnerAlive, ownMark, readOrNull } from "./owner-mark.ts";

/**
 * A folder on the host for one sandbox, and a user id that no other sandbox of this machine currently has.
 */
export type Scratch = {
  folder: string;
  /**
   * Null if this process may not change users: the sandbox then has the runner's user, inside a user
   * namespace.
   */
  uid: number | null;
  remove(): Promise<void>;
};

/** Free on Linux: systemd assigns none of these. Source: systemd.io/UIDS-GIDS, "60578…61183 unused". */
const UID_FIRST = 60_600;
const UIDS = 500;
const OWNER_FILE = "owner";

/** Claims a folder below `root`, which is created if missing. The folder's name is the lock. */
export async function claimScratch(root: string): Promise<Scratch> {
  await mkdir(root, { recursive: true, mode: 0o711 });
  const mark = await ownMark();
  const fresh = join(root, `new-${mark}-${randomUUID()}`);
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(join(fresh, OWNER_FILE), mark, { mode: 0o600 });
  const first = randomInt(UIDS);
  for (let tried = 0; tried < UIDS; tried++) {
    const id = UID_FIRST + ((first + tried) % UIDS);
    const folder = join(root, `sandbox-${id}`);
    // A folder with an owner's mark in it is not empty, and so is not replaced.
    if (!(await isRenamed(fresh, folder))) continue;
    const uid = process.getuid?.() === 0 ? id : null;
    if (uid !== null) await chown(folder, uid, uid);
    return { folder, uid, remove: () => removeFolder(folder) };
  }
  await removeFolder(fresh);
  throw new Error(`${root} already holds ${UIDS} sandboxes`);
}

/**
 * Removes the folders whose owner was killed and returns their number. Safe while other runners are running.
 */
export async function sweepScratch(root: string): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(root)) {
    const folder = join(root, name);
    const mark =
      /^new-(?<mark>\d+-\w+)-/.exec(name)?.groups?.mark ?? (await readOrNull(join(folder, OWNER_FILE)));
    if (mark !== null && (await isOwnerAlive(mark))) continue;
    await removeFolder(folder);
    removed += 1;
  }
  return removed;
}

async function removeFolder(folder: string): Promise<void> {
  // A process that is being killed may still write for some milliseconds.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, ["ENOTEMPTY", "EEXIST"])) return false;
    throw error;
  }
}

async function namesIn(root: string): Promise<string[]> {
  try {
    return await readdir(root);
  } catch (error) {
    if (hasCode(error, ["ENOENT"])) return [];
    throw error;
  }
}
