import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { clientConfig } from "../connection.ts";
import { LOCK_MODES } from "./lock-modes.ts";
import { readSchemaCatalog } from "./read-catalog.ts";
import { splitStatements } from "./split-statements.ts";
import { effectsOf } from "./statement-effects.ts";
import type { SchemaCatalog, TableWork } from "./table-lock.ts";

/** What the analyzer says of a statement is compared with what PostgreSQL does in a transaction that is rolled back. */

let db: TestDatabase;
let client: Client;
let catalog: SchemaCatalog;
beforeAll(async () => {
  db = await testDatabase();
  client = new Client(clientConfig(db.connection, { name: "vedette test" }));
  await client.connect();
  await client.query(`
    create table owner (id int primary key, name text);
    insert into owner select n, 'owner ' || n from generate_series(1, 100) n;
    create table item (id int primary key, owner_id int constraint item_owner references owner (id), label text, size int);
    insert into item select n, n, 'item ' || n, n from generate_series(1, 100) n;
    create index item_by_label on item (label);
    create unique index item_by_size on item (size);
    alter table item add constraint item_positive check (size > 0) not valid;
    create table lonely (owner_id int references owner (id));
    create view item_label as select label from item;
    create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger item_touch before update on item for each row execute function touch()`);
  catalog = await readSchemaCatalog(db.database);
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const AE = "ACCESS EXCLUSIVE";
const SRE = "SHARE ROW EXCLUSIVE";
type Expected = Record<string, string>;

/** `table: [mode, work]`; the second value of an entry is checked against file numbers and scans of PostgreSQL. */
const CASES: readonly [statement: string, expected: Expected][] = [
  [
    "create table extra (id int primary key, item_id int not null references item on delete cascade)",
    { item: `${SRE}, none` },
  ],
  ["create table if not exists public.extra (id int)", {}],
  ["create index on item (size)", { item: "SHARE, index" }],
  [
    "create unique index if not exists item_by_id on public.item (id) where size > 3",
    { item: "SHARE, index" },
  ],
  [
    "create trigger item_again after insert on item for each row execute function touch()",
    { item: `${SRE}, none` },
  ],
  ["create view sizes as select size from item", {}],
  ["create or replace view item_label as select label, size from item", { item_label: `${AE}, none` }],
  ["drop view item_label", { item_label: `${AE}, none` }],
  ["create function nothing() returns int language sql as $$ select 1; $$", {}],
  ["alter table public.item add column note text", { item: `${AE}, none` }],
  ["alter table item add column at timestamptz not null default now()", { item: `${AE}, none` }],
  [
    "alter table item add kind text not null default 'a, b' check (kind in ('a, b', 'c'))",
    { item: `${AE}, scan` },
  ],
  ["alter table item add column key uuid default gen_random_uuid()", { item: `${AE}, rewrite` }],
  ["alter table item add column at timestamptz default clock_timestamp()", { item: `${AE}, rewrite` }],
  ["alter table item add column number bigserial", { item: `${AE}, rewrite` }],
  [
    "alter table item add column double int generated always as (size * 2) stored",
    { item: `${AE}, rewrite` },
  ],
  ["alter table item add column price numeric(10, 2) not null default 0", { item: `${AE}, none` }],
  [
    "alter table item add column parent_id int references owner (id)",
    { item: `${AE}, none`, owner: `${SRE}, none` },
  ],
  ["alter table item add column code text unique", { item: `${AE}, index` }],
  ["alter table item alter column label set not null", { item: `${AE}, scan` }],
  ["alter table item alter label drop not null, alter size set default 3", { item: `${AE}, none` }],
  ["alter table item alter column size type bigint", { item: `${AE}, rewrite` }],
  ["alter table item alter column label set storage external", { item: `${AE}, none` }],
  ["alter table item alter column label set compression pglz", { item: `${AE}, none` }],
  ["alter table item alter column label set statistics 200", { item: "SHARE UPDATE EXCLUSIVE, none" }],
  ["alter table item add constraint small check (size < 1000)", { item: `${AE}, scan` }],
  ["alter table item add constraint small check (size < 1000) not valid", { item: `${AE}, none` }],
  ["alter table item validate constraint item_positive", { item: "SHARE UPDATE EXCLUSIVE, scan" }],
  [
    "alter table item add foreign key (size) references owner (id) not valid",
    { item: `${SRE}, none`, owner: `${SRE}, none` },
  ],
  [
    "alter table item add constraint again foreign key (size) references owner",
    { item: `${SRE}, scan`, owner: `${SRE}, none` },
  ],
  ["alter table item add unique (label, size)", { item: `${AE}, index` }],
  ["alter table item drop constraint item_owner", { item: `${AE}, none`, owner: `${AE}, none` }],
  ["alter table item drop constraint if exists item_positive", { item: `${AE}, none` }],
  ["alter table item drop column owner_id, add column b int", { item: `${AE}, none`, owner: `${AE}, none` }],
  ["alter table item rename column size to amount", { item: `${AE}, none` }],
  ["alter table item disable trigger user", { item: `${SRE}, none` }],
  ["alter table item set (fillfactor = 80)", { item: "SHARE UPDATE EXCLUSIVE, none" }],
  ["drop trigger item_touch on item", { item: `${AE}, none` }],
  ["drop index item_by_label", { item: `${AE}, none` }],
  ["drop table if exists lonely", { lonely: `${AE}, none`, owner: `${AE}, none` }],
  ["update item set size = size + 1000 where label <> 'x; y'", { item: "ROW EXCLUSIVE, update" }],
  ["delete from only item where id = 1", { item: "ROW EXCLUSIVE, update" }],
  ["insert into owner (id, name) values (0, 'on item')", { owner: "ROW EXCLUSIVE, none" }],
  ["truncate item", { item: `${AE}, none` }],
  ["comment on table item is 'Things'", { item: "SHARE UPDATE EXCLUSIVE, none" }],
  ["analyze item", { item: "SHARE UPDATE EXCLUSIVE, scan" }],
];

type Observed = Record<string, { mode: string; isRewritten: boolean; isScanned: boolean }>;

/** Runs a statement and returns what it holds on tables that existed before, from ROW EXCLUSIVE on. */
async function observe(statement: string): Promise<Observed> {
  const files = async () => {
    const { rows } = await client.query<{ oid: number; name: string; file: number; scans: number }>(`
      select c.oid::int8::int4 as oid, c.relname as name, relfilenode::int8::int4 as file, coalesce(seq_scan, 0)::int4 as scans
      from pg_class c left join pg_stat_xact_user_tables s on s.relid = c.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`);
    return new Map(rows.map((row) => [row.oid, row]));
  };
  await client.query("begin");
  try {
    const before = await files();
    await client.query(statement);
    const { rows: locks } = await client.query<{ oid: number; mode: string }>(`
      select relation::int8::int4 as oid, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and granted`);
    const after = await files();
    const observed: Observed = {};
    for (const { oid, mode } of locks) {
      const table = before.get(oid);
      const rank = LOCK_MODES.map(modeName).indexOf(mode);
      if (!table || rank < LOCK_MODES.indexOf("ROW EXCLUSIVE")) continue;
      const known = observed[table.name]?.mode;
      if (LOCK_MODES.some((each, at) => at > rank && each === known)) continue;
      observed[table.name] = {
        mode: LOCK_MODES[rank] ?? "",
        isRewritten: after.get(oid) !== undefined && after.get(oid)?.file !== table.file,
        isScanned: (after.get(oid)?.scans ?? 0) > table.scans,
      };
    }
    return observed;
  } finally {
    await client.query("rollback");
  }
}

const modeName = (mode: string) =>
  `${mode.replaceAll(/(\w)(\w*) ?/g, (_, first, rest) => first + rest.toLowerCase())}Lock`;

/** An update and an insert read tables as any statement does; a validated key reads by a query, which uses an index. */
const SCANNING: readonly TableWork[] = ["scan", "index", "rewrite"];

describe("effectsOf", () => {
  test.each(CASES)("%s", async (text, expected) => {
    const [statement] = splitStatements(`-- A comment; with a semicolon.\n${text};`);
    if (statement === undefined) throw new Error("no statement");
    const { isKnown, locks } = effectsOf(statement, catalog);
    expect(isKnown).toBe(true);
    const listed = locks.map(({ table, mode, work }) => [table, `${mode}, ${work}`]);
    expect(Object.fromEntries(listed)).toEqual(expected);
    const observed = await observe(text);
    expect(Object.fromEntries(Object.entries(observed).map(([table, { mode }]) => [table, mode]))).toEqual(
      Object.fromEntries(locks.map(({ table, mode }) => [table, mode])),
    );
    for (const { table, mode, work } of locks) {
      if (mode === "ROW EXCLUSIVE" || text.startsWith("truncate") || text.startsWith("analyze")) continue;
      expect([table, observed[table]?.isRewritten]).toEqual([table, work === "rewrite"]);
      if (!text.includes("foreign key")) {
        expect([table, observed[table]?.isScanned]).toEqual([table, SCANNING.includes(work)]);
      }
    }
  });

  test("reads an unknown statement as ACCESS EXCLUSIVE on all tables that it names", () => {
    for (const text of ["do $$ begin update item set size = 1; end $$", "drop table item cascade"]) {
      const effects = splitStatements(text).map((statement) => effectsOf(statement, catalog));
      expect(effects).toEqual([
        { isKnown: false, creates: [], locks: [{ table: "item", mode: AE, work: "rewrite" }] },
      ]);
    }
    const [statement] = splitStatements("alter table item add column a int, cluster on item_by_label");
    expect(statement && effectsOf(statement, catalog)).toMatchObject({ isKnown: false });
  });

  test("knows a concurrent index, which no transaction can build", () => {
    const [statement] = splitStatements("create index concurrently item_by_x on item (size)");
    expect(statement && effectsOf(statement, catalog).locks).toEqual([
      { table: "item", mode: "SHARE UPDATE EXCLUSIVE", work: "index" },
    ]);
  });

  test("knows each statement of the migrations", async () => {
    const folder = join(import.meta.dirname, "../../../../migrations");
    const unknown: string[] = [];
    let count = 0;
    for (const name of await readdir(folder)) {
      if (!name.endsWith(".sql")) continue;
      for (const statement of splitStatements(await readFile(join(folder, name), "utf8"))) {
        count += 1;
        if (!effectsOf(statement, catalog).isKnown) unknown.push(`${name}: ${statement.text.slice(0, 80)}`);
      }
    }
    expect(unknown).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });
});
