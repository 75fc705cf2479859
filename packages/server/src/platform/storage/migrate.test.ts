import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { StartError } from "../kernel/errors.ts";
import { silentLogger } from "../kernel/logger.ts";
import { clientConfig } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { sql } from "./sql.ts";

let db: TestDatabase;
let directory: string;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  // An empty database: these tests use their own migrations.
  await db.database.run(sql`delete from schema_migration`);
  await db.database.run(sql`drop table if exists a, b, c`);
  directory = await mkdtemp(join(tmpdir(), "vedette-migrations-"));
  return () => rm(directory, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const run = () => migrate(db.connection, silentLogger, { directory });

describe("migrate", () => {
  test("applies missing migrations in order, and nothing the second time", async () => {
    await write("0002_b.sql", "create table b (id int references a); insert into b values (null);");
    await write("0001_a.sql", "create table a (id int primary key);");
    expect(await run()).toEqual(["0001_a.sql", "0002_b.sql"]);
    expect(await run()).toEqual([]);
    await write("0003_c.sql", "create table c (id int);");
    expect(await run()).toEqual(["0003_c.sql"]);
  });

  test("applies each migration once if processes start concurrently", async () => {
    await write("0001_a.sql", "create table a (id int primary key);");
    await write("0002_b.sql", "create table b (id int);");
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat().sort()).toEqual(["0001_a.sql", "0002_b.sql"]);
  });

  test("rolls back a failed migration and keeps the previous ones", async () => {
    await write("0001_a.sql", "create table a (id int primary key);");
    await write("0002_b.sql", "create table b (id int); select 1 / 0;");
    await expect(run()).rejects.toThrow(/0002_b\.sql failed.*division by zero/);
    expect(
      await db.database.find(sql`select to_regclass('a')::text as a, to_regclass('b')::text as b`),
    ).toEqual({
      a: "a",
      b: null,
    });
    await write("0002_b.sql", "create table b (id int);");
    expect(await run()).toEqual(["0002_b.sql"]);
  });

  test("rejects a modified file, but accepts modified line ends", async () => {
    await write("0001_a.sql", "create table a\n(id int);\n");
    await run();
    await write("0001_a.sql", "create table a\r\n(id int);\r\n");
    expect(await run()).toEqual([]);
    await write("0001_a.sql", "create table a (id bigint);");
    await expect(run()).rejects.toThrow(StartError);
    await expect(run()).rejects.toThrow(/0001_a\.sql differs from the applied one/);
  });

  test("rejects a database of a newer version", async () => {
    await write("0001_a.sql", "create table a (id int);");
    await write("0002_b.sql", "create table b (id int);");
    await run();
    await rm(join(directory, "0002_b.sql"));
    await expect(run()).rejects.toThrow(/newer Vedette \(0002_b\.sql is unknown here\)/);
  });

  test("accepts a newer migration that works with this version, and rejects one that does not", async () => {
    await write("0001_a.sql", "create table a (id int);");
    await write("0002_b.sql", "-- Adds b.\n-- Works with: 0001\ncreate table b (id int);");
    await run();
    await rm(join(directory, "0002_b.sql"));
    const logged: unknown[] = [];
    const log = { ...silentLogger, warn: (...line: unknown[]) => void logged.push(line) };
    expect(await migrate(db.connection, log, { directory })).toEqual([]);
    expect(logged).toEqual([["database.schema_newer", { migrations: ["0002_b.sql"] }]]);

    // The following version removes what the first one still requires.
    await write("0002_b.sql", "-- Adds b.\n-- Works with: 0001\ncreate table b (id int);");
    await write("0003_c.sql", "-- Works with: 0002\ndrop table a;");
    expect(await run()).toEqual(["0003_c.sql"]);
    await rm(join(directory, "0003_c.sql"));
    expect(await run()).toEqual([]);
    await rm(join(directory, "0002_b.sql"));
    await expect(run()).rejects.toThrow(/newer Vedette \(0003_c\.sql is unknown here\), and no longer works/);
  });

  describe("with a transaction that holds its table", () => {
    /** Holds a lock that only the migration conflicts with, as a long query does. */
    async function hold(): Promise<Client> {
      const holder = new Client(clientConfig(db.connection, { name: "vedette backup" }));
      await holder.connect();
      await holder.query("begin");
      await holder.query("lock table a in access share mode");
      return holder;
    }
    const logWith = (onWait: () => void) => ({ ...silentLogger, warn: onWait });

    test("lets what waits behind it go on, and is repeated until it gets its lock", async () => {
      await write("0001_a.sql", "create table a (id int);");
      await run();
      await write("0002_b.sql", "create table b (id int); alter table a add column note text;");
      const holder = await hold();
      const waits: string[] = [];
      const migrating = migrate(
        db.connection,
        logWith(() => {
          waits.push("pause");
          // The first attempt was rolled back, and others use the table meanwhile.
          void db.database.run(sql`insert into a values (1)`).then(() => holder.query("commit"));
        }),
        { directory, pausesMs: [300, 300, 300] },
      );
      expect(await migrating).toEqual(["0002_b.sql"]);
      expect(waits).toEqual(["pause"]);
      expect(await db.database.rows(sql`select * from a`)).toEqual([{ id: 1, note: null }]);
      await holder.end();
    });

    test("names it when it gives up, and leaves nothing", async () => {
      await write("0001_a.sql", "create table a (id int);");
      await run();
      await write("0002_b.sql", "create table b (id int); alter table a add column note text;");
      const holder = await hold();
      await expect(migrate(db.connection, silentLogger, { directory, pausesMs: [] })).rejects.toThrow(
        /0002_b\.sql does not get its locks.*: vedette backup \(pid \d+, open for \d+ s\)\. Wait until/,
      );
      await holder.end();
      expect(await db.database.find(sql`select to_regclass('b')::text as b`)).toEqual({ b: null });
      expect(await run()).toEqual(["0002_b.sql"]);
    });
  });

  test("rejects a file inserted before an applied one", async () => {
    await write("0002_b.sql", "create table b (id int);");
    await run();
    await write("0001_a.sql", "create table a (id int);");
    await expect(run()).rejects.toThrow(/0001_a\.sql comes before 0002_b\.sql/);
  });

  test("applies the product's migrations to an empty database", async () => {
    const own = (await readdir(new URL("../../../migrations/", import.meta.url))).sort();
    const fresh = await testDatabase();
    const applied = await fresh.database.rows<{ name: string }>(
      sql`select name from schema_migration order by name`,
    );
    expect(applied.map(({ name }) => name)).toEqual(own);
    await fresh.drop();
  });
});
