import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { bwrapArgs, HOME } from "./bwrap-args.ts";
import { createFrameReader, type FrameLimits, type SandboxFrame } from "./frames.ts";
import { claimMemory, enterAndRun } from "./machine-memory.ts";
import type { MemoryGroup } from "./memory-group.ts";
import { killProcesses, type ProcessMark, readProcessTree } from "./process-tree.ts";
import { type Mount, readRootLinks } from "./sandbox-view.ts";
import type { Scratch } from "./scratch.ts";
import { seccompProgram } from "./seccomp.ts";

export type LaunchLimits = FrameLimits & {
  wallMs: number;
  memoryBytesMax: number;
  /** Processes and threads together. */
  processesMax: number;
  /** Home and temporary folder together; both are in memory. */
  homeBytesMax: number;
  sharedMemoryBytesMax: number;
  /** Maximum size of each written file. */
  writtenFileBytesMax: number;
  /** Maximum size of the output, both streams together. */
  printedBytesMax: number;
};

export type Launch = {
  scratch: Scratch;
  /** `trusted` disables the isolation but not the limits: for scripts of trusted authors. */
  mode: "sandboxed" | "trusted";
  /** A file of Vedette that Node runs inside, and its one line of input. */
  entry: { folder: string; file: string };
  input: unknown;
  /** Programs and packages to mount read-only. */
  readOnly: readonly Mount[];
  writable?: readonly Mount[];
  env: Readonly<Record<string, string>>;
  limits: LaunchLimits;
  signal: AbortSignal;
  /** `rootPid` is the first process of the tree. */
  onFrame(frame: SandboxFrame, rootPid: number): void;
  /** For tests: enforces the memory limit by polling, even if the kernel could. */
  isMemoryPolled?: true;
};

/** With the group that limits its memory; null if the limit is enforced by polling. */
type Job = Launch & { memory: MemoryGroup | null };

export type LaunchEnd = {
  /** Why it was killed; null if it ended by itself. */
  killedFor: "time" | "memory" | "output" | "protocol" | "aborted" | null;
  /** The description, if `killedFor` is not null. */
  reason: string | null;
  exitCode: number | null;
  /** The end of the output, at most `PRINTED_KEPT`. */
  printed: string;
};

/** Where the mounts appear inside the sandbox. */
export const INNER = {
  home: HOME,
  tools: "/opt/vedette/node_modules",
  node: "/opt/vedette/bin/node",
} as const;

/** The path of bubblewrap on every distribution. */
export const BWRAP = "/usr/bin/bwrap";

/** The descriptor after that of the results. */
const SECCOMP_FD = 4;
const POLL_MS = 250;
/** A killed process that does not end holds a lock in the kernel; waiting longer does not help. */
const END_DEADLINE_MS = 10_000;
const PRINTED_KEPT = 16_384;

/**
 * Runs one program inside the sandbox until it ends or exceeds a limit, and resolves after all of its
 * processes are gone. Its output is hostile: it goes only to `onFrame`, within the limits.
 */
export async function launch(request: Launch): Promise<LaunchEnd> {
  // Started by a shell that enters the group, a missing bwrap would be an exit code.
  if (request.mode === "sandboxed") await access(BWRAP, constants.X_OK);
  const memory = request.isMemoryPolled ? null : await claimMemory(request.limits.memoryBytesMax);
  try {
    return await runToEnd({ ...request, memory });
  } finally {
    // A group that cannot be removed now is removed at the next start of a runner.
    await memory?.remove().catch(() => undefined);
  }
}

async function runToEnd(job: Job): Promise<LaunchEnd> {
  const child = start(job);
  const end: LaunchEnd = { killedFor: null, reason: null, exitCode: null, printed: "" };
  // In trusted mode a process can leave the tree when its parent dies: all processes ever seen are killed.
  const seen = new Map<number, ProcessMark>();

  const kill = (killedFor: NonNullable<LaunchEnd["killedFor"]>, reason: string) => {
    if (end.killedFor !== null) return;
    Object.assign(end, { killedFor, reason });
    endTree(child, job.mode, seen);
  };

  const deadline = setTimeout(
    () => kill("time", `it did not end within ${job.limits.wallMs / 1_000} s`),
    job.limits.wallMs,
  );
  const isOutOfMemory = () => {
    if (job.memory !== null && job.mode === "sandboxed") return job.memory.isOutOfMemory();
    const tree = child.pid === undefined ? null : readProcessTree(child.pid);
    for (const each of tree?.processes ?? []) seen.set(each.pid, each);
    return job.memory?.isOutOfMemory() ?? (tree?.rssBytes ?? 0) > job.limits.memoryBytesMax;
  };
  const watchMemory = () => {
    if (!isOutOfMemory()) return;
    kill("memory", `it took more than ${Math.round(job.limits.memoryBytesMax / 1_048_576)} MiB of memory`);
  };
  // Needed with a cgroup as well: the kernel may have killed one process of several.
  const poll = setInterval(watchMemory, POLL_MS);
  const onAbort = () => kill("aborted", "it was stopped");
  job.signal.addEventListener("abort", onAbort, { once: true });
  if (job.signal.aborted) onAbort();

  readResults(child, job, kill);
  readPrinted(child, { end, printedBytesMax: job.limits.printedBytesMax, kill });
  child.stdin?.on("error", () => undefined);
  // Stays open: a trusted program detects the end of the runner by its end.
  child.stdin?.write(`${JSON.stringify(job.input)}\n`);
  try {
    end.exitCode = await exitOf(child);
    if (job.memory !== null) watchMemory();
  } finally {
    clearTimeout(deadline);
    clearInterval(poll);
    job.signal.removeEventListener("abort", onAbort);
    endTree(child, job.mode, seen);
  }
  return end;
}

function start(job: Job): ChildProcess {
  const { scratch, entry } = job;
  const stdio: ("pipe" | "ignore")[] = ["pipe", "pipe", "pipe", "pipe"];
  const seccomp = job.mode === "sandboxed" ? seccompProgram(process.arch) : null;
  if (seccomp !== null) stdio[SECCOMP_FD] = "pipe";
  // Never with the runner's environment: even bubblewrap's own could be read from `/proc/1/environ`
  // [measured].
  const options = { env: {}, stdio, cwd: "/", detached: true };
  if (job.mode === "trusted") {
    return spawnAs(job, [process.execPath, join(entry.folder, entry.file)], {
      ...options,
      env: { ...job.env, HOME: scratch.folder, TMPDIR: scratch.folder },
      cwd: scratch.folder,
    });
  }
  const args = bwrapArgs({
    rootLinks: readRootLinks(),
    readOnly: [
      { from: process.execPath, to: INNER.node },
      { from: entry.folder, to: join(INNER.tools, "vedette-inside") },
      ...job.readOnly,
    ],
    writable: job.writable ?? [],
    env: { ...job.env, HOME: INNER.home, TMPDIR: join(INNER.home, "tmp") },
    limits: job.limits,
    seccompFd: SECCOMP_FD,
    command: [INNER.node, join(INNER.tools, "vedette-inside", entry.file)],
  });
  const child = spawnAs(job, [BWRAP, ...args], options);
  const filter = child.stdio[SECCOMP_FD] as Writable | null | undefined;
  // If bubblewrap cannot start, it ends before it has read the filter and reports the reason itself.
  filter?.on("error", () => undefined);
  filter?.end(seccomp);
  return child;
}

/**
 * Starts under the user of the scratch folder, after entering the group, which that user may not write to.
 */
function spawnAs({ scratch, memory }: Job, command: string[], options: SpawnOptions): ChildProcess {
  const { uid } = scratch;
  if (memory === null) return spawnCommand(command, uid === null ? options : { ...options, uid, gid: uid });
  const asUser = ["/usr/bin/setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--"];
  return spawnCommand(enterAndRun(memory, [...(uid === null ? [] : asUser), ...command]), options);
}

function spawnCommand([program = "", ...args]: string[], options: SpawnOptions): ChildProcess {
  return spawn(program, args, options);
}

type Kill = (killedFor: NonNullable<LaunchEnd["killedFor"]>, reason: string) => void;

function readResults(child: ChildProcess, { limits, onFrame }: Launch, kill: Kill): void {
  const read = createFrameReader(limits, (frame) => onFrame(frame, child.pid ?? 0));
  const results = child.stdio[3] as Readable | null;
  results?.on("error", () => undefined);
  results?.on("data", (chunk: Buffer) => {
    const breach = read(chunk);
    if (breach === null) return;
    results.destroy();
    kill("protocol", `it sent ${breach}`);
  });
}

function readPrinted(
  child: ChildProcess,
  { end, printedBytesMax, kill }: { end: LaunchEnd; printedBytesMax: number; kill: Kill },
): void {
  let printedBytes = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("error", () => undefined);
    stream?.on("data", (chunk: Buffer) => {
      printedBytes += chunk.length;
      end.printed = (end.printed + chunk.toString("utf8")).slice(-PRINTED_KEPT);
      if (printedBytes <= printedBytesMax) return;
      stream.destroy();
      kill("output", `it printed more than ${Math.round(printedBytesMax / 1_024)} KiB`);
    });
  }
}

/** Resolves after the process and its streams have ended; a failure to start is thrown. */
function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      const late = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
        resolve(code);
      }, END_DEADLINE_MS);
      child.once("close", () => {
        clearTimeout(late);
        resolve(code);
      });
    });
  });
}

/**
 * The end of bubblewrap ends its PID namespace as well. Without one, every process that was ever seen below
 * it is killed: a browser leaves its parent's group.
 */
function endTree(child: ChildProcess, mode: Launch["mode"], seen: ReadonlyMap<number, ProcessMark>): void {
  if (child.pid === undefined) return;
  const now = child.exitCode === null ? readProcessTree(child.pid).processes : [];
  child.kill("SIGKILL");
  if (mode === "trusted") killProcesses([...now, ...seen.values()]);
}
