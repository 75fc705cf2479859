import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3Server } from "../../../../test/servers/s3-server.ts";
import type { ObjectStore } from "../../artifacts/object-store-client.ts";
import { StartError } from "../../kernel/errors.ts";
import { backupName } from "./backup-name.ts";
import { newestBackup, openBackupPlace } from "./open-backup-place.ts";

let server: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;
beforeAll(async () => {
  server = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), "vedette-backups-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const NAME = backupName(Date.parse("2026-11-27T03:40:05Z"));
const OLDER = backupName(Date.parse("2026-11-26T03:40:05Z"));
/** More than one part of an upload. */
const CHUNKS = Array.from({ length: 17 }, (_, index) => Buffer.alloc(1_048_576, index));

async function* from(chunks: readonly Buffer[], error?: Error): AsyncGenerator<Buffer> {
  yield* chunks;
  if (error) throw error;
}

describe.each([
  ["a folder", () => `${folder}/new/`],
  ["a bucket", () => "s3://artifacts/backups"],
])("%s", (_, place) => {
  const open = () => openBackupPlace(place(), server.location);

  test("has a backup when it is whole, and nothing of one that failed", async () => {
    const { store, name } = await open();
    expect(name).toBeNull();
    expect(await store.list()).toEqual([]);
    const failed = store.save(NAME, from(CHUNKS, new Error("the database is away")));
    await expect(failed).rejects.toThrow("the database is away");
    expect(await store.list()).toEqual([]);
    expect(await store.save(NAME, from(CHUNKS))).toBe(17 * 1_048_576);
    await store.save(OLDER, from([Buffer.from("older")]));
    await store.save("by-hand.tar.zst.age", from([Buffer.from("by hand")]));
    expect(await store.list()).toEqual([
      { name: OLDER, bytes: 5 },
      { name: NAME, bytes: 17 * 1_048_576 },
    ]);
    expect(await newestBackup({ store, name: null })).toBe(NAME);
    const read: Uint8Array[] = [];
    for await (const chunk of await store.open(NAME)) read.push(chunk);
    expect(Buffer.concat(read).equals(Buffer.concat(CHUNKS))).toBe(true);
    await store.removeUnfinished(Date.now());
    await store.remove(OLDER);
    expect((await store.list()).map((backup) => backup.name)).toEqual([NAME]);
  });

  test("refuses what it cannot do with a sentence", async () => {
    const { store } = await open();
    await store.save("kept.tar.zst.age", from([Buffer.from("first")]));
    await expect(store.save("kept.tar.zst.age", from([]))).rejects.toThrow(
      /exists already: choose another name/,
    );
    await expect(store.open("missing.tar.zst.age")).rejects.toThrow(/cannot be read \((ENOENT|NoSuchKey)\)/);
    await expect(store.open("missing.tar.zst.age")).rejects.toBeInstanceOf(StartError);
  });
});

test("a place names a file, a folder or an object", async () => {
  await mkdir(join(folder, "existing"));
  const named = async (place: string) => {
    const { store, name } = await openBackupPlace(place, server.location);
    return store.placeOf(name ?? "…");
  };
  expect(await named(`${folder}/existing`)).toBe(`${folder}/existing/…`);
  expect(await named(`${folder}/one`)).toBe(`${folder}/one`);
  expect(await named("s3://artifacts")).toBe("s3://artifacts/…");
  expect(await named("s3://artifacts/a/b/one.tar.zst.age")).toBe("s3://artifacts/a/b/one.tar.zst.age");
  await expect(named("ftp://host/path")).rejects.toThrow("is not a place for backups");
  const empty = await openBackupPlace(`${folder}/existing`, server.location);
  await expect(newestBackup(empty)).rejects.toThrow("There is no backup in");
});

test("a place that cannot be written says why, and leaves nothing", async () => {
  await writeFile(join(folder, "file"), "");
  const { store } = await openBackupPlace(join(folder, "file", "below/"), server.location);
  await expect(store.save(NAME, from([]))).rejects.toThrow(
    /cannot be written \(ENOTDIR\): a part of that path/,
  );
  const away: ObjectStore = { ...server.location, endpoint: "http://127.0.0.1:1" };
  const outside = await openBackupPlace("s3://artifacts/x", away);
  await expect(outside.store.save(NAME, from([]))).rejects.toThrow(/ECONNREFUSED.*check S3_ENDPOINT/);
  const nowhere = await openBackupPlace("s3://nowhere/x", server.location);
  await expect(nowhere.store.save(NAME, from([Buffer.from("a")]))).rejects.toThrow(/check the bucket/);
  expect(await readdir(folder)).not.toContain(NAME);
});
