import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { serverProgram } from "../../packages/server/bin/launch.mjs";
import { type ApiResponse, type Method, type RequestOptions, request } from "./api-client.ts";
import { findPostgres, listRemotePorts, processGone, rssBytes } from "./processes.ts";

export type LaunchOptions = {
  dataDir: string;
  /** Added to an environment without any Vedette variable. */
  env?: Readonly<Record<string, string>>;
  uid?: number;
  /** Instead of a server with a large heap. */
  command?: readonly string[];
  /** The key that an earlier start with the same data printed. */
  key?: string;
  /** Instead of a minute, for a start that does more than others. */
  readyTimeoutMs?: number;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** One real process and its API. */
export type Vedette = {
  readonly url: string;
  /** The first key if this start printed it, otherwise the key from the options. */
  readonly key: string;
  /** The standard output so far. */
  readonly stdout: string;
  /** The process that serves. `wrapperPid` is the process that was started, usually the same one. */
  readonly pid: number;
  readonly wrapperPid: number;
  readonly exited: Promise<Exit>;
  ready(): Promise<void>;
  stderrLines(): readonly string[];
  /** Returns the response with any status. Sends the key by default. */
  request(method: Method, path: string, body?: unknown): Promise<ApiResponse>;
  requestWith(options: RequestOptions): Promise<ApiResponse>;
  /** SIGTERM to the process that was started. */
  stop(): Promise<Exit>;
  /** Sends kill -9 to all Node processes, but not to PostgreSQL. */
  kill9(): Promise<void>;
  /** Like `kill9`, but does not wait. */
  killNow(): void;
  postgresPids(): Promise<number[]>;
  rssBytes(): Promise<number>;
  /** Remote ports of its outgoing TCP connections. */
  listRemotePorts(): Promise<number[]>;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const VEDETTE = join(ROOT, "packages", "server", "bin", "vedette.mjs");
/** As users start it. For tests of a start, of a crash, of memory and of timing. */
export const SHIPPED_COMMAND = [process.execPath, VEDETTE, "serve"];
/** With a large heap a start takes an eighth less CPU time. */
export const FAST_COMMAND = [
  ...[process.execPath, "--max-semi-space-size=32", "--min-semi-space-size=16", "--single-threaded-gc"],
  ...[serverProgram(), "serve"],
];

/** A first start creates a database on disk; a start after a crash recovers it. */
const READY_TIMEOUT_MS = 60_000;

export function launch(options: LaunchOptions): Vedette {
  const child = spawnVedette(options, options.command ?? FAST_COMMAND);
  const out = collect(child);
  const exited = waitForExit(child);
  const wrapperPid = child.pid ?? 0;
  const address = { url: "", key: options.key ?? "", pid: 0 };

  async function ready(): Promise<void> {
    const late = timeout(
      options.readyTimeoutMs ?? READY_TIMEOUT_MS,
      () => `not ready in time: ${out.stderr.join("\n")}`,
    );
    const ended = exited.then(({ code, signal }) => {
      throw new Error(`Vedette ended with ${code ?? signal}: ${out.stderr.join("\n")}`);
    });
    const { url, pid } = await Promise.race([out.ready, ended, late.promise]).finally(late.clear);
    Object.assign(address, { url, pid, key: /vdt_agent_\w+/.exec(out.stdout)?.[0] ?? address.key });
  }

  function killNow(): void {
    for (const pid of new Set([wrapperPid, address.pid])) if (pid !== 0) kill(pid, "SIGKILL");
  }

  const requestWith = (wanted: RequestOptions) => request(address.url, { key: address.key, ...wanted });
  return {
    get url() {
      return address.url;
    },
    get key() {
      return address.key;
    },
    get stdout() {
      return out.stdout;
    },
    get pid() {
      return address.pid;
    },
    wrapperPid,
    exited,
    ready,
    stderrLines: () => out.stderr,
    request: (method, path, body) => requestWith({ method, path, ...(body === undefined ? {} : { body }) }),
    requestWith,
    async stop() {
      kill(wrapperPid, "SIGTERM");
      return exited;
    },
    async kill9() {
      killNow();
      await exited;
      if (address.pid !== 0) await processGone(address.pid);
    },
    killNow,
    postgresPids: () => findPostgres(options.dataDir),
    rssBytes: () => rssBytes(address.pid),
    listRemotePorts: () => listRemotePorts(address.pid, Number(new URL(address.url).port)),
  };
}

/** Runs a command of Vedette until it exits. */
export async function runVedette(
  options: LaunchOptions & { args: readonly string[] },
): Promise<Exit & { pid: number; stdout: string; stderr: string }> {
  const child = spawnVedette(options, [process.execPath, VEDETTE, ...options.args]);
  const out = collect(child);
  const ending = await waitForExit(child);
  return { ...ending, pid: child.pid ?? 0, stdout: out.stdout, stderr: out.stderr.join("\n") };
}

/** In its own process group, so that Ctrl-C does not reach only some of its processes; our hooks end it. */
function spawnVedette({ dataDir, env, uid }: LaunchOptions, command: readonly string[]): ChildProcess {
  const [program = "", ...args] = command;
  const { PATH = "", HOME = "/", VEDETTE_TEST_COMPILE_CACHE: cache } = process.env;
  return spawn(program, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH,
      HOME,
      ...(cache && { NODE_COMPILE_CACHE: cache }),
      ...DEFAULTS,
      VEDETTE_DATA: dataDir,
      ...env,
    },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

/** The token for /metrics of every process that is started here. */
export const METRICS_TOKEN = "of-the-tests-of-the-whole";

/** Tests send more requests than the limits allow. Tests of the limits set their own. */
const DEFAULTS = {
  VEDETTE_METRICS_TOKEN: METRICS_TOKEN,
  PORT: "0",
  // As bin/launch.mjs sets them.
  UV_THREADPOOL_SIZE: "32",
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  VEDETTE_RATE_LIMIT_PER_MINUTE: "0",
  VEDETTE_RATE_LIMIT_ORGANIZATION_PER_MINUTE: "0",
  VEDETTE_RATE_LIMIT_ANONYMOUS_PER_MINUTE: "0",
};

type Output = { stdout: string; stderr: string[]; ready: Promise<{ url: string; pid: number }> };

function collect(child: ChildProcess): Output {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("the child has no pipes");
  const { promise: ready, resolve } = Promise.withResolvers<{ url: string; pid: number }>();
  const out: Output = { stdout: "", stderr: [], ready };
  stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out.stdout += chunk;
  });
  createInterface(stderr).on("line", (line) => {
    out.stderr.push(line);
    if (line.includes('"process.ready"')) resolve(JSON.parse(line));
  });
  return out;
}

/** Resolves after the last byte of output, thus not before its child processes have closed the pipes. */
async function waitForExit(child: ChildProcess): Promise<Exit> {
  const [code, signal] = await once(child, "close");
  return { code, signal };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function timeout(ms: number, message: () => string): { promise: Promise<never>; clear(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message())), ms);
  return { promise, clear: () => clearTimeout(timer) };
}
