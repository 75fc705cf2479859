import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** A process of this machine. `command` contains its arguments joined by spaces, empty for a zombie. */
export type ProcessStatus = { zombie: boolean; command: string };

/** Returns the process with this ID, or null if there is none. */
export async function findProcess(pid: number): Promise<ProcessStatus | null> {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

async function fromProc(pid: number): Promise<ProcessStatus | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // Readable by all, unlike /proc/PID/exe, which root of a container without CAP_SYS_PTRACE cannot read.
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    // The state follows the name, which is in parentheses and may contain any character.
    const state = stat.slice(stat.lastIndexOf(")") + 2)[0];
    return { zombie: state === "Z" || state === "X", command: command.replaceAll("\0", " ").trim() };
  } catch (error) {
    // ESRCH: the process exited between open and read.
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return null;
    throw error;
  }
}

async function fromPs(pid: number): Promise<ProcessStatus | null> {
  try {
    const { stdout } = await promisify(execFile)("/bin/ps", ["-o", "state=,command=", "-p", String(pid)]);
    const [state = "", ...command] = stdout.trim().split(/\s+/);
    return { zombie: state.startsWith("Z"), command: command.join(" ") };
  } catch (error) {
    // ps exits with 1 if it finds no process.
    if (error instanceof Error && "code" in error && error.code === 1) return null;
    throw error;
  }
}
