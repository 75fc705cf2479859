import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from "pg";
import type { Clock } from "../../kernel/clock.ts";
import { StartError } from "../../kernel/errors.ts";
import { clientConfig, type SocketConnection } from "../connection.ts";
import { type Account, PROGRAM_ENVIRONMENT } from "./account.ts";
import { passwordPath } from "./password-file.ts";
import { explainFailure, openServerLog } from "./server-log.ts";
import { type Settings, settingArguments } from "./settings.ts";

/** One server process that accepts connections. */
export type Postmaster = {
  pid: number;
  /** Resolves with the reason when the process exits. */
  exited: Promise<string>;
  /** Shuts it down within the deadline, then by force; committed rows are safe in both cases. */
  stop(): Promise<void>;
};

export type PostmasterPlan = {
  binDir: string;
  dataDir: string;
  logPath: string;
  account: Account;
  settings: Settings;
  connection: SocketConnection;
  /** Set the password of `connection`, because the server does not require one yet. */
  setsPassword?: boolean;
  clock: Clock;
};

/** Recovery after a crash replays at most `max_wal_size`, which takes minutes on a slow disk. */
const READY_TIMEOUT_MS = 600_000;
/** How long remains of a killed server (its processes, its shared memory) may prevent a start. */
const REMAINS_TIMEOUT_MS = 20_000;
const FAST_STOP_MS = 15_000;
const HARD_STOP_MS = 10_000;
const POLL_MS = 10;

/** PostgreSQL's messages until the processes of a killed server have exited, which takes moments. */
const REMAINS = /lock file "[^"]+" already exists|pre-existing shared memory block/;

/** Starts the server and waits until it accepts connections and the database exists. */
export async function startPostmaster(plan: PostmasterPlan, signal: AbortSignal): Promise<Postmaster> {
  const startedMs = plan.clock.monotonic();
  for (;;) {
    const { postmaster, tail } = await spawnPostmaster(plan);
    let failure: unknown;
    try {
      if (await isReady(plan, postmaster, signal)) return postmaster;
    } catch (error) {
      failure = error;
    }
    await postmaster.stop();
    signal.throwIfAborted();
    if (isWrongPassword(failure)) {
      throw new StartError(
        `PostgreSQL in ${plan.dataDir} does not accept the password in ${passwordPath(plan.dataDir)}: restore the password file of that data directory, or remove it to set a new password.`,
        { cause: failure },
      );
    }
    if (failure !== undefined) {
      throw new StartError(
        `PostgreSQL in ${plan.dataDir} is running but rejects the connection (${failure instanceof Error ? failure.message : failure}): see ${plan.logPath}.`,
        { cause: failure },
      );
    }
    const output = await tail();
    if (!REMAINS.test(output) || plan.clock.monotonic() - startedMs > REMAINS_TIMEOUT_MS) {
      throw explainFailure(output, plan);
    }
    await wait(POLL_MS * 10);
  }
}

async function spawnPostmaster(plan: PostmasterPlan) {
  const log = await openServerLog(plan.logPath);
  const [program = "", ...args] = [
    ...plan.account.prefix,
    join(plan.binDir, "postgres"),
    "-D",
    plan.dataDir,
    "-k",
    plan.connection.socketDir,
    ...settingArguments(plan.settings),
  ];
  // A separate session: Ctrl-C in the terminal stops Vedette, which still needs the database to drain.
  const child = spawn(program, args, {
    ...plan.account.spawn,
    env: PROGRAM_ENVIRONMENT,
    cwd: "/",
    stdio: ["ignore", log.fd, log.fd],
    detached: true,
  });
  await log.close();
  let running = true;
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, name) => resolve(name ?? `exit code ${code}`));
  }).finally(() => {
    running = false;
  });
  const stop = async () => {
    for (const [name, deadlineMs] of STOP_STEPS) {
      if (!running) return;
      child.kill(name);
      const timer = new AbortController();
      const late = wait(deadlineMs, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([exited, late]);
      timer.abort();
    }
  };
  return { postmaster: { pid: child.pid ?? 0, exited, stop }, tail: log.tail };
}

/** Fast: roll back, write everything, exit. Immediate: exit and recover at the next start. Then by force. */
const STOP_STEPS = [
  ["SIGINT", FAST_STOP_MS],
  ["SIGQUIT", HARD_STOP_MS],
  ["SIGKILL", HARD_STOP_MS],
] as const;

/** Returns false if the process exited, the deadline passed or the start was canceled. */
async function isReady(plan: PostmasterPlan, postmaster: Postmaster, signal: AbortSignal): Promise<boolean> {
  const { clock } = plan;
  const deadlineMs = clock.monotonic() + READY_TIMEOUT_MS;
  let hasExited = false;
  void postmaster.exited.then(() => {
    hasExited = true;
  });
  while (!hasExited && !signal.aborted && clock.monotonic() < deadlineMs) {
    try {
      await ensureDatabase(plan);
      return true;
    } catch (error) {
      if (!isStarting(error)) throw error;
    }
    await wait(POLL_MS);
  }
  return false;
}

/** Creates our role and database. The role is not a superuser, so that a flaw in Vedette cannot reach files. */
async function ensureDatabase({ connection, setsPassword }: PostmasterPlan): Promise<void> {
  const { socketDir, database, user, password } = connection;
  const superuser: SocketConnection = { socketDir, database: "postgres", user: "postgres", password };
  const client = new Client(clientConfig(superuser, { name: "vedette start" }));
  // The failure is reported by connect() or by the statement.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const role = await client.query("select from pg_roles where rolname = $1", [user]);
    if (role.rowCount === 0) await client.query(`create role ${escapeIdentifier(user)} login`);
    // Otherwise the server has just accepted it, and two commits would make the start longer.
    const names = setsPassword || role.rowCount === 0 ? [user, superuser.user] : [];
    for (const name of names) {
      await client.query(`alter role ${escapeIdentifier(name)} password ${escapeLiteral(password)}`);
    }
    const existing = await client.query("select from pg_database where datname = $1", [database]);
    if (existing.rowCount === 0) {
      await client.query(`create database ${escapeIdentifier(database)} owner ${escapeIdentifier(user)}`);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** No socket yet, not listening yet, recovering (57P03), or disconnected by a shutdown. */
function isStarting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof DatabaseError) return code.startsWith("57P");
  return ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"].includes(code) || CUT_OFF.test(error.message);
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "28P01";
}

/** Messages of the driver itself, which have no code. */
const CUT_OFF = /^(?:Connection terminated|timeout expired)/;
