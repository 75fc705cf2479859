import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { makeBackup } from "../../src/pipeline/backups/make-backup.ts";
import { ensurePartitions } from "../../src/pipeline/results/retention/partitions.ts";
import { rollUpNextChunk } from "../../src/pipeline/results/rollups/roll-up.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { newKeyBytes } from "../../src/platform/kernel/secret-box.ts";
import type { Database } from "../../src/platform/storage/database.ts";
import { readMigrations } from "../../src/platform/storage/migrate.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { version } from "../../src/version.ts";
import { makeFullOrganization } from "../access/full-organization.ts";
import { type TestDatabase, testDatabase } from "../database/database.ts";
import { atDatabase } from "../database/database-address.ts";
import { hashTables, newAgeKey, newFolder, planOf } from "../labs/backup-lab.ts";
import { insertResults, randomResults } from "../make-results.ts";
import { urlsOf } from "./read-urls.ts";
import { FILES, type Release, readAnswers, startAppAt } from "./release.ts";
import { RELEASES } from "./release-messages.ts";

/** Not one of the tests: `npm run release-fixture` runs it with the code of a release, and commits what it writes. */

const HOUR_MS = 3_600_000;
const BYTES_MAX = 300_000;
const SECRET = "a secret of the release";

test("writes the fixture of this release", async () => {
  const db = await testDatabase();
  const { connection, keys, ...made } = await fill(db);
  const migrations = (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
  const number = migrations.at(-1)?.name.slice(0, 4) ?? "";
  const folder = join(RELEASES, number);
  const { identity, recipient } = await newAgeKey();
  const work = await newFolder();
  const name = join(work.path, FILES.backup);
  const plan = { ...planOf(connection, work.path), location: name, key: recipient, version };
  const backup = await makeBackup(plan, { clock: systemClock, signal: new AbortController().signal });
  expect(backup.bytes).toBeLessThan(BYTES_MAX);

  const at = { made_at_ms: Date.now(), master_key: made.masterKey };
  const app = await startAppAt(at, { ...db, drop: async () => {} });
  const range = { fromMs: at.made_at_ms - 48 * HOUR_MS, toMs: at.made_at_ms };
  const urls = urlsOf(made.ids, range);
  await readAnswers(app, { key: keys.admin, urls });
  const answers = await readAnswers(app, { key: keys.admin, urls });
  expect(await readAnswers(app, { key: keys.admin, urls })).toEqual(answers);
  await app.stop();

  const release: Release = {
    ...{ version, ...at, migrations, org_id: made.ids.organizations ?? "" },
    ...{ age_identity: identity, api_key: keys.admin, secret: made.secret },
    tables: made.tables,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, FILES.release), `${JSON.stringify(release, null, 2)}\n`);
  await writeFile(join(folder, FILES.answers), gzipSync(JSON.stringify(answers), { level: 9 }));
  await rename(name, join(folder, FILES.backup));
  await work.remove();
  await db.drop();
});

/** Rows in nearly every table: an organization with everything, two days of results with their rollups, a secret. */
async function fill(db: TestDatabase) {
  const masterKey = newKeyBytes().toString("base64");
  const running = await startAppAt(
    { made_at_ms: Date.now(), master_key: masterKey },
    { ...db, drop: async () => {} },
  );
  const { database } = db;
  const { ids, keys } = await makeFullOrganization(running);
  const created = await running.call(keys.admin, {
    ...{ method: "POST", url: "/api/v1/variables" },
    payload: { name: "TOKEN", value: SECRET, type: "secret" },
  });
  expect(created.statusCode).toBe(201);
  await addResults(database, ids.monitors ?? "");
  await running.stop();
  const row = await database.find<{ name: string }>(sql`select current_database()::text as name`);
  const connection = atDatabase(inject("testServer").connection, row?.name ?? "");
  const hashes = Object.entries(await hashTables(connection));
  const tables = Object.fromEntries(hashes.map(([name, hash]) => [name, Number(hash.split(" ")[0])]));
  const secret = { id: created.json().data.id, name: "TOKEN", text: SECRET };
  return { ids, keys, masterKey, connection, secret, tables };
}

async function addResults(database: Database, targetId: string): Promise<void> {
  const nowMs = Date.now();
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - 47 * HOUR_MS;
  await ensurePartitions(database, fromMs);
  await ensurePartitions(database, nowMs);
  const rows = await database.rows<{ series_key: number }>(
    sql`select series_key from series where target_id = ${targetId}`,
  );
  const seriesKeys = rows.map((row) => row.series_key);
  const range = { fromMs, toMs: nowMs, stepMs: 60_000, count: 2_000, seed: 18 };
  await insertResults(database, randomResults({ seriesKeys, ...range }));
  for (let steps = 0; steps < 500; steps += 1) if ((await rollUpNextChunk(database, nowMs)).caughtUp) return;
  throw new Error("the rollups did not end");
}
