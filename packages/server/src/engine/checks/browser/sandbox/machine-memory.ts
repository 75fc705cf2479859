import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMemoryGroups, type MemoryGroup, type MemoryGroups } from "./memory-group.ts";
import { findMemoryHierarchy, type MemoryHierarchy } from "./memory-hierarchy.ts";

/** How the memory of sandboxes is limited on this machine: by the kernel, or by polling, and why. */
export type MachineMemory = { groups: MemoryGroups } | { groups: null; reason: string };

const PROBE_BYTES_MAX = 33_554_432;
const PROBE_MS_MAX = 10_000;

let known: Promise<MachineMemory> | null = null;

/** Detects it once per process. Removes the groups that killed runners left behind. Never throws. */
export function machineMemory(): Promise<MachineMemory> {
  known ??= openMemory();
  return known;
}

/** Returns null if the limit has to be enforced by polling. */
export async function claimMemory(bytesMax: number): Promise<MemoryGroup | null> {
  const { groups } = await machineMemory();
  // The number of groups can be exhausted, and the unit can be reconfigured while it runs; polling still
  // limits.
  return (await groups?.claim(bytesMax).catch(() => null)) ?? null;
}

/** Returns the command that enters the group and then becomes `program`, with the given environment. */
export function enterAndRun(group: Pick<MemoryGroup, "processesFile">, program: readonly string[]): string[] {
  // The shell adds its own variables, and the environment of a sandbox's first process is visible inside.
  const script = 'echo $$ > "$1"; shift; unset PWD OLDPWD; exec "$@"';
  return ["/bin/sh", "-euc", script, "sh", group.processesFile, ...program];
}

async function openMemory(): Promise<MachineMemory> {
  if (process.platform !== "linux") return { groups: null, reason: "cgroups need Linux" };
  try {
    const [cgroups, mountinfo] = await Promise.all([
      readFile("/proc/self/cgroup", "utf8"),
      readFile("/proc/self/mountinfo", "utf8"),
    ]);
    const found = findMemoryHierarchy(cgroups, mountinfo);
    if ("reason" in found) return { groups: null, reason: found.reason };
    if (found.version === 1 && process.getuid?.() !== 0) {
      // A sandbox with the user who created its group could mount it inside and raise the limit.
      return { groups: null, reason: "the memory cgroup of version 1 requires root" };
    }
    if (found.version === 2) await divideMemory(found);
    const groups = createMemoryGroups(found);
    await groups.sweep();
    await probe(groups);
    return { groups };
  } catch (error) {
    return { groups: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** systemd leaves it to the owner of a delegated group to enable the controller for its children. */
export async function divideMemory({ parent }: MemoryHierarchy): Promise<void> {
  const file = join(parent, "cgroup.subtree_control");
  const enabled = (await readFile(file, "utf8")).trim().split(" ");
  if (!enabled.includes("memory")) await writeFile(file, "+memory");
}

/** Tests with a process: the right to create a group does not include the right to move a process into it. */
async function probe(groups: MemoryGroups): Promise<void> {
  const group = await groups.claim(PROBE_BYTES_MAX);
  try {
    const [shell = "", ...args] = enterAndRun(group, ["/bin/true"]);
    await promisify(execFile)(shell, args, { timeout: PROBE_MS_MAX, env: {} });
  } finally {
    await group.remove();
  }
}
