import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { bwrapArgs, HOME } from "./bwrap-args.ts";
import { createFrameReader, type Frame, type FrameLimits } from "./frames.ts";
import { killProcesses, type ProcessMark, readProcessTree } from "./process-tree.ts";
import { type Mount, readRootLinks } from "./sandbox-view.ts";
import type { Scratch } from "./scratch.ts";
import { seccompProgram } from "./seccomp.ts";

export type LaunchLimits = FrameLimits & {
  wallMs: number;
  memoryBytesMax: number;
  /** Processes and threads together. */
  processesMax: number;
  /** Home and temporary folder together; they lie in memory. */
  homeBytesMax: number;
  sharedMemoryBytesMax: number;
  /** Of each file that is written. */
  writtenFileBytesMax: number;
  /** Of what is printed, both streams together. */
  printedBytesMax: number;
};

export type Launch = {
  scratch: Scratch;
  /** `trusted` leaves the walls out, not the limits: for scripts of the operator's own people. */
  mode: "sandboxed" | "trusted";
  /** A file of ours that Node runs inside, and its one line of input. */
  entry: { folder: string; file: string };
  input: unknown;
  /** Programs and packages to see, read only. */
  readOnly: readonly Mount[];
  writable?: readonly Mount[];
  env: Readonly<Record<string, string>>;
  limits: LaunchLimits;
  signal: AbortSignal;
  /** `rootPid` is the first process of the tree. */
  onFrame(frame: Frame, rootPid: number): void;
};

export type LaunchEnd = {
  /** Why we ended it; null where it ended by itself. */
  killedFor: "time" | "memory" | "output" | "protocol" | "aborted" | null;
  /** In words, where `killedFor` is not null. */
  reason: string | null;
  exitCode: number | null;
  /** The last of what was printed, at most `PRINTED_KEPT`. */
  printed: string;
  /** What it has cost at most, as the polls saw it. */
  rssBytesMax: number;
};

/** Where the sandbox sees what is shown to it. */
export const INNER = {
  home: HOME,
  tools: "/opt/vedette/node_modules",
  node: "/opt/vedette/bin/node",
} as const;

/** The command that bubblewrap is, on every distribution. */
export const BWRAP = "/usr/bin/bwrap";

/** Behind the one of results. */
const SECCOMP_FD = 4;
const POLL_MS = 250;
/** A process that has been killed and does not end holds a lock in the kernel; more waiting does not help. */
const END_DEADLINE_MS = 10_000;
const PRINTED_KEPT = 16_384;

/**
 * Runs one program inside the sandbox until it ends or breaks a limit, and comes back when nothing of it is
 * left. What it yields is hostile: it goes to `onFrame` within the limits, and nowhere else.
 */
export async function launch(job: Launch): Promise<LaunchEnd> {
  const child = start(job);
  const end: LaunchEnd = { killedFor: null, reason: null, exitCode: null, printed: "", rssBytesMax: 0 };
  // In trusted mode a process can leave the tree by the death of its parent: all that were seen are ended.
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
  const poll = setInterval(() => {
    if (child.pid === undefined) return;
    const tree = readProcessTree(child.pid);
    for (const each of tree.processes) seen.set(each.pid, each);
    end.rssBytesMax = Math.max(end.rssBytesMax, tree.rssBytes);
    if (tree.rssBytes > job.limits.memoryBytesMax) {
      kill("memory", `it took more than ${Math.round(job.limits.memoryBytesMax / 1_048_576)} MiB of memory`);
    }
  }, POLL_MS);
  const onAbort = () => kill("aborted", "it was stopped");
  job.signal.addEventListener("abort", onAbort, { once: true });
  if (job.signal.aborted) onAbort();

  readResults(child, job, kill);
  readPrinted(child, { end, printedBytesMax: job.limits.printedBytesMax, kill });
  child.stdin?.on("error", () => undefined);
  // Stays open: its end tells a trusted program that we are gone.
  child.stdin?.write(`${JSON.stringify(job.input)}\n`);
  try {
    end.exitCode = await exitOf(child);
  } finally {
    clearTimeout(deadline);
    clearInterval(poll);
    job.signal.removeEventListener("abort", onAbort);
    endTree(child, job.mode, seen);
  }
  return end;
}

function start(job: Launch): ChildProcess {
  const { scratch, entry } = job;
  const ids = scratch.uid === null ? {} : { uid: scratch.uid, gid: scratch.uid };
  const stdio: ("pipe" | "ignore")[] = ["pipe", "pipe", "pipe", "pipe"];
  const seccomp = job.mode === "sandboxed" ? seccompProgram(process.arch) : null;
  if (seccomp !== null) stdio[SECCOMP_FD] = "pipe";
  // Never with our environment: even bubblewrap's own would be read from `/proc/1/environ` [measured].
  const options = { ...ids, env: {}, stdio, cwd: "/", detached: true };
  if (job.mode === "trusted") {
    return spawn(process.execPath, [join(entry.folder, entry.file)], {
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
  const child = spawn(BWRAP, args, options);
  const filter = child.stdio[SECCOMP_FD] as Writable | null | undefined;
  // It ends before it has read the filter where it cannot start, and then says so itself.
  filter?.on("error", () => undefined);
  filter?.end(seccomp);
  return child;
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

/** Resolves when the process is gone and its streams have ended; a failure to start is thrown. */
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
 * The death of bubblewrap takes its namespace of processes along. Without one, every process that was ever seen
 * below it is ended: a browser leaves its parent's group.
 */
function endTree(child: ChildProcess, mode: Launch["mode"], seen: ReadonlyMap<number, ProcessMark>): void {
  if (child.pid === undefined) return;
  const now = child.exitCode === null ? readProcessTree(child.pid).processes : [];
  child.kill("SIGKILL");
  if (mode === "trusted") killProcesses([...now, ...seen.values()]);
}
