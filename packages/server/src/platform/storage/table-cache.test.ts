import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { silentLogger } from "../kernel/logger.ts";
import { clientConfig } from "./connection.ts";
import type { Database, Db } from "./database.ts";
import { sql } from "./sql.ts";
import { TableCache, type TableSource } from "./table-cache.ts";

type Thing = { id: string; shelf: string; revision: number };

const POLL = { timeout: 30_000, interval: 5 };
/** No comparison happens during a test unless it asks for one. */
const NEVER_MS = 3_600_000;

let harness: TestDatabase;
let database: Database;
beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  await database.run(sql`create table thing (id text primary key, shelf text, revision int)`);
});
afterAll(() => harness.drop());

const list = () => database.rows<Thing>(sql`select * from thing`);
const find = vi.fn((db: Db, ids: readonly string[]) =>
  db.rows<Thing>(sql`select * from thing where id = any(${ids}::text[]) order by id`),
);
const warn = vi.fn();
const [onStored, onRemoved, onRefreshed] = [vi.fn(), vi.fn(), vi.fn()];

let cache: TableCache<Thing>;
async function start(source: Partial<TableSource<Thing>> = {}): Promise<void> {
  const revisions = { listRevisions: list, revisionOf: ({ revision }: Thing) => revision, find };
  cache = new TableCache<Thing>({
    database,
    log: { ...silentLogger, warn },
    channel: "thing_changed",
    failedEvent: "things.load_failed",
    compareIntervalMs: NEVER_MS,
    idOf: ({ id }) => id,
    groupOf: ({ shelf }) => shelf,
    onStored,
    onRemoved,
    onRefreshed,
    ...("list" in source ? {} : revisions),
    ...source,
  } as TableSource<Thing>);
  await cache.start();
}

const put = (id: string, revision = 1, shelf = "top") =>
  database.run(sql`
    insert into thing values (${id}, ${shelf}, ${revision})
    on conflict (id) do update set shelf = excluded.shelf, revision = excluded.revision`);
const remove = (id: string) => database.run(sql`delete from thing where id = ${id}`);
const notify = (...payloads: string[]) =>
  database.run(sql`select pg_notify('thing_changed', id) from unnest(${payloads}::text[]) as id`);

/** The cached rows as `<id> <revision>`. */
const cached = () =>
  [...cache.rows.values()].map(({ id, revision }) => `${id} ${revision}`).sort((a, b) => (a < b ? -1 : 1));
const becomes = (expected: string[]) => expect.poll(cached, POLL).toEqual(expected);

beforeEach(async () => {
  vi.clearAllMocks();
  await database.run(sql`delete from thing`);
  await put("a");
  await put("b");
});
afterEach(() => cache.stop());

describe("a cache of rows with revisions", () => {
  test("has all rows after its start, also more than one statement reads", async () => {
    await database.run(sql`insert into thing select 'n' || n, 'top', 1 from generate_series(1, 2500) as n`);
    await start();
    expect(cache.rows.size).toBe(2_502);
    expect(cache.group("top")?.size).toBe(2_502);
    expect(find).toHaveBeenCalledTimes(3);
  });

  test("reads exactly the announced rows, and those of one transaction together", async () => {
    await start();
    vi.clearAllMocks();
    await put("a", 2);
    await put("b", 2);
    await put("c");
    await notify("a", "c", "unknown");
    await becomes(["a 2", "b 1", "c 1"]);
    expect(find).toHaveBeenCalledExactlyOnceWith(database, ["a", "c", "unknown"]);
    expect(onStored.mock.calls).toEqual([
      [expect.objectContaining({ id: "a", revision: 2 }), expect.objectContaining({ id: "a", revision: 1 })],
      [expect.objectContaining({ id: "c" }), undefined],
    ]);
    expect(onRemoved).not.toHaveBeenCalled();
    expect(onRefreshed).toHaveBeenCalledOnce();
  });

  test("removes deleted rows, and moves changed ones to their new group", async () => {
    await start();
    await put("a", 2, "bottom");
    await remove("b");
    await notify("a", "b");
    await becomes(["a 2"]);
    expect(onRemoved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "b", revision: 1 }));
    expect(cache.group("top")).toBeUndefined();
    expect([...(cache.group("bottom")?.keys() ?? [])]).toEqual(["a"]);
  });

  test("finds changes that it missed without a connection", async () => {
    await start();
    await put("a", 2);
    await remove("b");
    await put("c");
    await cutListener();
    await becomes(["a 2", "c 1"]);
  });

  test("finds changes without a notification by comparing, and reads nothing else", async () => {
    await start({ compareIntervalMs: 10 });
    vi.clearAllMocks();
    await put("a", 2);
    await becomes(["a 2", "b 1"]);
    await remove("b");
    await becomes(["a 2"]);
    expect(find.mock.calls.map(([, ids]) => ids)).toEqual([["a"], ["b"]]);
  });

  test("keeps its rows if a read fails, and repeats the read with the next comparison", async () => {
    await start();
    find.mockRejectedValueOnce(new Error("cut"));
    await put("a", 2);
    await notify("a");
    await expect.poll(() => warn.mock.calls, POLL).toHaveLength(1);
    expect(warn).toHaveBeenCalledWith("things.load_failed", expect.objectContaining({ error: "cut" }));
    expect(cached()).toEqual(["a 1", "b 1"]);
    await notify("");
    await becomes(["a 2", "b 1"]);
  });

  test("does not start if the rows cannot be read, and no longer listens", async () => {
    find.mockRejectedValueOnce(new Error("cut"));
    await expect(start()).rejects.toThrow("cut");
    await notify("a");
    await start();
    await notify("b");
    await expect.poll(() => onRefreshed.mock.calls, POLL).toHaveLength(2);
    expect(find.mock.calls.map(([, ids]) => ids)).toEqual([["a", "b"], ["a", "b"], ["b"]]);
  });

  test("reads rows in the transaction of a caller", async () => {
    await start();
    const work = database.transaction(async (tx) => {
      await tx.run(sql`update thing set revision = 7 where id = 'a'`);
      await cache.refresh(["a"], tx);
      expect(cached()).toEqual(["a 7", "b 1"]);
      throw new Error("roll back");
    });
    await expect(work).rejects.toThrow("roll back");
    await notify("");
    await becomes(["a 1", "b 1"]);
  });

  test("does not read rows again that are forgotten during a comparison", async () => {
    const listRevisions = async () => {
      cache.forget("b");
      return (await list()).filter(({ id }) => id === "a");
    };
    await start({ listRevisions });
    await notify("b");
    await becomes(["a 1", "b 1"]);
    vi.clearAllMocks();
    await put("a", 2);
    await notify("");
    await becomes(["a 2"]);
    expect(find.mock.calls.map(([, ids]) => ids)).toEqual([["a"]]);
  });

  test("skips rows of others, and keeps rows that are not compared until they are forgotten", async () => {
    await start({
      readPayload: (payload) => (payload.startsWith("mine:") ? payload.slice(5) : null),
      isCompared: (id) => id !== "b",
    });
    vi.clearAllMocks();
    await remove("b");
    await put("a", 2);
    await notify("others:b", "mine:a", "");
    await becomes(["a 2", "b 1"]);
    expect(find.mock.calls.every(([, ids]) => !ids.includes("b"))).toBe(true);
    cache.forget("b");
    await notify("");
    await becomes(["a 2"]);
    expect(onRemoved).not.toHaveBeenCalled();
  });
});

describe("a cache that reads the whole table", () => {
  test("follows notifications, with and without a payload", async () => {
    await start({ list });
    expect(cached()).toEqual(["a 1", "b 1"]);
    await put("a", 2);
    await notify("a");
    await becomes(["a 2", "b 1"]);
    await remove("b");
    await notify("");
    await becomes(["a 2"]);
    expect(onRemoved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "b" }));
  });

  test("reads again at its interval", async () => {
    await start({ list, compareIntervalMs: 10 });
    await put("c");
    await becomes(["a 1", "b 1", "c 1"]);
  });
});

/** Ends the server's side of the listening connection. */
async function cutListener(): Promise<void> {
  const client = new Client(clientConfig(harness.connection, { name: "test" }));
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen "thing_changed"' and datname = current_database()`);
  await client.end();
}
