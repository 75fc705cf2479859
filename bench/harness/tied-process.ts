import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/**
 * Starts a program that the kernel sends SIGTERM when the bench ends, however it ends: by Ctrl-C, by a signal, by
 * kill -9. By util-linux's setpriv, which replaces itself with the program and so keeps its pid.
 */
export function spawnTied(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "TERM", program, ...args], options);
}
