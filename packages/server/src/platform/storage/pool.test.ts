import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { AppError } from "../kernel/errors.ts";
import { silentLogger } from "../kernel/logger.ts";
import { clientConfig } from "./connection.ts";
import type { Db } from "./database.ts";
import { isUniqueViolation } from "./database-errors.ts";
import { openDatabase } from "./pool.ts";
import { sql } from "./sql.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await db.database.run(sql`create table thing (id int primary key, name text constraint thing_name unique)`);
});
afterAll(() => db.drop());

describe("statements", () => {
  test("returns columns as numbers, dates and strings", async () => {
    const row = await db.database.find(sql`
      select 9007199254740991::int8 as big, '{1,null}'::int8[] as bigs, 1.25::numeric as exact,
        '2026-01-02T03:04:05.678Z'::timestamptz as at, '2026-01-02'::date as day, 'u'::"char" as letter`);
    expect(row).toEqual({
      big: 9007199254740991,
      bigs: [1, null],
      exact: 1.25,
      at: new Date("2026-01-02T03:04:05.678Z"),
      day: "2026-01-02",
      letter: "u",
    });
  });

  test("throws for a bigint beyond the safe integers instead of rounding it", async () => {
    await expect(db.database.find(sql`select 9007199254740993::int8 as big`)).rejects.toThrow(/does not fit/);
    await expect(db.database.find(sql`select 1 as one`)).resolves.toEqual({ one: 1 });
  });

  test("returns the number of changed rows from run, and null from find without a row", async () => {
    expect(await db.database.run(sql`insert into thing values (1, 'a'), (2, 'b')`)).toBe(2);
    expect(await db.database.find(sql`select id from thing where id = ${99}`)).toBeNull();
    expect(await db.database.rows(sql`select id from thing where id < ${3} order by id`)).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test("identifies a unique violation by its constraint", async () => {
    const error = await db.database.run(sql`insert into thing values (3, 'a')`).catch((caught) => caught);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, "thing_name")).toBe(true);
    expect(isUniqueViolation(error, "thing_pkey")).toBe(false);
  });
});

describe("transactions", () => {
  test("rolls back if the work throws", async () => {
    const bang = new Error("bang");
    const work = db.database.transaction(async (tx) => {
      await tx.run(sql`insert into thing values (10, 'ten')`);
      throw bang;
    });
    await expect(work).rejects.toBe(bang);
    expect(await db.database.find(sql`select from thing where id = 10`)).toBeNull();
  });

  test("does not treat a swallowed error as a commit", async () => {
    const work = db.database.transaction(async (tx) => {
      await tx.run(sql`insert into thing values (11, 'eleven')`);
      await tx.run(sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(work).rejects.toThrow(/nothing was committed/);
    expect(await db.database.find(sql`select from thing where id = 11`)).toBeNull();
  });

  test("rejects the handle after the end", async () => {
    let kept: Db | undefined;
    await db.database.transaction(async (tx) => {
      kept = tx;
    });
    await expect(kept?.find(sql`select 1`)).rejects.toThrow(/has ended/);
    await expect(kept?.defer(sql`select 1`)).rejects.toThrow(/has ended/);
  });

  test("runs deferred statements in order, before the next one and before the commit", async () => {
    const seen = await db.database.transaction(async (tx) => {
      await tx.defer(sql`insert into thing values (20, 'first')`);
      await tx.defer(sql`update thing set name = 'second' where id = 20`);
      const name = await tx.find(sql`select name from thing where id = 20`);
      await tx.defer(sql`update thing set name = 'third' where id = 20`);
      return name;
    });
    expect(seen).toEqual({ name: "second" });
    expect(await db.database.find(sql`select name from thing where id = 20`)).toEqual({ name: "third" });
  });

  test("keeps the order of deferred and concurrent statements", async () => {
    const names = await db.database.transaction((tx) =>
      Promise.all([
        tx.run(sql`insert into thing values (21, 'before')`),
        tx.find(sql`select name from thing where id = 21`),
        tx.defer(sql`update thing set name = 'after' where id = 21`),
        tx.find(sql`select name from thing where id = ${21}`),
      ]),
    );
    expect(names).toEqual([1, { name: "before" }, undefined, { name: "after" }]);
  });

  test.each([
    ["the next statement", (tx: Db) => tx.find(sql`select 'after a failure' as text`)],
    ["the commit", () => Promise.resolve()],
  ])("throws the error of a deferred statement at %s", async (_at, next) => {
    const work = db.database.transaction(async (tx) => {
      await tx.run(sql`insert into thing values (22, 'kept back')`);
      await tx.defer(sql`insert into thing values (22, 'again')`);
      await next(tx);
    });
    expect(isUniqueViolation(await work.catch((caught) => caught), "thing_pkey")).toBe(true);
    expect(await db.database.find(sql`select from thing where id = 22`)).toBeNull();
    // The connection prepares the statement again that was sent behind the failed one.
    expect(await db.database.find(sql`select 'after a failure' as text`)).toEqual({
      text: "after a failure",
    });
  });

  test("sends nothing for a transaction without statements", async () => {
    await expect(db.database.transaction(async () => "done")).resolves.toBe("done");
    const bang = new Error("bang");
    await expect(db.database.transaction(() => Promise.reject(bang))).rejects.toBe(bang);
  });

  test("runs concurrent statements sequentially", async () => {
    const rows = await db.database.transaction((tx) =>
      Promise.all([1, 2, 3].map((id) => tx.find(sql`select ${id}::int as id`))),
    );
    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });
});

describe("connections", () => {
  test("runs a statement beside a transaction that does not end", async () => {
    await db.database.transaction(async (tx) => {
      const own = await tx.find(sql`select pg_backend_pid() as pid`);
      expect(await db.database.find(sql`select pg_backend_pid() as pid`)).not.toEqual(own);
    });
  });

  test("runs the text of a library as it is, of several statements too", async () => {
    const { executeForeign } = db.database;
    await executeForeign("create table foreign_thing (id int); insert into foreign_thing values (7)");
    const { rows } = await executeForeign("select id from foreign_thing where id = $1", [7]);
    expect(rows).toEqual([{ id: 7 }]);
    await expect(executeForeign("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
    expect(await db.database.find(sql`select 1 as one`)).toEqual({ one: 1 });
  });
});

describe("failures", () => {
  test("returns 503 for a statement beyond the timeout, and keeps the pool working", async () => {
    const quick = await openDatabase({
      connection: db.connection,
      log: silentLogger,
      maxConnections: 1,
      statementTimeoutMs: 50,
    });
    const error = await quick.find(sql`select pg_sleep(20)`).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
      retryAfterSeconds: expect.any(Number),
      cause: { code: "57014" },
    });
    expect(await quick.find(sql`select 1 as one`)).toEqual({ one: 1 });
    await quick.close();
  });

  test("returns 503 for an unreachable database", async () => {
    const missing = openDatabase({
      connection: { socketDir: "/nonexistent", database: "x", user: "x", password: "x" },
      log: silentLogger,
      maxConnections: 1,
      statementTimeoutMs: 1_000,
    });
    await expect(missing).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  test("returns 503 if the connection is lost in a transaction, and uses another one for the next statement", async () => {
    const work = db.database.transaction(async (tx) => {
      const me = await tx.find<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await terminate(me?.pid ?? 0);
      await tx.run(sql`insert into thing values (12, 'twelve')`);
    });
    await expect(work).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await db.database.find(sql`select from thing where id = 12`)).toBeNull();
  });
});

describe("listen", () => {
  test("delivers a payload to each handler of its channel and no other", async () => {
    const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()];
    const ends = [
      await db.database.listen("Odd channel", first),
      await db.database.listen("Odd channel", second),
      await db.database.listen("other", other),
    ];
    await db.database.run(sql`select pg_notify('Odd channel', 'hello')`);
    await vi.waitFor(() => expect(second).toHaveBeenCalledExactlyOnceWith("hello"), 30_000);
    expect(first).toHaveBeenCalledExactlyOnceWith("hello");
    expect(other).not.toHaveBeenCalled();
    for (const end of ends) await end();
  });

  test("delivers to all handlers even if one throws", async () => {
    const heard = vi.fn();
    const ends = [
      await db.database.listen("c", () => {
        throw new Error("bug");
      }),
      await db.database.listen("c", heard),
    ];
    await db.database.run(sql`select pg_notify('c', '1')`);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith("1"), 30_000);
    for (const end of ends) await end();
  });

  test("sends an empty payload after a reconnection, and continues", async () => {
    const heard: string[] = [];
    const end = await db.database.listen("cut", (payload) => heard.push(payload));
    await terminate(await listeningPid('listen "cut"'));
    await vi.waitFor(() => expect(heard).toEqual([""]), { timeout: 30_000 });
    await db.database.run(sql`select pg_notify('cut', 'again')`);
    await vi.waitFor(() => expect(heard).toEqual(["", "again"]), 30_000);
    await end();
  });

  test("stops when ended, and a new listener works again", async () => {
    const [before, after] = [vi.fn(), vi.fn()];
    await (await db.database.listen("e", before))();
    const end = await db.database.listen("e", after);
    await db.database.run(sql`select pg_notify('e', 'x')`);
    await vi.waitFor(() => expect(after).toHaveBeenCalledWith("x"), 30_000);
    expect(before).not.toHaveBeenCalled();
    await end();
  });
});

describe("session", () => {
  test("holds an advisory lock until the session closes", async () => {
    const isFree = async () => {
      const row = await db.database.find<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${42}) as free`,
      );
      return row?.free;
    };
    const session = await db.database.session(() => undefined);
    await session.run(sql`select pg_advisory_lock(${42})`);
    expect(await isFree()).toBe(false);
    await session.close();
    await vi.waitFor(async () => expect(await isFree()).toBe(true), 30_000);
  });

  test("reports a lost session once, and a closed one never", async () => {
    const [lost, closed] = [vi.fn(), vi.fn()];
    const [first, second] = [await db.database.session(lost), await db.database.session(closed)];
    const me = await first.find<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await terminate(me?.pid ?? 0);
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), 30_000);
    await expect(first.find(sql`select 1`)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await second.close();
    expect(lost).toHaveBeenCalledOnce();
    expect(closed).not.toHaveBeenCalled();
  });
});

async function terminate(pid: number): Promise<void> {
  await outside("select pg_terminate_backend($1)", [pid]);
}

async function listeningPid(text: string): Promise<number> {
  const [row] = await outside(
    "select pid from pg_stat_activity where query = $1 and datname = current_database()",
    [text],
  );
  return Number(row?.pid);
}

/** Uses a connection outside of the pool. */
async function outside(text: string, values: unknown[]): Promise<{ pid?: unknown }[]> {
  const client = new Client(clientConfig(db.connection, { name: "test" }));
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}
