import { posix } from "node:path";

/** Where groups for sandboxes may be created, below `parent`; the files of a group differ by version. */
export type MemoryHierarchy = { version: 1 | 2; parent: string };

/**
 * The subgroup in which systemd starts the server (`DelegateSubgroup=` of deploy/systemd). A group of version
 * 2 that has members may not divide its memory, so sandboxes need a parent without members; and systemd
 * forbids creating groups in a parent that it did not delegate. This name shows that both conditions are met.
 */
const SUBGROUP = "vedette";

/** Finds the hierarchy of the memory controller in `/proc/self/cgroup` and `/proc/self/mountinfo`; pure. */
export function findMemoryHierarchy(
  cgroups: string,
  mountinfo: string,
): MemoryHierarchy | { reason: string } {
  const memberships = cgroups.split("\n").map(parseMembership);
  const mounts = mountinfo.split("\n").flatMap(parseMount);

  const first = memberships.find(({ controllers }) => controllers.includes("memory"));
  if (first !== undefined) {
    const mount = mounts.find(({ type, options }) => type === "cgroup" && options.includes("memory"));
    const own = mount && pathOf(mount, first.path);
    return own ? { version: 1, parent: own } : { reason: "the memory cgroup of version 1 is not mounted" };
  }

  const unified = memberships.find(({ id }) => id === "0");
  if (unified === undefined) return { reason: "this kernel has no memory cgroup" };
  const mount = mounts.find(({ type }) => type === "cgroup2");
  const own = mount && pathOf(mount, unified.path);
  if (mount === undefined || !own) return { reason: "the cgroup of version 2 is not mounted" };
  if (posix.basename(unified.path) !== SUBGROUP) {
    return { reason: `the cgroup ${unified.path} is not a delegated subgroup named ${SUBGROUP}` };
  }
  // Without it a sandbox with the same user could mount its group and raise the limit.
  if (!mount.options.includes("nsdelegate")) return { reason: "cgroups are mounted without nsdelegate" };
  return { version: 2, parent: posix.dirname(own) };
}

type Membership = { id: string; controllers: string[]; path: string };

/** Parses a line such as `4:cpu,memory:/system.slice`, or `0::/system.slice` of version 2. */
function parseMembership(line: string): Membership {
  const [id = "", controllers = "", ...path] = line.split(":");
  return { id, controllers: controllers.split(","), path: path.join(":") };
}

type Mount = { root: string; point: string; type: string; options: string[] };

/** Source: proc_pid_mountinfo(5); a variable number of optional fields ends with a single hyphen. */
function parseMount(line: string): Mount[] {
  const [before = "", after = ""] = line.split(" - ");
  const [, , , root, point] = before.split(" ").map(unescapeOctal);
  const [type, , options] = after.split(" ");
  if (root === undefined || point === undefined || type === undefined) return [];
  return [{ root, point, type, options: options?.split(",") ?? [] }];
}

/** Spaces and similar characters are written as `\040`. */
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/**
 * Returns null if the mount shows another part of the hierarchy: that of another container, or only child
 * groups.
 */
function pathOf({ root, point }: Mount, path: string): string | null {
  const relative = posix.relative(root, path);
  return [...path.split("/"), ...relative.split("/")].includes("..") ? null : posix.join(point, relative);
}
