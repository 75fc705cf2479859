import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import type { OutputTail } from "./output-tail.ts";

/** Passed on to the command. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;
/** A terminal sends these to all its processes, so the command has already received them. */
const OF_TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];

/** Exit codes of shells: the command was ended by a signal, cannot be executed, was not found. */
const SIGNALED = 128;
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

export type Ended = {
  exitCode: number;
  /** Why the command did not start; null if it did. */
  error: string | null;
};

/**
 * Runs a command as if it was started directly: input, output and signals are passed through. Its output is added to
 * `tail`; without one, the command writes to the terminal itself.
 */
export async function runCommand(
  [file = "", ...args]: readonly string[],
  tail: OutputTail | null,
): Promise<Ended> {
  const output = tail === null ? "inherit" : "pipe";
  const child = spawn(file, args, { stdio: ["inherit", output, output] });
  const stopForwarding = forwardSignals(child);
  if (tail !== null) passOutput(child, tail);
  try {
    return await endOf(child);
  } finally {
    stopForwarding();
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  child.once("error", (error: NodeJS.ErrnoException) => {
    const exitCode = error.code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE;
    resolve({ exitCode, error: error.message });
  });
  // Not `exit`: the output may not be read to its end yet.
  child.once("close", (code, signal) => {
    const exitCode = code ?? SIGNALED + (signal === null ? 0 : constants.signals[signal]);
    resolve({ exitCode, error: null });
  });
  return promise;
}

function forwardSignals(child: ChildProcess): () => void {
  const handlers = SIGNALS.map((signal) => {
    const handler = () => {
      if (!(process.stdin.isTTY && OF_TERMINAL.includes(signal))) child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const end of handlers) end();
  };
}

function passOutput({ stdout, stderr }: ChildProcess, tail: OutputTail): void {
  for (const [from, to] of [[stdout, process.stdout] as const, [stderr, process.stderr] as const]) {
    if (from === null) continue;
    from.on("data", (chunk: Buffer) => tail.add(chunk));
    from.pipe(to, { end: false });
    // `vdt ping … | head` ends early: the command gets SIGPIPE, and its end is still reported.
    to.removeAllListeners("error").on("error", () => from.destroy());
  }
}
