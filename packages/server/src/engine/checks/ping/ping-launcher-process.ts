import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { LauncherReport, LauncherRequest } from "./ping-launcher.ts";

/**
 * The process that starts programs for a runner. To start a program, the kernel copies the page tables of the process that
 * does it, which takes as long as that process is large. This one is small and does nothing else. It reads requests as lines
 * of JSON and ends with its input, when it kills what still runs.
 */
const OUTPUT_LENGTH_MAX = 32_768;
const running = new Map<number, ChildProcessByStdio<null, Readable, Readable>>();

createInterface({ input: process.stdin })
  .on("line", (line) => handle(JSON.parse(line) as LauncherRequest))
  .on("close", () => {
    for (const child of running.values()) child.kill("SIGKILL");
    process.exit();
  });

function handle(request: LauncherRequest): void {
  if (request.path === null) running.get(request.id)?.kill("SIGKILL");
  else start(request.id, request.path, request.args);
}

function start(id: number, path: string, args: readonly string[]): void {
  // What the program prints is read in English.
  const child = spawn(path, args, { env: { LC_ALL: "C" }, stdio: ["ignore", "pipe", "pipe"] });
  running.set(id, child);
  const texts = { output: "", errors: "" };
  child.stdout.on("data", (text: Buffer) => {
    texts.output = (texts.output + text.toString("latin1")).slice(-OUTPUT_LENGTH_MAX);
  });
  child.stderr.on("data", (text: Buffer) => {
    texts.errors = (texts.errors + text.toString("latin1")).slice(-OUTPUT_LENGTH_MAX);
  });
  let failure: string | null = null;
  child.once("error", ({ message }) => {
    failure = message;
  });
  child.once("close", () => {
    running.delete(id);
    send({ id, failure, ...texts });
  });
}

function send(report: LauncherReport): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
