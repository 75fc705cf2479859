// Runs one command and returns its output.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** Maximum characters of output to keep; errors are at the end. */
const OUTPUT_CHARS_MAX = 200_000;

/** Runs `command` with captured output: `{ code, output, seconds }`, standard output and error combined. */
export function runQuietly(command, args, options = {}) {
  return runCommand(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs `command` on this process's streams; SIGINT and SIGTERM stop it, and the result reports the interruption. */
export async function runAloud(command, args, options = {}) {
  return runCommand(command, args, { ...options, stdio: "inherit" });
}

const SETPRIV = "/usr/bin/setpriv";

/**
 * Like `runAloud`, for a command that must not outlive this process: if util-linux is installed, the kernel sends it
 * SIGTERM even after a kill -9. setpriv replaces itself with the command and keeps its process ID.
 */
export async function runTied(command, args, options = {}) {
  if (!existsSync(SETPRIV)) return runAloud(command, args, options);
  return runAloud(SETPRIV, ["--pdeathsig", "TERM", command, ...args], options);
}

function runCommand(command, args, options) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, options);
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_CHARS_MAX);
    };
    child.stdout?.setEncoding("utf8").on("data", keep);
    child.stderr?.setEncoding("utf8").on("data", keep);
    let isInterrupted = false;
    const stop = () => {
      isInterrupted = true;
      child.kill("SIGTERM");
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    const end = (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve({ code, output, isInterrupted, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.on("error", (error) => {
      output += `${command}: ${error.message}\n`;
      end(127);
    });
    child.on("close", (code) => end(code ?? 1));
  });
}
