import { chmod, chown } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { inject } from "vitest";
import { makeFastFolder } from "../../packages/server/test/database/fast-folder.ts";
import { copyTree } from "./copy-tree.ts";
import { clearFolder, DATA } from "./sharing/clear-folder.ts";
import { endSharedVedette } from "./sharing/shared-vedette.ts";
import { type LaunchOptions, launch, type Vedette } from "./vedette.ts";

/** Folders and processes of a test or test file; all are removed when it ends, however it ends. */
export type Lab = {
  /** A `VEDETTE_DATA` with a migrated database in which nothing is stored. */
  newDataDir(): Promise<string>;
  /** A `VEDETTE_DATA` that does not exist yet, in a new folder that belongs to the user. */
  emptyDataDir(uid?: number): Promise<string>;
  /** Starts a process and waits until it is ready. */
  start(options: LaunchOptions): Promise<Vedette>;
  /** Kills all running processes, so that the caller can stop what they depend on. */
  killAll(): Promise<void>;
};

/** `atEnd` is vitest's `afterEach` or `afterAll`: it decides when the lab is cleared. */
export function createLab(atEnd: (work: () => Promise<void>) => void): Lab {
  const folders: string[] = [];
  const running = new Set<Vedette>();
  const killAll = async () => {
    for (const vedette of running) await vedette.kill9();
    running.clear();
  };
  const endAll = async () => {
    await killAll();
    for (const folder of folders.splice(0)) await clearFolder(folder);
  };
  // Vitest runs no hook if it ends a worker that took too long.
  process.on("exit", () => {
    for (const vedette of running) vedette.killNow();
  });
  atEnd(endAll);

  async function emptyDataDir(uid?: number): Promise<string> {
    const folder = await makeFastFolder("vedette-e2e-");
    folders.push(folder);
    // As root, PostgreSQL runs as another user, who must be able to enter the folder.
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
      await endSharedVedette();
      const vedette = launch(options);
      running.add(vedette);
      void vedette.exited.then(() => running.delete(vedette));
      await vedette.ready();
      return vedette;
    },
  };
}
