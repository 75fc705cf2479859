import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** A process of this machine. `command` is its arguments joined by spaces, empty for a zombie. */
export type ProcessStatus = { zombie: boolean; command: string };

/** What a process id stands for now; null when there is no such process. */
export async function findProcess(pid: number): Promise<ProcessStatus | null> {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

async function fromProc(pid: number): Promise<ProcessStatus | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // Readable for all, unlike /proc/PID/exe, which a container's root without CAP_SYS_PTRACE may not read.
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    // The state follows the name, which is in brackets and may itself hold any character.
    const state = stat.slice(stat.lastIndexOf(")") + 2)[0];
    return { zombie: state === "Z" || state === "X", command: command.replaceAll("\0", " ").trim() };
  } catch (error) {
    // ESRCH: it ended between open and read.
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
    // ps ends with 1 when it finds none.
    if (error instanceof Error && "code" in error && error.code === 1) return null;
    throw error;
  }
}
