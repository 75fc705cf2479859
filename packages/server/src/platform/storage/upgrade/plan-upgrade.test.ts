import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { systemClock } from "../../kernel/clock.ts";
import { sql } from "../sql.ts";
import { measureRates } from "./measure-rates.ts";
import { planUpgrade, type UpgradePlanInput } from "./plan-upgrade.ts";
import { readSchemaCatalog, readTableSizes } from "./read-catalog.ts";

const RATES = {
  secondsPerStatement: 0.01,
  scanBytesPerSecond: 1_000_000,
  rewriteBytesPerSecond: 100_000,
  indexRowsPerSecond: 1_000,
  updateRowsPerSecond: 500,
};
const INPUT: UpgradePlanInput = {
  pending: [],
  installed: "0018_backups.sql",
  catalog: { tables: new Set(["a", "b"]), foreignKeys: [], tableOfIndex: new Map() },
  sizes: new Map([["a", { rows: 10_000, tableBytes: 1_000_000, indexBytes: 500_000, indexes: 2 }]]),
  rates: RATES,
};
const plan = (...texts: string[]) =>
  planUpgrade({
    ...INPUT,
    pending: texts.map((text, index) => ({
      name: `00${19 + index}_x.sql`,
      text,
      worksWith: /^-- Works with: (\d+)$/m.exec(text)?.[1] ?? null,
    })),
  });

describe("planUpgrade", () => {
  test("describes a migration, and lists its strictest lock of each table with its size", () => {
    const text =
      "-- Works with: 0018\n-- Adds a note to a.\n-- Locks a.\n--\n-- More about it.\n\n-- Of the table.\nalter table a add column note text; create index a_by_note on a (note);";
    expect(plan(text)).toEqual([
      {
        name: "0019_x.sql",
        description: "Adds a note to a. Locks a.",
        worksWithInstalled: true,
        statements: 2,
        locks: [
          {
            table: "a",
            mode: "ACCESS EXCLUSIVE",
            blocks: "reads and writes",
            work: "index",
            rows: 10_000,
            bytes: 1_500_000,
          },
        ],
        unknown: [],
        // Two statements, one scan, one index.
        seconds: { expected: 11.02, min: expect.closeTo(3.306), max: expect.closeTo(33.06) },
        diskBytes: 1_000_000,
      },
    ]);
  });

  test("a rewrite builds all indexes again and needs the table twice", () => {
    const [migration] = plan("alter table a alter column size type bigint");
    expect(migration?.seconds.expected).toBeCloseTo(0.01 + 10 + 20);
    expect(migration?.diskBytes).toBe(3_000_000);
    const [update] = plan("update a set size = 1");
    expect(update?.seconds.expected).toBeCloseTo(0.01 + 1 + 20);
    expect(update?.locks).toMatchObject([{ mode: "ROW EXCLUSIVE", blocks: "nothing", work: "update" }]);
  });

  test("leaves out tables that pending migrations create", () => {
    const [first, second] = plan(
      "create table c (a_id int references a (id)); create index on c (a_id);",
      "alter table c add column x int default random(); insert into c values (1);",
    );
    expect(first?.locks).toMatchObject([{ table: "a", mode: "SHARE ROW EXCLUSIVE", blocks: "writes" }]);
    expect(second?.locks).toEqual([]);
    expect(second?.seconds.expected).toBeCloseTo(0.02);
  });

  test("works with the installed version only if it knows the migration that the header names", () => {
    const headers = ["-- Works with: 0018\n", "-- Works with: 0017\n", "-- Works with: 0019\n", ""];
    const works = plan(...headers.map((header) => `${header}select 1`)).map(
      (each) => each.worksWithInstalled,
    );
    expect(works).toEqual([true, true, false, false]);
  });

  test("lists unknown statements, shortened", () => {
    const [migration] = plan(`do $$ begin perform '${"x".repeat(200)}' from b; end $$`);
    expect(migration?.unknown).toEqual([expect.stringMatching(/^do \$\$ begin perform 'x+…$/)]);
    expect(migration?.unknown[0]).toHaveLength(120);
    expect(migration?.locks).toMatchObject([{ table: "b", mode: "ACCESS EXCLUSIVE", work: "rewrite" }]);
  });
});

describe("with a database", () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.drop());

  test("measureRates measures, and leaves nothing", async () => {
    const rates = await measureRates(db.database, systemClock);
    for (const rate of Object.values(rates)) expect(rate).toBeGreaterThan(0);
    expect(await db.database.find(sql`select to_regclass('vedette_upgrade_check')::text as left`)).toEqual({
      left: null,
    });
  });

  test("reads the sizes of tables, and those of partitions together", async () => {
    await db.database.run(sql`create table part (id int primary key, note text) partition by range (id)`);
    await db.database.run(sql`create table part_1 partition of part for values from (0) to (100)`);
    await db.database.run(sql`create table part_2 partition of part for values from (100) to (200)`);
    await db.database.run(sql`insert into part select n, 'x' from generate_series(0, 199) n`);
    await db.database.run(sql`analyze part`);
    const sizes = await readTableSizes(db.database);
    expect(sizes.get("part")).toEqual({ rows: 200, tableBytes: 32_768, indexBytes: 32_768, indexes: 1 });
    expect(sizes.has("part_1")).toBe(false);
    const { foreignKeys, tableOfIndex, tables } = await readSchemaCatalog(db.database);
    expect(foreignKeys).toContainEqual({
      table: "api_key",
      name: "api_key_org_id_fkey",
      target: "organization",
      columns: ["org_id"],
    });
    expect(tableOfIndex.get("backup_by_start")).toBe("backup");
    expect(tables).toContain("check_result");
  });
});
