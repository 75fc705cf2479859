/**
 * The database of an installation without an external one: supervises the PostgreSQL binaries of an npm package. Accepts
 * connections only on a Unix socket. Knows nothing of the stored data.
 */
import { mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { backoffMs } from "../../kernel/backoff.ts";
import type { Clock } from "../../kernel/clock.ts";
import { StartError } from "../../kernel/errors.ts";
import { errorFacts, type Logger } from "../../kernel/logger.ts";
import type { SocketConnection } from "../connection.ts";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { assertDataDirectoryUsable, prepareDataDirectory } from "./data-directory.ts";
import { takeDataLock } from "./data-lock.ts";
import { databaseSize } from "./database-size.ts";
import { endOrphan } from "./orphan.ts";
import { readPassword } from "./password-file.ts";
import { type Postmaster, type PostmasterPlan, startPostmaster } from "./postmaster.ts";
import { findPostmaster, readPostmasterFile } from "./postmaster-file.ts";
import { requirePassword } from "./require-password.ts";
import { type Settings, serverSettings } from "./settings.ts";
import { prepareSocketDirectory, removeSocketDirectory } from "./socket-directory.ts";

export type EmbeddedPostgres = {
  connection: SocketConnection;
  /** Process ID of the current server; changes after a restart. */
  readonly pid: number;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Next to it are `<dataDir>.log`, `<dataDir>.lock` and `<dataDir>.password`. */
  dataDir: string;
  log: Logger;
  clock: Clock;
  /** Overrides of `settings.ts`. */
  settings?: Settings;
};

const RESTART_FIRST_MS = 50;
const RESTART_MAX_MS = 30_000;
const NAMES = { database: "vedette", user: "vedette" };

/**
 * Starts the server in `dataDir`, which is created if it does not exist, and keeps it running: a server that dies is
 * restarted, and the pool reconnects to the same socket. A problem at the start is a StartError.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, clock } = options;
  const dataDir = await withFileErrors(options.dataDir, () => prepareParent(options.dataDir));
  await withFileErrors(dataDir, () => assertDataDirectoryUsable(dataDir));
  const lock = takeDataLock(`${dataDir}.lock`, dataDir);
  try {
    const stopping = new AbortController();
    const plan = await withFileErrors(dataDir, async (): Promise<PostmasterPlan> => {
      const binDir = await findBinaries();
      const account = await chooseAccount(binDir, dataDir);
      await endOrphan(dataDir, { log, clock });
      await prepareDataDirectory(dataDir, { account, binDir, log });
      const socketDir = await prepareSocketDirectory(dataDir, account);
      const settings = { ...serverSettings(databaseSize(dataDir)), ...options.settings };
      const fixed = { binDir, dataDir, logPath: `${dataDir}.log`, account, settings, clock };
      const planWith = (password: string) => ({ ...fixed, connection: { socketDir, password, ...NAMES } });
      return planWith(await requirePassword(dataDir, planWith, stopping.signal));
    });
    const first = await startPostmaster(plan, stopping.signal);
    log.info("postgres.started", { pid: first.pid, data_dir: dataDir });
    return supervise(plan, first, { log, stopping, onStopped: () => lock.release() });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Finds the server that another process runs in `dataDir`, for a command next to it; null if none is running. */
export async function findRunningEmbedded(dataDir: string): Promise<SocketConnection | null> {
  const file = await readPostmasterFile(dataDir);
  if (file === null || !file.ready || (await findPostmaster(file)) !== "alive") return null;
  const password = await readPassword(dataDir);
  return password === null ? null : { socketDir: file.socketDir, password, ...NAMES };
}

function supervise(
  plan: PostmasterPlan,
  first: Postmaster,
  { log, stopping, onStopped }: { log: Logger; stopping: AbortController; onStopped: () => void },
): EmbeddedPostgres {
  let current = first;
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      const reason = await current.exited;
      if (stopping.signal.aborted) return;
      log.error("postgres.died", { pid: current.pid, reason });
      current = (await restart(plan, { log, signal: stopping.signal })) ?? current;
    }
  };
  const finished = keepRunning();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await current.stop();
    await finished;
    // Started by a restart that was in progress.
    await current.stop();
    await removeSocketDirectory(plan.dataDir, plan.connection.socketDir);
    log.info("postgres.stopped", { pid: current.pid });
    onStopped();
  };
  return {
    connection: plan.connection,
    get pid() {
      return current.pid;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Retries until the server runs again; returns null if it was canceled. */
async function restart(
  plan: PostmasterPlan,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Postmaster | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await endOrphan(plan.dataDir, { log, clock: plan.clock });
      await prepareSocketDirectory(plan.dataDir, plan.account);
      const next = await startPostmaster(plan, signal);
      log.warn("postgres.restarted", { pid: next.pid, attempts: attempt + 1 });
      return next;
    } catch (error) {
      if (signal.aborted) return null;
      log.error("postgres.restart_failed", errorFacts(error));
    }
    const pauseMs = backoffMs(attempt, { firstMs: RESTART_FIRST_MS, maxMs: RESTART_MAX_MS });
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

/** Returns the real path of the data directory; creates its parent. */
async function prepareParent(dataDir: string): Promise<string> {
  // The server runs under its own ID, which must traverse this folder but not read it.
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o711 });
  return join(await realpath(dirname(dataDir)), basename(dataDir));
}

/** Converts file system errors to one clear sentence. */
async function withFileErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const remedy = FILE_ERROR_REMEDIES[code];
    if (remedy === undefined || error instanceof StartError) throw error;
    throw new StartError(`The data directory ${dataDir} cannot be used (${code}): ${remedy}.`, {
      cause: error,
    });
  }
}

const FILE_ERROR_REMEDIES: Record<string, string> = {
  EACCES: "this user cannot write there; change the owner of the folder, or set VEDETTE_DATA to another",
  EPERM: "this user cannot write there; change the owner of the folder, or set VEDETTE_DATA to another",
  // Node's error for creating a folder with its parents on a read-only disk.
  ENOENT:
    "it cannot be created there; check that the disk is mounted writable, or set VEDETTE_DATA to another folder",
  EROFS: "the disk is mounted read-only; mount it writable, or set VEDETTE_DATA to another folder",
  ENOSPC: "the disk is full; free up space and start again",
  EDQUOT: "the disk quota is used up; free up space and start again",
  ENOTDIR: "a part of that path is a file; set VEDETTE_DATA to a folder",
  EEXIST: "a part of that path is a file; set VEDETTE_DATA to a folder",
};
