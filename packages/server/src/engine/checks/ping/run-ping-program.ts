import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { platform } from "node:os";
import { RunnerError } from "../../../platform/net/net-failure.ts";

export type PingOptions = {
  /** An IP address. The program resolves no names, so that it cannot reach another one. */
  ip: string;
  count: number;
  intervalMs: number;
  size: number;
  /** How long to wait for the last answer. */
  waitMs: number;
};

type PingEnd = { output: string; errors: string; exitCode: number | null };
type PingHandler = { onEnd(end: PingEnd): void; onMissing(): void; onFailure(error: RunnerError): void };

const PATHS = ["/usr/bin/ping", "/bin/ping", "/sbin/ping"];
const OUTPUT_LENGTH_MAX = 32_768;
/** Each is a process of about 2 MB. Further ones are not made, and count as missed. */
const PINGS_MAX = 200;

let running = 0;

/** Runs the program ping of the system with fixed arguments, never through a shell. The returned function kills it. */
export function runPingProgram(options: PingOptions, handler: PingHandler): () => void {
  const path = PATHS.find((each) => existsSync(each));
  if (path === undefined) {
    handler.onMissing();
    return () => undefined;
  }
  if (running >= PINGS_MAX) {
    handler.onFailure(new RunnerError(`this machine runs ${PINGS_MAX} pings already`));
    return () => undefined;
  }
  running += 1;
  // The summary is read in English.
  const child = spawn(path, argumentsOf(options), {
    env: { LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { output: "", errors: "" };
  let isKilled = false;
  let hasFailed = false;
  child.stdout.on("data", (text: Buffer) => {
    texts.output = (texts.output + text.toString("latin1")).slice(-OUTPUT_LENGTH_MAX);
  });
  child.stderr.on("data", (text: Buffer) => {
    texts.errors = (texts.errors + text.toString("latin1")).slice(-OUTPUT_LENGTH_MAX);
  });
  child.once("error", (error) => {
    hasFailed = true;
    handler.onFailure(new RunnerError(`ping cannot be started: ${error.message}`, { cause: error }));
  });
  child.once("close", (exitCode) => {
    running -= 1;
    if (!isKilled && !hasFailed) handler.onEnd({ ...texts, exitCode });
  });
  return () => {
    isKilled = true;
    child.kill("SIGKILL");
  };
}

function argumentsOf({ ip, count, intervalMs, size, waitMs }: PingOptions): string[] {
  // macOS takes milliseconds.
  const wait = platform() === "darwin" ? Math.ceil(waitMs) : Math.max(1, Math.floor(waitMs / 1_000));
  const numbers = ["-c", `${count}`, "-i", `${intervalMs / 1_000}`, "-s", `${size}`, "-W", `${wait}`];
  return ["-n", ...numbers, ip];
}
