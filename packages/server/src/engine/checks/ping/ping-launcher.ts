import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { programFile } from "../../../platform/kernel/own-files.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";

/** Starts a program; without a path, kills it. */
export type LauncherRequest = { id: number } & ({ path: string; args: readonly string[] } | { path: null });

/** What a program printed. `failure` says why it was not started. */
export type LauncherReport = { id: number; failure: string | null; output: string; errors: string };

export type ProgramHandler = {
  onEnd(printed: Pick<LauncherReport, "output" | "errors">): void;
  onFailure(error: RunnerError): void;
};

const SCRIPT = programFile("engine/checks/ping/ping-launcher-process.ts");
/** Each is a process of about 2 MB. Further ones are not made, and count as missed. */
const PROGRAMS_MAX = 200;

type Launcher = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Starts programs by way of a small process, because each start by the runner itself would stop its checks: measured were
 * 6 ms with 160 MB and 43 ms with 470 MB of memory. That process is started with the first program and again if it ended.
 */
export class PingLauncher {
  #launcher: Launcher | null = null;
  readonly #handlers = new Map<number, ProgramHandler>();
  #lastId = 0;

  /** The returned function kills the program; its handler is not called then. */
  run(path: string, args: readonly string[], handler: ProgramHandler): () => void {
    if (this.#handlers.size >= PROGRAMS_MAX) {
      handler.onFailure(new RunnerError(`this runner runs ${PROGRAMS_MAX} pings already`));
      return () => undefined;
    }
    const launcher = this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    this.#handlers.set(id, handler);
    send(launcher, { id, path, args });
    return () => {
      if (this.#handlers.delete(id)) send(launcher, { id, path: null });
    };
  }

  #start(): Launcher {
    if (this.#launcher) return this.#launcher;
    const launcher = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", SCRIPT], {
      env: {},
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#launcher = launcher;
    createInterface({ input: launcher.stdout }).on("line", (line) => this.#report(JSON.parse(line)));
    // A write to a process that ended; its end is handled below.
    launcher.stdin.on("error", () => undefined);
    const onEnd = (why: string) => {
      if (this.#launcher === launcher) this.#fail(why);
    };
    launcher.once("error", ({ message }) => onEnd(`cannot be started: ${message}`));
    launcher.once("exit", (code, signal) => onEnd(`ended with ${signal ?? code}`));
    // It ends with its input, so this process does not have to wait for it.
    for (const handle of [launcher, launcher.stdin, launcher.stdout]) unref(handle);
    return launcher;
  }

  #report({ id, failure, output, errors }: LauncherReport): void {
    const handler = this.#handlers.get(id);
    if (!handler) return;
    this.#handlers.delete(id);
    if (failure === null) handler.onEnd({ output, errors });
    else handler.onFailure(new RunnerError(`ping cannot be started: ${failure}`));
  }

  #fail(why: string): void {
    this.#launcher = null;
    const waiting = [...this.#handlers.values()];
    this.#handlers.clear();
    for (const handler of waiting) handler.onFailure(new RunnerError(`the process that starts pings ${why}`));
  }
}

function send({ stdin }: Launcher, request: LauncherRequest): void {
  stdin.write(`${JSON.stringify(request)}\n`);
}

function unref(handle: object): void {
  if ("unref" in handle && typeof handle.unref === "function") handle.unref();
}
