/**
 * The names and contents of a memory cgroup's files by version; pure. Source: cgroup-v2.rst and
 * cgroup-v1/memory.rst.
 */
type MemoryLimitFile = {
  name: string;
  text: string;
  /** Missing if there is no swap or it is not counted. */
  isOptional: boolean;
};

/** In the order in which they are written. */
export function limitFiles(version: 1 | 2, bytesMax: number): MemoryLimitFile[] {
  const bytes = String(bytesMax);
  if (version === 2) {
    return [
      { name: "memory.max", text: bytes, isOptional: false },
      { name: "memory.swap.max", text: "0", isOptional: true },
      // The kernel kills the whole group at once instead of one process.
      { name: "memory.oom.group", text: "1", isOptional: false },
      // Prevents child groups, which a sandbox with the user of this group could create.
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
 * Returns whether the kernel killed a process of the group because memory ran out. In version 2 only the
 * group's own limit counts: `oom_kill` alone also counts kills by the limit of a parent or the whole machine.
 * Version 1 has nothing else (its `failcnt` stays 0 in Linux 6.18 [measured]). `read` returns null for a
 * missing file.
 */
export function isOutOfMemory(version: 1 | 2, read: (name: string) => string | null): boolean {
  if (version === 1) return numberIn(read("memory.oom_control"), "oom_kill") > 0;
  const events = read("memory.events");
  return numberIn(events, "oom_kill") > 0 && numberIn(events, "oom") > 0;
}

function numberIn(text: string | null, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text ?? "")?.[1] ?? 0);
}
