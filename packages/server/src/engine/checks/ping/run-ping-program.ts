import { existsSync } from "node:fs";
import { platform } from "node:os";
import type { RunnerError } from "../../../platform/net/net-failure.ts";
import { PingLauncher } from "./ping-launcher.ts";

export type PingOptions = {
  /** An IP address. The program resolves no names, so that it cannot reach another one. */
  ip: string;
  count: number;
  intervalMs: number;
  size: number;
  /** How long to wait for the last answer. */
  waitMs: number;
  /** Packets that are too large for the path are dropped instead of divided. */
  isUnfragmented?: true;
};

type PingHandler = {
  onEnd(printed: { output: string; errors: string }): void;
  onMissing(): void;
  onFailure(error: RunnerError): void;
};

const PATHS = ["/usr/bin/ping", "/bin/ping", "/sbin/ping"];

/** One for each thread. */
const launcher = new PingLauncher();

/** Runs the program ping of the system with fixed arguments, never through a shell. The returned function kills it. */
export function runPingProgram(options: PingOptions, handler: PingHandler): () => void {
  const path = PATHS.find((each) => existsSync(each));
  if (path !== undefined) return launcher.run(path, argumentsOf(options), handler);
  handler.onMissing();
  return () => undefined;
}

function argumentsOf({ ip, count, intervalMs, size, waitMs, isUnfragmented }: PingOptions): string[] {
  const isDarwin = platform() === "darwin";
  // macOS takes milliseconds.
  const wait = isDarwin ? Math.ceil(waitMs) : Math.max(1, Math.floor(waitMs / 1_000));
  const numbers = ["-c", `${count}`, "-i", `${intervalMs / 1_000}`, "-s", `${size}`, "-W", `${wait}`];
  const fragments = isDarwin ? ["-D"] : ["-M", "do"];
  return ["-n", ...numbers, ...(isUnfragmented ? fragments : []), ip];
}
