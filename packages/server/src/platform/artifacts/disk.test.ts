import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectAll } from "../../../test/collect-all.ts";
import { DiskArtifacts } from "./disk.ts";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vedette-disk-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const TOMORROW = new Date(Date.now() + 86_400_000);

test("makes files and folders accessible to the server's user only", async () => {
  const store = new DiskArtifacts({ directory: join(directory, "artifacts") });
  const saved = await store.save(Buffer.from("content"), { bytesMax: 100 });
  const key = "key" in saved ? saved.key : "";
  const file = join(directory, "artifacts", key.slice(0, 2), key);
  expect(await readFile(file, "utf8")).toBe("content");
  const modes = [file, join(file, ".."), join(directory, "artifacts")].map(async (path) =>
    ((await stat(path)).mode & 0o777).toString(8),
  );
  expect(await Promise.all(modes)).toEqual(["600", "700", "700"]);
});

test("leaves only an incomplete file, which is swept, if the writer is killed", async () => {
  const disk = new URL("./disk.ts", import.meta.url).href;
  const program = `
    import { Readable } from "node:stream";
    import { DiskArtifacts } from "${disk}";
    const endless = new Readable({ read() {} });
    setInterval(() => {}, 1_000);
    endless.push(Buffer.alloc(100_000, "x"));
    await new DiskArtifacts({ directory: process.argv[1] }).save(endless, { bytesMax: 1_000_000 });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, directory], {
    stdio: "inherit",
  });
  const ended = once(child, "exit");
  try {
    await vi.waitFor(
      async () => {
        const [name = ""] = await readdir(join(directory, "unfinished"));
        expect((await stat(join(directory, "unfinished", name))).size).toBe(100_000);
      },
      { timeout: 30_000 },
    );
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
  const store = new DiskArtifacts({ directory });
  expect(await collectAll(store.list(TOMORROW))).toEqual([]);
  expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
  const [name = ""] = await readdir(join(directory, "unfinished"));
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(directory, "unfinished", name), yesterday, yesterday);
  expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(1);
  expect(await readdir(join(directory, "unfinished"))).toEqual([]);
});

test("ignores other content of the directory", async () => {
  const store = new DiskArtifacts({ directory });
  expect(await collectAll(store.list(TOMORROW))).toEqual([]);
  await store.save(Buffer.from("content"), { bytesMax: 100 });
  await writeFile(join(directory, "aa"), "a file where a folder would be");
  await mkdir(join(directory, "lost+found"));
  await writeFile(join(directory, "lost+found", "0".repeat(22)), "");
  expect(await collectAll(store.list(TOMORROW))).toHaveLength(1);
});

test("returns an error value if the directory is not writable", async () => {
  await writeFile(join(directory, "file"), "");
  const store = new DiskArtifacts({ directory: join(directory, "file") });
  expect(await store.save(Buffer.from("content"), { bytesMax: 100 })).toMatchObject({ error: "unwritable" });
});

test("rejects files if the disk has less than the minimum free space", async () => {
  const full = new DiskArtifacts({ directory, freeBytesMin: Number.MAX_SAFE_INTEGER });
  expect(await full.save(Buffer.from("content"), { bytesMax: 100 })).toMatchObject({
    error: "no_space",
    message: expect.stringContaining("VEDETTE_ARTIFACTS_FREE_MIN_MB"),
  });
  expect(await collectAll(full.list(TOMORROW))).toEqual([]);
  const roomy = new DiskArtifacts({ directory, freeBytesMin: 1 });
  expect(await roomy.save(Buffer.from("content"), { bytesMax: 100 })).toMatchObject({ bytes: 7 });
});
