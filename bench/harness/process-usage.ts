import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** Usage of a group of processes: CPU time since their start, and current memory. From /proc, so Linux only. */
export type Usage = { cpuMs: number; pssMb: number };

/** Clock ticks of /proc/PID/stat: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;
/** Of `fieldsOf`: utime and stime, cutime and cstime; fields 14 to 17 of proc(5). */
const OWN_FIELDS = [11, 12];
const CHILDREN_FIELDS = [13, 14];

/** The CPU time includes that of children that have ended. */
export function usageOf(pids: readonly number[]): Usage {
  const each = pids.map((pid) => ({ cpuMs: cpuMsOf(pid), pssMb: pssMbOf(pid) }));
  return {
    cpuMs: each.reduce((sum, one) => sum + one.cpuMs, 0),
    pssMb: each.reduce((sum, one) => sum + one.pssMb, 0),
  };
}

/** CPU of this process and of its children that have ended. Exact to the microsecond, apart from the children. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + ticksMs(fieldsOf(process.pid), CHILDREN_FIELDS);
}

/** The process and its descendants. */
export function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(fieldsOf(Number(name))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const each of tree) tree.push(...(children.get(each) ?? []));
  return tree;
}

export function nameOf(pid: number): string {
  return read(`/proc/${pid}/comm`).trim();
}

/** Fields of /proc/PID/stat after the name, which may contain any character. The first is the state. */
function fieldsOf(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`);
  const end = text.lastIndexOf(")");
  return end === -1 ? null : text.slice(end + 2).split(" ");
}

function cpuMsOf(pid: number): number {
  return ticksMs(fieldsOf(pid), [...OWN_FIELDS, ...CHILDREN_FIELDS]);
}

function ticksMs(fields: readonly string[] | null, indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => sum + Number(fields?.[index] ?? 0), 0) * TICK_MS;
}

function pssMbOf(pid: number): number {
  const match = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`));
  return match ? Number(match[1]) / 1024 : 0;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}
