import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { findProcess } from "../../packages/server/src/platform/storage/embedded/process-status.ts";
import { postmasters } from "../../packages/server/test/database/embedded-directory.ts";

/** Facts about a process, from Linux. */

const GONE_TIMEOUT_MS = 30_000;
const GONE_POLL_MS = 20;

/** Waits until the process has ended. Does not use vitest, because benchmarks call it too. */
export async function processGone(pid: number): Promise<void> {
  const endMs = performance.now() + GONE_TIMEOUT_MS;
  for (;;) {
    const found = await findProcess(pid);
    if (found === null || found.zombie) return;
    if (performance.now() > endMs) throw new Error(`process ${pid} still runs: ${found.command}`);
    await pause(GONE_POLL_MS);
  }
}

/** Whether the process group of this leader has no process left. */
export function groupIsGone(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return false;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
    throw error;
  }
}

/** The PostgreSQL servers that run on this `VEDETTE_DATA`. */
export function findPostgres(dataDir: string): Promise<number[]> {
  return postmasters(join(dataDir, "postgres"));
}

/** Resident memory of the process, including its threads. */
export async function rssBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`process ${pid} has no VmRSS`);
  return Number(kilobytes) * 1_024;
}

/** Remote ports of the process's TCP connections, except connections to its own port `servedPort`. */
export async function listRemotePorts(pid: number, servedPort: number): Promise<number[]> {
  const own = await socketInodes(pid);
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8")),
  );
  return tables.flatMap((table) =>
    table
      .split("\n")
      .slice(1)
      .flatMap((line) => {
        // Columns: number, local address, remote address, state, …; the tenth is the inode. Source: proc_net_tcp.rst.
        const [, local = "", remote = "", , , , , , , inode = ""] = line.trim().split(/\s+/);
        return own.has(inode) && portOf(local) !== servedPort ? [portOf(remote)] : [];
      }),
  );
}

async function socketInodes(pid: number): Promise<Set<string>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  // A descriptor that was closed since then has no target.
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => "")));
  return new Set(targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []));
}

/** `0100007F:1F90` → 8080. */
function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(":") + 1), 16);
}
