import { describe, expect, test } from "vitest";
import { findMemoryHierarchy } from "./memory-hierarchy.ts";

const FIRST_MOUNTS = `24 1 0:22 / /proc rw,nosuid - proc proc rw
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:16 master:2 - cgroup cgroup rw,memory
`;
const UNIFIED_MOUNT = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
const HYBRID_MOUNTS = `${FIRST_MOUNTS}41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n`;

describe("the hierarchy of the memory controller", () => {
  test.each([
    [
      "version 1: below the own group",
      "5:cpu,cpuacct:/\n4:memory:/system.slice/vedette.service\n",
      FIRST_MOUNTS,
      { version: 1, parent: "/sys/fs/cgroup/memory/system.slice/vedette.service" },
    ],
    [
      "hybrid: version 1 has the controller, version 2 only names",
      "4:memory:/one\n1:name=systemd:/one\n0::/one/vedette\n",
      HYBRID_MOUNTS,
      { version: 1, parent: "/sys/fs/cgroup/memory/one" },
    ],
    [
      "a container that sees only its own group, under the path of the host",
      "4:memory:/docker/0123\n",
      "35 31 0:32 /docker/0123 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
      { version: 1, parent: "/sys/fs/cgroup/memory" },
    ],
    [
      "a mount point with a space",
      "4:memory:/a:b\n",
      "35 31 0:32 / /mnt/my\\040groups rw - cgroup cgroup rw,memory\n",
      { version: 1, parent: "/mnt/my groups/a:b" },
    ],
    [
      "version 2: beside the own group, which is a delegated subgroup",
      "0::/system.slice/vedette.service/vedette\n",
      UNIFIED_MOUNT,
      { version: 2, parent: "/sys/fs/cgroup/system.slice/vedette.service" },
    ],
  ])("%s", (_, cgroups, mountinfo, expected) => {
    expect(findMemoryHierarchy(cgroups, mountinfo)).toEqual(expected);
  });

  test.each([
    [
      "version 2 without delegation",
      "0::/system.slice/vedette.service\n",
      UNIFIED_MOUNT,
      /not a delegated subgroup/,
    ],
    [
      "version 2 mounted without nsdelegate",
      "0::/a/vedette\n",
      "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
      /without nsdelegate/,
    ],
    ["the root of a container's namespace", "0::/\n", UNIFIED_MOUNT, /not a delegated subgroup/],
    ["version 2 that is not mounted", "0::/a/vedette\n", FIRST_MOUNTS, /version 2 is not mounted/],
    ["version 1 that is not mounted", "4:memory:/a\n0::/a\n", UNIFIED_MOUNT, /version 1 is not mounted/],
    [
      "a mount that shows another part",
      "4:memory:/a\n",
      "35 31 0:32 /b /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
      /version 1 is not mounted/,
    ],
    ["a group outside of the namespace", "0::/../vedette\n", UNIFIED_MOUNT, /version 2 is not mounted/],
    ["neither version", "5:cpu,cpuacct:/\n", FIRST_MOUNTS, /no memory cgroup/],
    ["nothing at all", "", "", /no memory cgroup/],
  ])("none: %s", (_, cgroups, mountinfo, reason) => {
    expect(findMemoryHierarchy(cgroups, mountinfo)).toEqual({ reason: expect.stringMatching(reason) });
  });
});
