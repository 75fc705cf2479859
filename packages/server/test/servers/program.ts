import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A running system program that listens on its own port. */
export type RunningProgram = { stop(): Promise<void> };

/** RabbitMQ needed 5 s on two idle cores and over 20 s at a load of 30. */
const START_TIMEOUT_MS = 50_000;
const POLL_MS = 20;

/** Returns why tests with these programs are skipped on this machine, or null if they are not. */
export function programsMissing(programs: Readonly<Record<string, string>>): string | null {
  const missing = Object.entries(programs).filter(([path]) => !existsSync(path));
  if (missing.length === 0) return null;
  const names = missing.map(([, name]) => name).join(" ");
  return `not installed: ${missing.map(([path]) => path).join(", ")} (Debian: apt-get install ${names})`;
}

type StartOptions = {
  port: number;
  /** Whether the program is ready; by default, when it accepts connections at the port. */
  isReady?: () => Promise<boolean>;
  /** Of the user and the group that run it; only root can change them. */
  uid?: number;
  env?: NodeJS.ProcessEnv;
  /** Of a program that starts others, which must end with it. */
  hasChildren?: true;
};

/** Starts a program that stays in the foreground, and waits until it is ready. */
export async function startProgram(
  path: string,
  args: readonly string[],
  start: number | StartOptions,
): Promise<RunningProgram> {
  const options: StartOptions = typeof start === "number" ? { port: start } : start;
  const { port, uid, env, hasChildren = false, isReady = () => accepts(port) } = options;
  const child = spawn(path, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own.
    detached: hasChildren,
    ...(uid !== undefined && { uid, gid: uid }),
    ...(env && { env: { ...process.env, ...env } }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      output = (output + text.toString()).slice(-4_000);
    });
  }
  // Killed with this process, so that a crashed test leaves no server behind.
  const kill = () => {
    if (hasChildren && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  };
  const onExit = () => {
    if (child.exitCode === null && child.signalCode === null) kill();
  };
  process.once("exit", onExit);
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      onExit();
      throw new Error(`${path} did not start: ${output}`);
    }
    await wait(POLL_MS);
  }
  return {
    async stop() {
      process.removeListener("exit", onExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      kill();
      await exited;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}
