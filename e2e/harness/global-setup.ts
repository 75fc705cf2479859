import { chmod, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { TestProject } from "vitest/node";
import { installJobs } from "../../packages/server/src/platform/jobs/install-jobs.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { createLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { startEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { migrate } from "../../packages/server/src/platform/storage/migrate.ts";
import { makeFastFolder } from "../../packages/server/test/database/fast-folder.ts";
import { copyTree } from "./copy-tree.ts";
import { clearSharedFolder } from "./sharing/clear-folder.ts";
import { launch } from "./vedette.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A stopped, migrated database in which nothing is stored. */
    databaseTemplate: string;
    /** For the data of servers that the files of a worker share. */
    sharedFolder: string;
  }
}

/**
 * Prepares what every process of the tests would otherwise compute again: a migrated database, which labs copy, and
 * compiled modules. Together they take half of the time until Vedette is ready.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeFastFolder("vedette-e2e-template-");
  const shared = join(folder, "shared");
  const end = async () => {
    await clearSharedFolder(shared);
    await rm(folder, { recursive: true, force: true });
  };
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  await mkdir(shared);
  await chmod(shared, 0o711);
  project.provide("sharedFolder", shared);
  try {
    const template = join(folder, "data");
    await createTemplate(join(template, "postgres"));
    project.provide("databaseTemplate", template);
    process.env.VEDETTE_TEST_COMPILE_CACHE = join(folder, "compiled");
    await compile(folder, template);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

async function createTemplate(dataDir: string): Promise<void> {
  const log = createLogger("error");
  const server = await startEmbedded({ dataDir, log, clock: systemClock });
  try {
    await migrate(server.connection, log);
    await installJobs({ connection: server.connection, log });
  } finally {
    await server.stop();
  }
}

/** Node writes the cache only when a process exits by itself; most tests kill theirs. */
async function compile(folder: string, template: string): Promise<void> {
  const dataDir = join(folder, "compiling");
  await copyTree(template, dataDir);
  const vedette = launch({ dataDir });
  await vedette.ready();
  await vedette.stop();
}
