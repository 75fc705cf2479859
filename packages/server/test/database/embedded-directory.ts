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

/** A directory for one embedded server. */
export type EmbeddedDirectory = {
  folder: string;
  dataDir: string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
};

export async function createEmbeddedDirectory(): Promise<EmbeddedDirectory> {
  const folder = await makeFastFolder("vedette-embedded-");
  // Like VEDETTE_DATA: the server's user can traverse it.
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

/** Starts a server whose parent is another process, optionally of another user. */
export async function startInChild(
  dataDir: string,
  { uid }: { uid?: number } = {},
): Promise<{ child: ChildProcess; pid: number; connection: SocketConnection; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL("embedded-parent.ts", import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const closed = once(child, "close").then(() => {
    throw new Error(`the child process exited: ${stderr}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout ?? process.stdin), "line"), closed]);
  // After the start, the end of the process is part of the test.
  closed.catch(() => undefined);
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { child, ...JSON.parse(line), stop };
}

/** Runs one statement over its own connection. */
export async function query(connection: SocketConnection, { text, values }: Sql): Promise<unknown[]> {
  const client = new Client(clientConfig(connection, { name: "test" }));
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Returns the process ids of the running servers of a data directory. */
export async function postmasters(dataDir: string): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const found = await Promise.all(pids.map(async (pid) => ({ pid, status: await findProcess(pid) })));
  return found.flatMap(({ pid, status }) => (status?.command.includes(`-D ${dataDir}`) ? [pid] : []));
}
