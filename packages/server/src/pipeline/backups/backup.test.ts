import { appendFile, readdir, readFile, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { makeFullOrganization } from "../../../test/access/full-organization.ts";
import { startTestApp, type TestApp } from "../../../test/app.ts";
import { makeMonitor } from "../../../test/builders.ts";
import { atDatabase } from "../../../test/database/database-address.ts";
import {
  describeSchema,
  emptyDatabase,
  hashTables,
  newAgeKey,
  newFolder,
  PASSPHRASE,
  planOf,
  readSequences,
} from "../../../test/labs/backup-lab.ts";
import { insertResults } from "../../../test/make-results.ts";
import { makeArtifact, makeRun } from "../../../test/make-run.ts";
import { DiskArtifacts } from "../../platform/artifacts/disk.ts";
import { type RestoreOptions, restoreBackup, verifyBackup } from "../../platform/backup/restore-backup.ts";
import { newestBackup, openBackupPlace } from "../../platform/backup/store/open-backup-place.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { insertMasterKeyCheck } from "../../platform/secrets/queries.ts";
import type { Connection } from "../../platform/storage/connection.ts";
import { sql } from "../../platform/storage/sql.ts";
import { ensurePartitions } from "../results/retention/partitions.ts";
import { type BackupPlan, makeBackup } from "./make-backup.ts";

/** A database with a row of nearly every kind, backed up while results are recorded, and restored. */

let running: TestApp;
let source: Connection;
let folder: Awaited<ReturnType<typeof newFolder>>;
let seriesKeys: number[];
let fileKey: string;
const server = () => inject("testServer").connection;
const NEVER = new AbortController().signal;
const RESULT_TABLES = /^(backup|check_result|result_body|run|run_step|artifact|heartbeat_ping)(_\d+)?$/;

beforeAll(async () => {
  running = await startTestApp();
  const { database } = running;
  const row = await database.find<{ name: string }>(sql`select current_database()::text as name`);
  source = atDatabase(server(), row?.name ?? "");
  folder = await newFolder();
  const { orgId } = await makeFullOrganization(running);
  ({ seriesKeys } = await makeMonitor(database, { orgId, locations: ["a", "b"] }));
  await ensurePartitions(database, Date.now());
  await record(2_000);
  const artifacts = new DiskArtifacts({ directory: join(folder.path, "artifacts") });
  const runId = await makeRun(database, orgId);
  ({ key: fileKey } = await makeArtifact(
    { db: database, artifacts },
    { orgId, runId, kind: "trace", content: Buffer.from("PK\n\\.") },
  ));
  await insertMasterKeyCheck(database, { master_key_id: "0123456789abcdef", box: Buffer.from("sealed") });
});
afterAll(async () => {
  await running.stop();
  await folder.remove();
});

let nextSlotMs = Date.now() - 3_600_000;
/** Each in a slot of its own. */
async function record(count: number): Promise<void> {
  const fromMs = nextSlotMs;
  nextSlotMs += count;
  const slots = Array.from({ length: count }, (_, index) => fromMs + index);
  await insertResults(
    running.database,
    slots.flatMap((slotMs) =>
      seriesKeys.map((seriesKey) => ({
        seriesKey,
        slotMs,
        status: "up" as const,
        responseUs: slotMs % 1_000,
      })),
    ),
  );
}

/** Backs up into a new folder. */
async function backUp(change: Partial<BackupPlan> = {}) {
  const to = join(folder.path, newId(Date.now()));
  const plan = { ...planOf(source, folder.path), location: `${to}/`, key: RECIPIENT, ...change };
  let hashes: Record<string, string> = {};
  const summary = await makeBackup(plan, {
    clock: systemClock,
    signal: NEVER,
    onSnapshot: async ({ id }) => {
      hashes = await hashTables(source, id);
    },
  });
  return { to, summary, hashes, ...(await openFolder(to)) };
}

const { identity: IDENTITY, recipient: RECIPIENT } = await newAgeKey();

async function openFolder(path: string) {
  const place = await openBackupPlace(`${path}/`, planOf(source, path).bucket);
  return { store: place.store, name: await newestBackup(place) };
}

/** Restores into a new database, calls `inspect` with it, and drops it. */
async function restoreInto<T>(
  backup: Pick<RestoreOptions, "store" | "name">,
  change: Partial<RestoreOptions>,
  inspect: (connection: Connection) => Promise<T>,
): Promise<T> {
  const target = await emptyDatabase(server(), `vedette_restore_${newId(Date.now()).replaceAll("-", "")}`);
  try {
    const { store, name } = backup;
    const files = new DiskArtifacts({ directory: join(folder.path, "restored") });
    const rest = { key: IDENTITY, files, assertMasterKey: () => undefined };
    const restored = restoreBackup({ connection: target.connection, store, name, ...rest, ...change });
    const error = await restored.then(
      () => null,
      (caught: unknown) => caught,
    );
    if (error !== null) {
      // Nothing is left of it: the next restore begins with an empty database.
      expect(await hashTables(target.connection)).toEqual({});
      throw error;
    }
    return await inspect(target.connection);
  } finally {
    await target.drop();
  }
}

describe("a backup", () => {
  test("restores every table as it was at the snapshot, while results are recorded", async () => {
    const writing = { stopped: false };
    const load = (async () => {
      for (; !writing.stopped; ) await record(50);
    })();
    const backup = await backUp();
    writing.stopped = true;
    await load;
    const { restored, schema } = await restoreInto(backup, {}, async (connection) => ({
      restored: await hashTables(connection),
      schema: await describeSchema(connection),
    }));
    expect(restored).toEqual({ ...backup.hashes, schema_migration: restored.schema_migration });
    // Keys, constraints and triggers too, so that the installation continues.
    expect(schema).toEqual(await describeSchema(source));
    expect(Object.keys(restored).filter((name) => /^check_result_\d{8}$/.test(name)).length).toBeGreaterThan(
      3,
    );
    const filled = Object.values(restored).filter((hash) => !hash.startsWith("0 "));
    expect(filled.length).toBeGreaterThan(50);
    // Results were recorded meanwhile, so the source has more than the backup.
    expect(await hashTables(source)).not.toEqual(backup.hashes);
    const restoredFiles = new DiskArtifacts({ directory: join(folder.path, "restored") });
    expect(String(await restoredFiles.read(fileKey))).toBe("PK\n\\.");
    expect(backup.summary.files).toBe(1);
  });

  test("without results keeps everything else", async () => {
    const backup = await backUp({ withResults: false });
    const { restored, sequences } = await restoreInto(backup, {}, async (connection) => ({
      restored: await hashTables(connection),
      sequences: await readSequences(connection),
    }));
    expect(sequences).toEqual(await readSequences(source));
    for (const [name, hash] of Object.entries(restored)) {
      if (name === "schema_migration") continue;
      expect([name, hash]).toEqual([name, RESULT_TABLES.test(name) ? "0 0" : backup.hashes[name]]);
    }
    expect(backup.summary.files).toBe(0);
  });

  test("of a version with fewer migrations restores them, and one with unknown ones is rejected", async () => {
    const backup = await backUp();
    const older = await newFolder();
    const migrations = join(import.meta.dirname, "../../../migrations");
    const names = (await readdir(migrations)).sort();
    for (const name of names.slice(0, -1)) {
      await writeFile(join(older.path, name), await readFile(join(migrations, name)));
    }
    const rejected = restoreInto(backup, { migrationsDirectory: older.path }, hashTables);
    await expect(rejected).rejects.toThrow(
      /from a newer Vedette \(0\.1\.0; \d{4}_\w+\.sql is unknown here\)/,
    );
    await writeFile(join(older.path, names.at(-1) ?? ""), "select 1");
    const other = restoreInto(backup, { migrationsDirectory: older.path }, hashTables);
    await expect(other).rejects.toThrow(/from another Vedette .* differs from the one here/);
    await older.remove();
  });

  test("is not restored into a database that is in use", async () => {
    const backup = await backUp({ withResults: false });
    const newestRow = async () =>
      (await running.database.find<{ id: string }>(sql`select max(id::text) as id from audit_entry`))?.id;
    const before = await newestRow();
    const files = new DiskArtifacts({ directory: join(folder.path, "restored") });
    const restored = restoreBackup({
      ...backup,
      connection: source,
      key: IDENTITY,
      files,
      assertMasterKey: () => {},
    });
    await expect(restored).rejects.toThrow("This installation is not empty");
    expect(await newestRow()).toBe(before);
  });

  test("reports the master key before anything is written", async () => {
    const backup = await backUp();
    const assertMasterKey: RestoreOptions["assertMasterKey"] = ({ id }) => {
      throw new Error(`the key ${id} is missing`);
    };
    await expect(restoreInto(backup, { assertMasterKey }, hashTables)).rejects.toThrow(
      "the key 0123456789abcdef is missing",
    );
  });
});

test("with a passphrase opens with it", async () => {
  const { store, name } = await backUp({ key: PASSPHRASE, withResults: false });
  expect(await verifyBackup({ store, name, key: PASSPHRASE })).toMatchObject({ withFiles: true });
});

describe("a damaged backup", () => {
  test("is rejected at any length and with any byte changed, and leaves the database empty", async () => {
    const { to, store, name } = await backUp({ withResults: false });
    const verify = (key = IDENTITY) => verifyBackup({ store, name, key });
    const path = join(to, name);
    const whole = await readFile(path);
    expect(await verify()).toMatchObject({ withResults: false });
    for (const share of [0, 0.3, 0.7, 1]) {
      const bytes = Math.floor((whole.length - 1) * share);
      await writeFile(path, whole);
      await truncate(path, bytes);
      await expect(verify()).rejects.toThrow(/is damaged or incomplete/);
      const changed = Buffer.from(whole);
      changed[bytes] = (changed[bytes] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(verify()).rejects.toThrow(/is damaged or incomplete/);
    }
    // The last byte: all rows were loaded by then.
    const restored = restoreInto({ store, name }, {}, hashTables);
    await expect(restored).rejects.toThrow(/is damaged or incomplete .* Nothing was restored/);
    await writeFile(path, whole);
    await appendFile(path, "x");
    await expect(verify()).rejects.toThrow(/is damaged or incomplete/);
    await writeFile(path, whole);
    const others = [PASSPHRASE, (await newAgeKey()).identity];
    for (const key of others) await expect(verify(key)).rejects.toThrow("does not open this backup");
    await expect(verify(RECIPIENT)).rejects.toThrow("is a recipient of age, which only encrypts");
  });

  test("of a killed or stopped process is no backup", async () => {
    const { to, store, name } = await backUp({ withResults: false });
    const path = join(to, "vedette-20260101T034000Z.tar.zst.age.partial");
    await writeFile(path, "half of one");
    expect((await store.list()).map((backup) => backup.name)).toEqual([name]);
    await store.removeUnfinished(Date.now());
    expect((await stat(path)).size).toBe(11);
    await utimes(path, 0, 0);
    await store.removeUnfinished(Date.now());
    expect(await readdir(to)).toEqual([name]);

    const stop = new AbortController();
    const stopped = makeBackup(
      { ...planOf(source, to), location: join(to, "stopped") },
      { clock: systemClock, signal: stop.signal, onSnapshot: () => stop.abort() },
    );
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(await readdir(to)).toEqual([name]);
  });
});
