import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { access, chmod, copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { listening } from "../../../../../test/servers/raw-server.ts";
import { type Launch, type LaunchEnd, type LaunchLimits, launch } from "./launch.ts";
import { machineMemory } from "./machine-memory.ts";
import { isAnyAlive, type ProcessMark, readProcessTree } from "./process-tree.ts";
import { INSIDE_FOLDER, proveSandbox } from "./prove.ts";
import { claimScratch, sweepScratch } from "./scratch.ts";

const MEBIBYTE = 1_048_576;
const LIMITS: LaunchLimits = {
  messageBytesMax: 65_536,
  fileBytesMax: MEBIBYTE,
  bytesMax: 4 * MEBIBYTE,
  wallMs: 20_000,
  memoryBytesMax: 512 * MEBIBYTE,
  processesMax: 64,
  homeBytesMax: 8 * MEBIBYTE,
  sharedMemoryBytesMax: 8 * MEBIBYTE,
  writtenFileBytesMax: 4 * MEBIBYTE,
  printedBytesMax: 65_536,
};

// Every user can traverse it: if the tests run as root, each sandbox has another user.
const root = await mkdtemp(join(tmpdir(), "vedette-escape-"));
await chmod(root, 0o755);
afterAll(() => rm(root, { recursive: true, force: true }));
const scratchRoot = join(root, "scratch");

type Attack = { found: unknown[]; end: LaunchEnd };

/**
 * Runs a hostile program inside, with `found(…)` to report what it accessed, and `fs`, `net` and `spawn` in
 * scope.
 */
async function attack(
  program: string,
  changes: Partial<LaunchLimits> = {},
  onFound: (stop: () => void) => void = () => {},
  more: Pick<Launch, "isMemoryPolled"> = {},
): Promise<Attack> {
  const folder = await mkdtemp(join(root, "attack-"));
  await chmod(folder, 0o755);
  await writeFile(join(folder, "attack.mjs"), PREAMBLE + program);
  await copyFile(join(INSIDE_FOLDER, "system-call.mjs"), join(folder, "system-call.mjs"));
  const found: unknown[] = [];
  const stop = new AbortController();
  const scratch = await claimScratch(scratchRoot);
  try {
    const end = await launch({
      scratch,
      mode: "sandboxed",
      entry: { folder, file: "attack.mjs" },
      input: {},
      readOnly: [],
      env: {},
      limits: { ...LIMITS, ...changes },
      signal: stop.signal,
      onFrame(frame) {
        if (frame.kind === "message") found.push(frame.value);
        onFound(() => stop.abort());
      },
      ...more,
    });
    return { found, end };
  } finally {
    await scratch.remove();
  }
}

const PREAMBLE = `
import fs from "node:fs";
import net from "node:net";
import { spawn, spawnSync } from "node:child_process";
import * as calls from "./system-call.mjs";
const found = (value) => {
  const body = Buffer.from(JSON.stringify(value));
  const header = Buffer.alloc(5);
  header.write("M");
  header.writeUInt32BE(body.length, 1);
  fs.writeSync(3, Buffer.concat([header, body]));
};
const codeOf = (call) => {
  try { call(); return "done"; } catch (error) { return error.code; }
};
`;

async function whyNot(): Promise<string | null> {
  if (process.platform !== "linux") return "this is not Linux";
  try {
    const { end } = await attack("");
    return end.exitCode === 0 ? null : `bubblewrap cannot start here: ${end.printed.trim()}`;
  } catch (error) {
    return `bubblewrap cannot start here: ${String(error)}`;
  }
}

const reason = await whyNot();
const machine = await machineMemory();
const noGroups = machine.groups === null ? machine.reason : null;

describe.skipIf(reason !== null)(`the sandbox ${reason === null ? "" : `(skipped: ${reason})`}`, () => {
  test("proves itself", async () => {
    const proof = await proveSandbox({ scratchRoot, limits: LIMITS, hiddenPaths: [root], destinations: [] });
    expect(proof).toMatchObject({ ok: true });
    expect(proof.ok && proof.refused.map(({ canary }) => canary)).toEqual(
      expect.arrayContaining([
        "environment",
        "files",
        "network",
        "vsock",
        "kernel",
        "disk",
        "forks",
        "flood",
        "outlive",
      ]),
    );
  });

  test("does not prove itself if a destination is reachable or a file is visible", async () => {
    const seen = await proveSandbox({
      scratchRoot,
      limits: LIMITS,
      hiddenPaths: ["/usr/bin/env"],
      destinations: [],
    });
    expect(seen).toMatchObject({
      ok: false,
      reason: expect.stringContaining("files (/usr/bin/env is visible)"),
    });
  });

  test("hides the environment and the memory of the runner", async () => {
    expect(readFileSync("/proc/self/environ", "utf8")).toContain("PATH=");
    const { found } = await attack(`
      for (const pid of fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name))) {
        found({ pid, environment: fs.readFileSync("/proc/" + pid + "/environ", "utf8"), command: fs.readFileSync("/proc/" + pid + "/cmdline", "utf8").slice(0, 20) });
      }`);
    // bubblewrap and the program itself; both belong to the sandbox.
    expect(found).toHaveLength(2);
    for (const { environment } of found as { environment: string }[]) {
      const names = environment.split("\0").map((entry) => entry.split("=")[0]);
      expect(["HOME", "TMPDIR", "PWD", ""]).toEqual(expect.arrayContaining(names));
    }
  });

  test("hides /etc/shadow, home folders and other runs' files, under any name", async () => {
    const other = await claimScratch(scratchRoot);
    const secret = join(other.folder, "secret");
    await writeFile(secret, "of another run");
    const { found } = await attack(`
      for (const path of ["/etc/shadow", "/root", "/home/other", "/proc/1/root/etc/shadow", "/var/lib", "/run", ${JSON.stringify(secret)}, ${JSON.stringify(root)}]) {
        found(codeOf(() => fs.statSync(path)));
      }
      found(fs.readdirSync("/tmp"));
      found(fs.readdirSync("/etc").includes("passwd"));`);
    await access(secret);
    await other.remove();
    expect(found.slice(0, 8).every((code) => code === "ENOENT" || code === "EACCES")).toBe(true);
    expect(found.slice(8)).toEqual([[], false]);
  });

  test("reaches no database on loopback, no socket, no metadata service and no Internet host", async () => {
    let connections = 0;
    const database = await listening(createServer(() => connections++));
    const path = join(root, ".s.PGSQL.5432");
    const socket = createServer(() => connections++).listen(path);
    await once(socket, "listening");
    const { found } = await attack(`
      const places = [{ host: "127.0.0.1", port: ${database.port} }, { path: ${JSON.stringify(path)} },
        { host: "169.254.169.254", port: 80 }, { host: "1.1.1.1", port: 443 }, { path: "\\0vedette" }];
      for (const place of places) {
        const to = net.connect(place);
        found(await new Promise((resolve) => {
          to.once("connect", () => resolve("reached"));
          to.once("error", (error) => resolve(error.code));
        }));
      }`);
    await database.close();
    socket.close();
    expect(found).toEqual(["ECONNREFUSED", "ENOENT", "ENETUNREACH", "ENETUNREACH", "ECONNREFUSED"]);
    expect(connections).toBe(0);
  });

  test("stops a fork bomb and leaves none of its processes", async () => {
    let tree: ProcessMark[] = [];
    const { found } = await attack(
      `let count = 0, failed = null;
       while (failed === null && count < 500) {
         const child = spawn("/bin/sleep", ["100"], { detached: true, stdio: "ignore" });
         failed = await new Promise((resolve) => { child.once("error", (error) => resolve(error.code)); child.once("spawn", () => resolve(null)); });
         if (failed === null) count++;
       }
       found({ failed, count });`,
      {},
      (stop) => {
        tree = descendants();
        stop();
      },
    );
    expect(found).toEqual([{ failed: "EAGAIN", count: expect.any(Number) }]);
    expect((found[0] as { count: number }).count).toBeLessThan(LIMITS.processesMax);
    expect(tree.length).toBeGreaterThan(1);
    await vi.waitFor(() => expect(isAnyAlive(tree)).toBe(false), 30_000);
  });

  test("stops a disk bomb at the quota in every folder, and keeps the machine's files read-only", async () => {
    const { found } = await attack(`
      process.on("SIGXFSZ", () => {});
      for (const folder of ["/home/vedette", "/tmp", "/var/tmp", "/dev/shm"]) {
        let bytes = 0, code = null;
        for (let file = 0; file < 20 && code !== "ENOSPC"; file++) {
          code = codeOf(() => {
            const fd = fs.openSync(folder + "/bomb" + file, "w");
            for (;;) bytes += fs.writeSync(fd, Buffer.alloc(65536));
          });
        }
        for (const name of fs.readdirSync(folder)) if (name.startsWith("bomb")) fs.rmSync(folder + "/" + name);
        found({ code, isBounded: bytes <= ${LIMITS.homeBytesMax} });
      }
      for (const folder of ["/", "/usr/bin", "/opt/vedette/node_modules", "/opt/vedette/bin", "/dev", "/etc"]) {
        found(codeOf(() => fs.writeFileSync(folder + "/bomb", "x")));
      }`);
    expect(found.slice(0, 4)).toEqual(Array(4).fill({ code: "ENOSPC", isBounded: true }));
    expect(found.slice(4).every((code) => code === "EROFS" || code === "EACCES")).toBe(true);
  });

  test("stops a flood of output", async () => {
    const { end } = await attack(`for (;;) fs.writeSync(1, "flood ".repeat(10_000));`);
    expect(end).toMatchObject({ killedFor: "output", reason: expect.stringContaining("64 KiB") });
    expect(end.printed.length).toBeLessThanOrEqual(16_384);
  });

  test.each([
    ["that never end", `for (;;) found("x".repeat(60_000));`, "4194304 bytes of results"],
    ["in another form", `fs.writeSync(3, "HTTP/1.1 200 OK"); setInterval(() => {}, 1000);`, "unknown format"],
    [
      "that announce too much",
      `fs.writeSync(3, Buffer.from([77, 255, 255, 255, 255])); setInterval(() => {}, 1000);`,
      "message of 4294967295 bytes",
    ],
  ])("stops results %s", async (_, program, words) => {
    const { end } = await attack(program);
    expect(end).toMatchObject({ killedFor: "protocol", reason: expect.stringContaining(words) });
  });

  const GREEDY = `const kept = []; setInterval(() => kept.push(Buffer.alloc(${32 * MEBIBYTE}, 1)), 10);`;
  const FATAL = { memoryBytesMax: 256 * MEBIBYTE };
  const OUT_OF_MEMORY = { killedFor: "memory", reason: "it took more than 256 MiB of memory" };

  test("stops a program that takes too much memory, if that has to be polled", async () => {
    const { end } = await attack(GREEDY, FATAL, () => {}, { isMemoryPolled: true });
    expect(end).toMatchObject(OUT_OF_MEMORY);
  });

  describe.skipIf(noGroups !== null)(
    `with a memory cgroup ${noGroups === null ? "" : `(skipped: ${noGroups})`}`,
    () => {
      test("stops a program that takes too much memory, with the same message as polling", async () => {
        expect((await attack(GREEDY, FATAL)).end).toMatchObject(OUT_OF_MEMORY);
      });

      test("stops the whole program if the kernel killed only a child", async () => {
        const { end } = await attack(
          `spawn(process.execPath, ["-e", ${JSON.stringify(GREEDY)}], { stdio: "ignore" });
         setInterval(() => {}, 1000);`,
          FATAL,
        );
        expect(end).toMatchObject(OUT_OF_MEMORY);
      });

      test("prevents programs inside from raising the limit or leaving the group", async () => {
        let group = "";
        const { found } = await attack(
          `found(fs.readFileSync("/proc/self/mountinfo", "utf8").includes("cgroup"));
         found(codeOf(() => fs.statSync("/sys")));
         found("ready");
         for (const mount of ["-t cgroup -o memory", "-t cgroup2"]) {
           // As root of a namespace of its own, as Chromium makes them, in a hierarchy that it mounts itself.
           const script = "/bin/mount -t tmpfs none /home && mkdir /home/g && /bin/mount " + mount + " none /home/g && cd /home/g || exit;"
             + "for file in memory.limit_in_bytes memory.memsw.limit_in_bytes memory.max memory.high cgroup.procs; do"
             + " ( echo 0 > $file ) && echo $file was written; done; mkdir own && echo own was made";
           found(spawnSync("/usr/bin/unshare", ["-Urm", "--cgroup", "/bin/sh", "-c", script], { encoding: "utf8" }).stdout);
         }`,
          {},
          () => {
            group ||= descendants()
              .map(({ pid }) => readFileSync(`/proc/${pid}/cgroup`, "utf8"))
              .join("");
          },
        );
        expect(group).toContain(`/vedette-${process.pid}-`);
        expect(found).toEqual([false, "ENOENT", "ready", "", ""]);
      });

      test("leaves no group behind", async () => {
        await attack("");
        const names = await readdir(machine.groups?.hierarchy.parent ?? "");
        expect(names.filter((name) => name.startsWith(`vedette-${process.pid}-`))).toEqual([]);
      });
    },
  );

  test("no process outlives its deadline: neither daemons nor processes that ignore signals", async () => {
    let tree: ProcessMark[] = [];
    const { end } = await attack(
      `process.on("SIGTERM", () => {});
       const child = spawn("/usr/bin/setsid", ["/bin/sh", "-c", "trap '' HUP INT TERM; while :; do sleep 1; done"], { detached: true, stdio: "ignore" });
       child.once("spawn", () => { child.unref(); found("started"); });
       setInterval(() => {}, 1000);`,
      { wallMs: 1_000 },
      () => {
        tree = descendants();
      },
    );
    expect(end.killedFor).toBe("time");
    expect(tree.length).toBeGreaterThan(2);
    await vi.waitFor(() => expect(isAnyAlive(tree)).toBe(false), 30_000);
  });

  test("ends and is removed after its runner was killed", async () => {
    const runner = spawn(
      process.execPath,
      [join(HERE, "../../../../../test/killed-runner-main.ts"), scratchRoot],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(runner.stdout, "data");
    const tree = readProcessTree(runner.pid ?? 0).processes.filter(({ pid }) => pid !== runner.pid);
    expect(tree.length).toBeGreaterThan(1);
    expect(await sweepScratch(scratchRoot)).toBe(0);
    runner.kill("SIGKILL");
    await once(runner, "exit");
    await vi.waitFor(() => expect(isAnyAlive(tree)).toBe(false), 30_000);
    expect(await sweepScratch(scratchRoot)).toBe(1);
    expect(await readdir(scratchRoot)).toEqual([]);
  });

  test("denies sockets of families without a network namespace, especially vsock", async () => {
    const { found } = await attack(`
      for (const family of [1, 2, 10, 16]) found(calls.systemCall(calls.numberOf("socket"), [family, family === 16 ? 3 : 1, 0]) > 127);
      for (const family of [calls.AF_VSOCK, 17, 29, 31, 38]) found(calls.systemCall(calls.numberOf("socket"), [family, 1, 0]));`);
    expect(found).toEqual([true, true, true, true, ...Array(5).fill(EAFNOSUPPORT)]);
  });

  test("denies tracing, keys, kernel programs, io_uring, userfaultfd, perf and the second system call table", async () => {
    const { found } = await attack(`
      found(/^Seccomp:\\s*2$/m.test(fs.readFileSync("/proc/self/status", "utf8")));
      for (const name of Object.keys(calls.CALLS).filter((each) => each !== "socket")) {
        found(calls.systemCall(calls.numberOf(name), [0, 0, 0]));
      }
      if (process.arch === "x64") found(calls.systemCall(calls.numberOf("socket") + calls.X32_BIT, [1, 1, 0]));`);
    expect(found[0]).toBe(true);
    expect(found.length).toBeGreaterThan(10);
    expect(found.slice(1).every((error) => error === EPERM)).toBe(true);
  });

  test("gives no privilege: no capability, no other user, no setuid program", async () => {
    const { found } = await attack(`
      const status = fs.readFileSync("/proc/self/status", "utf8");
      found(/^CapEff:\\s*0+$/m.test(status) && /^CapBnd:\\s*0+$/m.test(status));
      found(/^NoNewPrivs:\\s*1$/m.test(status));
      found(codeOf(() => process.setuid(0)));
      found(spawnSync("/bin/mount", ["-t", "tmpfs", "none", "/opt"]).status !== 0);`);
    expect(found).toEqual([true, true, expect.stringMatching(/EPERM|EINVAL/), true]);
  });
});

const EPERM = 1;
const EAFNOSUPPORT = 97;

const HERE = fileURLToPath(new URL("./", import.meta.url));

/** Returns the descendants of this process, without the process itself. */
function descendants(): ProcessMark[] {
  return readProcessTree(process.pid).processes.filter(({ pid }) => pid !== process.pid);
}
