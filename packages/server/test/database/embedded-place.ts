import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { clientConfig, type SocketConnection } from "../../src/platform/storage/connection.ts";
import {
  type EmbeddedPostgres,
  startEmbedded,
} from "../../src/platform/storage/embedded/embedded-postgres.ts";
import { findProcess } from "../../src/platform/storage/embedded/process-status.ts";
import type { Sql } from "../../src/platform/storage/sql.ts";
import { makeFastFolder } from "./fast-folder.ts";

/** A folder for one embedded server. */
export type Place = {
  folder: string;
  dataDir: string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
};

export async function newPlace(): Promise<Place> {
  const folder = await makeFastFolder("vedette-embedded-");
  // As VEDETTE_DATA is: passable for the server's user.
  await chmod(folder, 0o711);
  return {
    folder,
    dataDir: join(folder, "postgres"),
    write: async (path, text) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export function start(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbedded({ dataDir, log: silentLogger, clock: systemClock });
}

/** A server whose Vedette is another process, of another user if need be. */
export async function startInChild(
  dataDir: string,
  { uid }: { uid?: number } = {},
): Promise<{ child: ChildProcess; pid: number; connection: SocketConnection; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL("embedded-parent.ts", import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let trouble = "";
  child.stderr?.on("data", (chunk) => {
    trouble += chunk;
  });
  const ended = once(child, "close").then(() => {
    throw new Error(`the child ended: ${trouble}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout ?? process.stdin), "line"), ended]);
  // From here on its end is what the test is about.
  ended.catch(() => undefined);
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { child, ...JSON.parse(line), stop };
}

/** One statement over a connection of its own. */
export async function ask(connection: SocketConnection, { text, values }: Sql): Promise<unknown[]> {
  const client = new Client(clientConfig(connection, { name: "test" }));
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Process ids of the living servers of a data directory. */
export async function postmasters(dataDir: string): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const found = await Promise.all(pids.map(async (pid) => ({ pid, status: await findProcess(pid) })));
  return found.flatMap(({ pid, status }) => (status?.command.includes(`-D ${dataDir}`) ? [pid] : []));
}
