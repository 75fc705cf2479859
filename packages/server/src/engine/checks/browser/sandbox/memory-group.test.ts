import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { divideMemory, enterAndRun, machineMemory } from "./machine-memory.ts";
import { isOutOfMemory, limitFiles } from "./memory-files.ts";
import { createMemoryGroups, type MemoryGroups } from "./memory-group.ts";
import { ownMark } from "./owner-mark.ts";

const MEBIBYTE = 1_048_576;

describe("the files of a memory cgroup", () => {
  test("limit memory and swap of version 2, and kill the whole group at once", () => {
    expect(limitFiles(2, 64 * MEBIBYTE)).toEqual([
      { name: "memory.max", text: "67108864", isOptional: false },
      { name: "memory.swap.max", text: "0", isOptional: true },
      { name: "memory.oom.group", text: "1", isOptional: false },
      { name: "cgroup.max.descendants", text: "0", isOptional: false },
    ]);
  });

  test("limit memory of version 1 before memory and swap together", () => {
    expect(limitFiles(1, MEBIBYTE)).toEqual([
      { name: "memory.limit_in_bytes", text: "1048576", isOptional: false },
      { name: "memory.memsw.limit_in_bytes", text: "1048576", isOptional: true },
    ]);
  });

  test.each([
    [
      "2: killed at its own limit",
      2,
      { "memory.events": "low 0\nmax 9\noom 1\noom_kill 3\noom_group_kill 1\n" },
      true,
    ],
    ["2: killed at the limit of a parent", 2, { "memory.events": "max 0\noom 0\noom_kill 1\n" }, false],
    ["2: not killed", 2, { "memory.events": "max 7\noom 0\noom_kill 0\n" }, false],
    ["2: gone", 2, {}, false],
    ["1: ended", 1, { "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n" }, true],
    ["1: not killed", 1, { "memory.oom_control": "oom_kill_disable 0\nunder_oom 1\noom_kill 0\n" }, false],
    ["1: gone", 1, {}, false],
  ] as const)("report whether it was out of memory: version %s", (_, version, files, expected) => {
    const contents = new Map<string, string>(Object.entries(files));
    expect(isOutOfMemory(version, (name) => contents.get(name) ?? null)).toBe(expected);
  });
});

describe("a delegated group of version 2 (a folder with its files, no kernel)", () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "vedette-cgroup-"));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  test("enables the memory controller for its children once", async () => {
    const file = join(parent, "cgroup.subtree_control");
    await writeFile(file, "cpu pids\n");
    await divideMemory({ version: 2, parent });
    expect(await readFile(file, "utf8")).toBe("+memory");
    await writeFile(file, "cpu memory pids\n");
    await divideMemory({ version: 2, parent });
    expect(await readFile(file, "utf8")).toBe("cpu memory pids\n");
  });

  test("gets a child for each sandbox, with the limits in its files", async () => {
    const group = await createMemoryGroups({ version: 2, parent }).claim(MEBIBYTE);
    const [name = ""] = await readdir(parent);
    expect(name).toContain(`vedette-${await ownMark()}-`);
    expect(group.processesFile).toBe(join(parent, name, "cgroup.procs"));
    expect(await readFile(join(parent, name, "memory.max"), "utf8")).toBe("1048576");
    expect(group.isOutOfMemory()).toBe(false);
    await writeFile(join(parent, name, "memory.events"), "oom 1\noom_kill 1\n");
    expect(group.isOutOfMemory()).toBe(true);
  });
});

const memory = await machineMemory();
const reason = memory.groups === null ? memory.reason : null;

describe.skipIf(reason !== null)(
  `memory groups of this kernel ${reason === null ? "" : `(skipped: ${reason})`}`,
  () => {
    const groups = () => memory.groups as MemoryGroups;

    test("a program that exceeds the limit is killed, its neighbor is not", async () => {
      const [small, large] = [await groups().claim(64 * MEBIBYTE), await groups().claim(512 * MEBIBYTE)];
      const program = ["/usr/bin/env", process.execPath, "-e", `Buffer.alloc(${192 * MEBIBYTE}, 1)`];
      const ends = [small, large].map(async (group) => {
        const [shell = "", ...args] = enterAndRun(group, program);
        const [code] = await once(spawn(shell, args, { stdio: "ignore" }), "exit");
        return code;
      });
      expect(await Promise.all(ends)).toEqual([null, 0]);
      expect([small.isOutOfMemory(), large.isOutOfMemory()]).toEqual([true, false]);
      for (const group of [small, large]) {
        await group.remove();
        expect(existsSync(group.processesFile)).toBe(false);
        await group.remove();
      }
    });

    test("a program starts in the group, with only the given environment", async () => {
      const group = await groups().claim(64 * MEBIBYTE);
      const [shell = "", ...args] = enterAndRun(group, [
        "/bin/cat",
        "/proc/self/cgroup",
        "/proc/self/environ",
      ]);
      const { stdout } = await promisify(execFile)(shell, args, { env: { OF_CALLER: "1" } });
      expect(stdout).toContain(`/${group.processesFile.split("/").at(-2)}\n`);
      expect(stdout.split("\n").at(-1)).toBe("OF_CALLER=1\0");
      await group.remove();
    });

    test("its removal kills what still runs in it", async () => {
      const group = await groups().claim(64 * MEBIBYTE);
      const [shell = "", ...args] = enterAndRun(group, ["/bin/sh", "-c", "echo in; exec /bin/sleep 1000"]);
      const child = spawn(shell, args, { stdio: ["ignore", "pipe", "ignore"] });
      await once(child.stdout, "data");
      const exit = once(child, "exit");
      await group.remove();
      expect(await exit).toEqual([null, "SIGKILL"]);
    });

    test("the sweep removes groups of dead owners and keeps those of living ones", async () => {
      const living = await groups().claim(64 * MEBIBYTE);
      // This process's id with another start time: the id was reused.
      const stale = join(groups().hierarchy.parent, `vedette-${process.pid}-1-rest`);
      await mkdir(stale);
      await groups().sweep();
      expect(existsSync(stale)).toBe(false);
      expect(existsSync(living.processesFile)).toBe(true);
      await living.remove();
    });
  },
);
