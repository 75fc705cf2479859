import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { DiskArtifacts } from "../../src/platform/artifacts/disk.ts";
import { restoreBackup } from "../../src/platform/backup/restore-backup.ts";
import { FileBackups } from "../../src/platform/backup/store/file-backups.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { openMasterKeys } from "../../src/platform/secrets/master-keys.ts";
import { loadValues } from "../../src/platform/secrets/variable-values.ts";
import { createVault } from "../../src/platform/secrets/vault.ts";
import { migrate, readMigrations } from "../../src/platform/storage/migrate.ts";
import { openDatabase } from "../../src/platform/storage/pool.ts";
import type { TestApp } from "../app.ts";
import type { TestDatabase } from "../database/database.ts";
import { emptyDatabase, hashTables, newFolder } from "../labs/backup-lab.ts";
import {
  type Answers,
  FILES,
  listReleases,
  type Release,
  readAnswers,
  readRelease,
  startAppAt,
} from "./release.ts";

/** The data of each release, restored and migrated to this version. */

const folders = await listReleases();

test("there is a release", () => expect(folders).not.toEqual([]));

describe.each(folders)("%s", (folder) => {
  let release: Release;
  let answers: Answers;
  let upgraded: TestDatabase;
  let app: TestApp;
  let applied: string[];
  let counts: Record<string, number>;
  beforeAll(async () => {
    ({ release, answers } = await readRelease(folder));
    const { connection, drop } = await emptyDatabase(
      inject("testServer").connection,
      `vedette_release_${process.pid}`,
    );
    const files = await newFolder();
    await restoreBackup({
      connection,
      ...{ store: new FileBackups(folder), name: FILES.backup, key: release.age_identity },
      files: new DiskArtifacts({ directory: files.path }),
      assertMasterKey: () => undefined,
    });
    await files.remove();
    counts = Object.fromEntries(
      Object.entries(await hashTables(connection)).map(([name, hash]) => [name, Number(hash.split(" ")[0])]),
    );
    applied = await migrate(connection, silentLogger);
    const database = await openDatabase({
      ...{ connection, log: silentLogger, maxConnections: 5, statementTimeoutMs: 10_000 },
    });
    const close = async () => {
      await database.close();
      await drop();
    };
    upgraded = { connection, database, drop: close };
    app = await startAppAt(release, upgraded);
  });
  afterAll(() => app.stop());

  test("its migrations are never changed", async () => {
    const own = (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
    expect(own.slice(0, release.migrations.length)).toEqual(release.migrations);
  });

  test("its backup is restored with all rows, and newer migrations follow", async () => {
    const { schema_migration: _, ...tables } = release.tables;
    expect(counts).toMatchObject(tables);
    expect(Object.values(tables).filter((rows) => rows > 0).length).toBeGreaterThan(55);
    const own = (await readMigrations()).map(({ name }) => name);
    expect(applied).toEqual(own.slice(release.migrations.length));
  });

  test("the API returns what the release returned", async () => {
    const urls = Object.keys(answers);
    expect(urls.length).toBeGreaterThan(50);
    const now = await readAnswers(app, { key: release.api_key, urls });
    for (const url of urls) expect([url, now[url]]).toMatchObject([url, answers[url]]);
  });

  test("its secrets open with its master key", async () => {
    const vault = createVault(openMasterKeys({ kind: "settings", keys: [release.master_key] }));
    const { name, text } = release.secret;
    const values = await loadValues(upgraded.database, vault, { orgId: release.org_id, names: [name] });
    expect(values.get(name)).toEqual({ value: text, isSecret: true });
  });

  test("what it has can be changed and added to", async () => {
    const call = (method: "POST" | "PUT", url: string, payload: object) =>
      app.call(release.api_key, { method, url: `/api/v1/${url}`, payload });
    const monitor = { name: "new", type: "url", url: "http://127.0.0.1/" };
    const created = await call("POST", "monitors", monitor);
    expect([created.statusCode, created.json().error]).toEqual([201, undefined]);
    const rules = answers["/api/v1/alerts/rules"] as { data: { id: string }[] };
    const renamed = await call("PUT", `alerts/rules/${rules.data[0]?.id}`, { name: "renamed" });
    expect([renamed.statusCode, renamed.json().data?.name]).toEqual([200, "renamed"]);
  });
});
