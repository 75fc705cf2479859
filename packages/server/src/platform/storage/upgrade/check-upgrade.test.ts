import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { emptyDatabase } from "../../../../test/labs/backup-lab.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLogger } from "../../kernel/logger.ts";
import { openDatabase } from "../pool.ts";
import { sql } from "../sql.ts";
import { checkUpgrade } from "./check-upgrade.ts";
import { upgradeWarnings } from "./upgrade-warnings.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../../migrations");
const NEXT = "-- Works with: 0018\n-- Adds a note.\nalter table check_result add column note text;";

let db: TestDatabase;
let directory: string;
let own: string[];
beforeAll(async () => {
  db = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), "vedette-check-"));
  own = (await readdir(MIGRATIONS)).sort();
  for (const name of own) await copyFile(join(MIGRATIONS, name), join(directory, name));
});
afterAll(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

const check = () => checkUpgrade({ database: db.database, clock: systemClock }, { directory });
const applied = () => db.database.rows(sql`select name, applied_at from schema_migration order by name`);

test("checkUpgrade plans what is pending, and changes nothing", async () => {
  const before = await applied();
  expect(await check()).toEqual({ installed: own.at(-1), program: own.at(-1), pending: [], newer: [] });
  await writeFile(join(directory, "9000_note.sql"), NEXT);
  expect(await check()).toMatchObject({
    ...{ installed: own.at(-1), program: "9000_note.sql", newer: [] },
    pending: [
      {
        ...{ name: "9000_note.sql", description: "Adds a note.", worksWithInstalled: true, unknown: [] },
        locks: [{ table: "check_result", mode: "ACCESS EXCLUSIVE", blocks: "reads and writes" }],
      },
    ],
  });
  expect(await applied()).toEqual(before);
});

test("checkUpgrade rejects an empty database, and reports one of a newer version", async () => {
  const { connection, drop } = await emptyDatabase(
    inject("testServer").connection,
    `vedette_empty_${process.pid}`,
  );
  const empty = await openDatabase({
    ...{ connection, log: silentLogger, maxConnections: 2, statementTimeoutMs: 10_000 },
  });
  await expect(checkUpgrade({ database: empty, clock: systemClock })).rejects.toThrow(
    "This database has no tables of Vedette",
  );
  await empty.close();
  await drop();
  await db.database.run(sql`
    insert into schema_migration (name, sha256, works_with) values ('9999_next.sql', 'x', '0018')`);
  await rm(join(directory, "9000_note.sql"), { force: true });
  expect(await check()).toMatchObject({ pending: [], newer: ["9999_next.sql"] });
  await db.database.run(sql`update schema_migration set works_with = '9998' where name = '9999_next.sql'`);
  await expect(check()).rejects.toThrow("no longer works with this version");
});

describe("upgradeWarnings", () => {
  const migration = {
    ...{ name: "0019_x.sql", description: "", worksWithInstalled: true, statements: 1, unknown: [] },
    locks: [
      { table: "a", mode: "SHARE", blocks: "writes", work: "index", rows: 1, bytes: 1 } as const,
      { table: "b", mode: "ROW EXCLUSIVE", blocks: "nothing", work: "update", rows: 1, bytes: 1 } as const,
    ],
    seconds: { expected: 1, min: 0.3, max: 3 },
    diskBytes: 900,
  };
  const nowMs = Date.parse("2026-11-27T12:00:00Z");
  const facts = { lastBackupAt: new Date(nowMs - 3_600_000), freeBytes: 10_000, nowMs };
  const codes = (change: Partial<typeof migration>, rest: Partial<typeof facts> = {}) =>
    upgradeWarnings({ pending: [{ ...migration, ...change }] }, { ...facts, ...rest }).map(
      ({ code }) => code,
    );

  test("are empty if nothing is in the way, or nothing is pending", () => {
    expect(codes({})).toEqual([]);
    expect(upgradeWarnings({ pending: [] }, { ...facts, lastBackupAt: null })).toEqual([]);
    expect(upgradeWarnings({ pending: [migration] }, { ...facts, freeBytes: null })).toEqual([]);
  });

  test("name what to do before", () => {
    expect(codes({ worksWithInstalled: false })).toEqual(["stop_first"]);
    expect(codes({ seconds: { expected: 2, min: 0.6, max: 6 } })).toEqual(["blocks_long"]);
    expect(codes({ seconds: { expected: 2, min: 0.6, max: 6 }, locks: [] })).toEqual([]);
    expect(codes({ diskBytes: 8_001 })).toEqual(["disk_space"]);
    expect(codes({}, { lastBackupAt: new Date(nowMs - 86_400_001) })).toEqual(["no_recent_backup"]);
    const [warning] = upgradeWarnings(
      { pending: [{ ...migration, seconds: { expected: 2, min: 0.6, max: 6.2 } }] },
      facts,
    );
    expect(warning?.message).toContain("0019_x.sql may block a for up to 7 s");
    const unknown = upgradeWarnings({ pending: [{ ...migration, unknown: ["do $$ $$"] }] }, facts);
    expect(unknown).toMatchObject([{ code: "unknown_statement" }]);
  });
});
