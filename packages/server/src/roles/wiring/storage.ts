import { existsSync } from "node:fs";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Connection } from "../../platform/storage/connection.ts";
import { findRunningEmbedded, startEmbedded } from "../../platform/storage/embedded/embedded-postgres.ts";
import { externalConnection } from "../../platform/storage/external.ts";

/** The database of this process: its URL, and how to stop it if it is embedded. */
export type Storage = { connection: Connection; stop(): Promise<void> };

/** Starts the embedded PostgreSQL, or checks the external one of DATABASE_URL. */
export async function startStorage(config: Config, log: Logger): Promise<Storage> {
  const url = config.database.url;
  if (url) return { connection: await externalConnection(url.reveal()), stop: async () => {} };
  await makeDataDirectory(config.data.directory);
  return startEmbedded({ dataDir: postgresDirectory(config), log, clock: systemClock });
}

/** Returns the database for a command: connects to the server of a running service, or starts one. */
export async function joinStorage(config: Config, log: Logger): Promise<Storage> {
  const running = config.database.url ? null : await findRunningEmbedded(postgresDirectory(config));
  return running ? { connection: running, stop: async () => {} } : startStorage(config, log);
}

/** Whether there is a database to join; `startStorage` would create an embedded one. */
export function hasStorage(config: Config): boolean {
  return config.database.url !== null || existsSync(join(postgresDirectory(config), "PG_VERSION"));
}

/** Free bytes of the disk of the embedded database; null for an external one. */
export async function freeStorageBytes(config: Config): Promise<number | null> {
  if (config.database.url) return null;
  const { bavail, bsize } = await statfs(postgresDirectory(config));
  return bavail * bsize;
}

function postgresDirectory(config: Config): string {
  return join(config.data.directory, "postgres");
}

export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data directory ${path} cannot be made (${reason}): set VEDETTE_DATA to a directory that this user may write.`,
    );
  }
}
