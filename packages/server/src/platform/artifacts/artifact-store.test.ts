import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { collectAll } from "../../../test/collect-all.ts";
import { startS3Server } from "../../../test/servers/s3-server.ts";
import { type ArtifactStore, READ_BYTES_MAX, type SavedArtifact } from "./artifact-store.ts";
import { DiskArtifacts } from "./disk.ts";
import { openS3Artifacts } from "./s3-client.ts";

/** The guarantees of every store. To test another store, add it to `STORES`. */
const STORES: Record<string, (folder: string) => ArtifactStore> = {
  disk: (folder) => new DiskArtifacts({ directory: join(folder, "store") }),
  // Each test gets its own prefix in the bucket, like its own folder on disk.
  s3: (folder) => openS3Artifacts({ ...s3.location, prefix: `${basename(folder)}/` }),
};

let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

const TOMORROW = new Date(Date.now() + 86_400_000);
const ROOMY = { bytesMax: 1_000_000 };

describe.each(Object.entries(STORES))("%s", (_name, create) => {
  let folder = "";
  let store: ArtifactStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-store-"));
    store = create(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function save(...[source, limit = ROOMY]: Parameters<ArtifactStore["save"]> | [Buffer]) {
    const saved = await store.save(source, limit);
    if ("error" in saved) throw new Error(saved.message);
    return saved satisfies SavedArtifact;
  }

  test("returns what was saved from bytes, a stream and a file", async () => {
    const content = Buffer.from("content ".repeat(20_000));
    const path = join(folder, "trace.zip");
    await writeFile(path, content);
    for (const source of [content, Readable.from([content.subarray(0, 7), content.subarray(7)]), { path }]) {
      const saved = await save(source, ROOMY);
      expect(saved.bytes).toBe(content.length);
      expect(await store.read(saved.key)).toEqual(content);
    }
    await expect(writeFile(path, "", { flag: "r+" })).rejects.toThrow("ENOENT");
  });

  test("returns an empty file as an empty file", async () => {
    const { key, bytes } = await save(Buffer.alloc(0));
    expect([bytes, await store.read(key)]).toEqual([0, Buffer.alloc(0)]);
  });

  test("assigns an unguessable key to each file, even with the same content", async () => {
    const keys = [];
    for (let index = 0; index < 50; index++) keys.push((await save(Buffer.from("same"))).key);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{22}$/);
  });

  test("returns a range of a file and the total size", async () => {
    const { key } = await save(Buffer.from("0123456789"));
    const part = await store.open(key, { start: 3, end: 5 });
    expect(part?.bytes).toBe(10);
    expect(Buffer.concat((await part?.stream.toArray()) ?? []).toString()).toBe("345");
    const beyond = await store.open(key, { start: 8, end: 99 });
    expect(Buffer.concat((await beyond?.stream.toArray()) ?? []).toString()).toBe("89");
  });

  test("returns an error value for a source that is too large, and stores nothing", async () => {
    const path = join(folder, "large");
    await writeFile(path, "12345");
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000);
      })(),
    );
    for (const source of [Buffer.from("12345"), { path }, endless]) {
      expect(await store.save(source, { bytesMax: 4 })).toMatchObject({ error: "too_large" });
    }
    expect(await collectAll(store.list(TOMORROW))).toEqual([]);
    expect(await store.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("accepts a source of exactly the maximum size", async () => {
    expect(await store.save(Buffer.from("1234"), { bytesMax: 4 })).toMatchObject({ bytes: 4 });
  });

  test("returns an error value for a full disk, and stores nothing", async () => {
    const full = Readable.from(
      (function* () {
        yield Buffer.from("some");
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      })(),
    );
    expect(await store.save(full, ROOMY)).toMatchObject({ error: "no_space" });
    expect(await store.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("throws errors of the source stream, and stores nothing", async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("some");
        throw new Error("the client went away");
      })(),
    );
    await expect(store.save(broken, ROOMY)).rejects.toThrow("the client went away");
    expect(await store.removeUnfinished(TOMORROW)).toBe(0);
  });

  test("rejects links, folders and missing files", async () => {
    const link = join(folder, "link");
    await symlink("/etc/hostname", link);
    for (const path of [link, folder, join(folder, "missing"), "/dev/zero"]) {
      expect([path, await store.save({ path }, ROOMY)]).toEqual([
        path,
        expect.objectContaining({ error: "unreadable" }),
      ]);
    }
  });

  test("finds nothing under an invalid key", async () => {
    await writeFile(join(folder, "secret"), "secret");
    const { key } = await save(Buffer.from("content"));
    const foreign = [
      "../secret",
      "../../secret",
      `../store/${key.slice(0, 2)}/${key}`,
      `${key}/../${key}`,
      join(folder, "secret"),
      "%2e%2e%2fsecret",
      `${key}\0`,
      `${key} `,
      "",
      ".",
      "0".repeat(22),
    ];
    for (const name of foreign) {
      expect([name, await store.read(name)]).toEqual([name, null]);
      expect([name, await store.open(name)]).toEqual([name, null]);
    }
    await store.remove(foreign);
    expect(await store.read(key)).not.toBeNull();
  });

  test("removes files, and ignores files that are already gone", async () => {
    const [kept, gone] = [await save(Buffer.from("kept")), await save(Buffer.from("gone"))];
    await store.remove([gone.key]);
    await store.remove([gone.key]);
    expect(await store.read(gone.key)).toBeNull();
    expect(await store.read(kept.key)).toEqual(Buffer.from("kept"));
  });

  test("lists files stored before an instant", async () => {
    const keys = [await save(Buffer.from("a")), await save(Buffer.from("b"))].map(({ key }) => key);
    expect(new Set(await collectAll(store.list(TOMORROW)))).toEqual(new Set(keys));
    expect(await collectAll(store.list(new Date(0)))).toEqual([]);
  });

  test("refuses to read a file larger than an image into memory", async () => {
    const { key } = await save(Buffer.alloc(READ_BYTES_MAX + 1), { bytesMax: READ_BYTES_MAX + 1 });
    await expect(store.read(key)).rejects.toThrow("too large to read into memory");
  });
});
