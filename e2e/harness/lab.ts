import { chmod, chown, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { inject } from "vitest";
import { makeFastFolder } from "../../packages/server/test/database/fast-folder.ts";
import { copyTree } from "./copy-tree.ts";
import { postgresOf, processGone } from "./processes.ts";
import { type LaunchOptions, launch, type Vedette } from "./vedette.ts";

/** Folders and processes of a test or test file; all are removed when it ends, in any way. */
export type Lab = {
  /** A `VEDETTE_DATA` with a migrated database in which nothing is stored. */
  newDataDir(): Promise<string>;
  /** A `VEDETTE_DATA` that does not exist yet, in a new folder of the user. */
  emptyDataDir(uid?: number): Promise<string>;
  /** Starts a process and waits until it serves. */
  start(options: LaunchOptions): Promise<Vedette>;
  /** Kills what still runs, for who has something below it to end. */
  killAll(): Promise<void>;
};

/** `atEnd` is vitest's `afterEach` or `afterAll`: when the lab is cleared. */
export function createLab(atEnd: (work: () => Promise<void>) => void): Lab {
  const folders: string[] = [];
  const running = new Set<Vedette>();
  const killAll = async () => {
    for (const vedette of running) await vedette.kill9();
    running.clear();
  };
  const endAll = async () => {
    await killAll();
    for (const folder of folders.splice(0)) await clear(folder);
  };
  // A worker that is ended for taking too long runs no hook of vitest's.
  process.on("exit", () => {
    for (const vedette of running) vedette.killNow();
  });
  atEnd(endAll);

  async function emptyDataDir(uid?: number): Promise<string> {
    const folder = await makeFastFolder("vedette-e2e-");
    folders.push(folder);
    // Passable for the user that PostgreSQL runs as when this is root.
    await chmod(folder, 0o711);
    if (uid !== undefined) await chown(folder, uid, uid);
    return join(folder, DATA);
  }

  return {
    killAll,
    async newDataDir() {
      const dataDir = await emptyDataDir();
      await copyTree(inject("databaseTemplate"), dataDir);
      return dataDir;
    },
    emptyDataDir,
    async start(options) {
      const vedette = launch(options);
      running.add(vedette);
      void vedette.exited.then(() => running.delete(vedette));
      await vedette.ready();
      return vedette;
    },
  };
}

const DATA = "data";

/** A server left behind holds on to the folder; it is ours, for the folder is. */
async function clear(folder: string): Promise<void> {
  for (const pid of await postgresOf(join(folder, DATA))) {
    try {
      process.kill(pid, "SIGQUIT");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
    await processGone(pid);
  }
  await rm(folder, { recursive: true, force: true });
}
