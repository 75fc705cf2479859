/** What the files of a memory cgroup are called and say, by version; pure. Source: cgroup-v2.rst and cgroup-v1/memory.rst. */
type MemoryLimitFile = {
  name: string;
  text: string;
  /** Missing where swap is not there or not counted. */
  isOptional: boolean;
};

/** In the order in which they are written. */
export function limitFiles(version: 1 | 2, bytesMax: number): MemoryLimitFile[] {
  const bytes = String(bytesMax);
  if (version === 2) {
    return [
      { name: "memory.max", text: bytes, isOptional: false },
      { name: "memory.swap.max", text: "0", isOptional: true },
      // The kernel ends all of the group at once, instead of the process that it likes least.
      { name: "memory.oom.group", text: "1", isOptional: false },
      // Inside it could make groups below its own, where it has the user who made this one.
      { name: "cgroup.max.descendants", text: "0", isOptional: false },
    ];
  }
  return [
    { name: "memory.limit_in_bytes", text: bytes, isOptional: false },
    // Memory and swap together; the kernel accepts it only after the former.
    { name: "memory.memsw.limit_in_bytes", text: bytes, isOptional: true },
  ];
}

/**
 * Whether the kernel ended a process of the group because memory ran out. In version 2 only at the group's own limit:
 * `oom_kill` alone also counts what the limit of a parent or the whole machine ended, and version 1 has nothing else
 * (its `failcnt` stays 0 in Linux 6.18 [measured]). `read` returns null for a file that is missing.
 */
export function isOutOfMemory(version: 1 | 2, read: (name: string) => string | null): boolean {
  if (version === 1) return numberIn(read("memory.oom_control"), "oom_kill") > 0;
  const events = read("memory.events");
  return numberIn(events, "oom_kill") > 0 && numberIn(events, "oom") > 0;
}

function numberIn(text: string | null, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text ?? "")?.[1] ?? 0);
}
