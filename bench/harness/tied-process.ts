import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/**
 * Starts a program that gets SIGTERM from the kernel when the benchmark ends, even by kill -9. Uses util-linux's setpriv,
 * which replaces itself with the program and so keeps its pid.
 */
export function spawnTied(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "TERM", program, ...args], options);
}
