import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { startTcpRelay } from "../../../../test/servers/tcp-relay.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { SHARDS } from "../../../platform/kernel/shard.ts";
import { SOCKET_PORT } from "../../../platform/storage/connection.ts";
import { openDatabase } from "../../../platform/storage/pool.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { CLAIM_MAX } from "./shard-share.ts";
import { HAND_OVER_COUNT, type ShardDeps, ShardLeases } from "./shards.ts";

/** Schedulers on one database: their shards, and the handler calls each one received. */

let db: TestDatabase;
const running: ShardLeases[] = [];
/** The shards reported as lost to the scheduler that joined last. */
let lastLost: readonly number[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((leases) => leases.stop(systemClock.monotonic())));
});
afterAll(() => db.drop());

const POLL = { timeout: 20_000, interval: 10 };

/** `isBusy` returns whether a shard has something in flight. */
async function join(
  isBusy: (shard: number) => boolean = () => false,
  { untilLoaded, ...over }: Partial<ShardDeps> & { untilLoaded?: () => Promise<void> } = {},
) {
  const working = new Set<number>();
  const lost: number[] = [];
  lastLost = lost;
  const leases = new ShardLeases(
    { database: db.database, clock: systemClock, log: silentLogger, ...over },
    {
      async gained(shards) {
        await untilLoaded?.();
        for (const shard of shards) working.add(shard);
      },
      async release(shards, deadlineMs) {
        while (shards.some(isBusy) && systemClock.monotonic() < deadlineMs)
          await new Promise((resolve) => setTimeout(resolve, 5));
        for (const shard of shards) working.delete(shard);
      },
      lost(shards) {
        for (const shard of shards) working.delete(shard);
        lost.push(...shards);
      },
    },
  );
  running.push(leases);
  await leases.start();
  return { leases, working, lost };
}

/** Limited to this database, because concurrent tests use the same server. */
const endSessionOfShard0 = () =>
  db.database.run(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 30308 and objid = 0
      and database = (select oid from pg_database where datname = current_database())`);

const all = Array.from({ length: SHARDS }, (_, shard) => shard);
const sorted = (...sets: ReadonlySet<number>[]) => sets.flatMap((set) => [...set]).toSorted((a, b) => a - b);

test("one scheduler holds all shards; a joining one gets its share, and each shard has one holder", async () => {
  const first = await join();
  expect(sorted(first.working)).toEqual(all);
  const second = await join();
  await expect.poll(() => second.working.size, POLL).toBe(SHARDS / 2);
  const third = await join();
  await expect
    .poll(() => [first, second, third].map(({ working }) => working.size).toSorted(), POLL)
    .toEqual([21, 21, 22]);
  await expect.poll(() => sorted(first.working, second.working, third.working), POLL).toEqual(all);
});

test("a stopping scheduler keeps the shards that another one has not loaded yet", async () => {
  const untilLoaded = vi.fn(() => Promise.resolve());
  const first = await join();
  const second = await join(undefined, { untilLoaded });
  await expect.poll(() => second.working.size, POLL).toBe(SHARDS / 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  untilLoaded.mockClear().mockReturnValue(promise);
  const stopped = first.leases.stop(systemClock.monotonic() + 60_000);
  await expect.poll(() => untilLoaded.mock.calls.length, POLL).toBe(1);
  expect(first.working.size).toBe(SHARDS / 2 - HAND_OVER_COUNT);
  resolve();
  await stopped;
  await expect.poll(() => sorted(second.working), POLL).toEqual(all);
  expect(first.lost).toEqual([]);
});

test("a stopping scheduler waits for the next holder no longer than its deadline", async () => {
  const untilLoaded = vi.fn(() => Promise.resolve());
  const first = await join();
  const second = await join(undefined, { untilLoaded });
  await expect.poll(() => second.working.size, POLL).toBe(SHARDS / 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  untilLoaded.mockReturnValue(promise);
  await first.leases.stop(systemClock.monotonic() + 50);
  expect(first.working.size).toBe(0);
  resolve();
  await expect.poll(() => sorted(second.working), POLL).toEqual(all);
});

test("a stopping scheduler waits no longer than its deadline", async () => {
  const first = await join(() => true);
  await first.leases.stop(systemClock.monotonic() + 20);
  const second = await join();
  expect(sorted(second.working)).toEqual(all);
});

test("a scheduler that loses its connection starts nothing more, and another takes over within seconds", async () => {
  const first = await join();
  const second = await join();
  await expect.poll(() => second.working.size, POLL).toBe(SHARDS / 2);
  const before = new Set(second.working);
  const held = sorted(first.working);
  // The scheduler that holds shard 0.
  const [victim, other] = first.working.has(0) ? [first, second] : [second, first];
  const expected = victim === first ? held : sorted(before);
  await endSessionOfShard0();
  await expect.poll(() => sorted(new Set(victim.lost)), POLL).toEqual(expected);
  await expect.poll(() => sorted(other.working, victim.working), POLL).toEqual(all);
});

test("a scheduler that loses its connection while it loads shards has none of them", async () => {
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  const untilLoaded = vi.fn(() => loading);
  const first = all.slice(0, CLAIM_MAX);
  const joining = join(undefined, { untilLoaded });
  // Not when it holds only the first: it would never have had the others.
  await expect.poll(() => untilLoaded.mock.calls.length, POLL).toBe(1);
  await endSessionOfShard0();
  await expect.poll(() => lastLost, POLL).toEqual(first);
  load();
  const only = await joining;
  // Called once with the session, and again after the load finished anyway.
  expect(only.lost).toEqual([...first, ...first]);
  await expect.poll(() => sorted(only.working), POLL).toEqual(all);
});

test("a scheduler that is cut off silently stops, and another gets its shards although the server saw no disconnect", async () => {
  if (!("socketDir" in db.connection)) throw new Error("the test server has no socket");
  const { socketDir, user, password, database: name } = db.connection;
  const relay = await startTcpRelay({ path: `${socketDir}/.s.PGSQL.${SOCKET_PORT}` });
  const connection = { url: `postgres://${user}:${password}@127.0.0.1:${relay.port}/${name}` };
  const options = { log: silentLogger, maxConnections: 2, statementTimeoutMs: 10_000 };
  const database = await openDatabase({ ...options, connection });
  try {
    const cutOff = await join(undefined, { database, responseTimeoutMs: 200, idleMaxMs: 3_000 });
    expect(sorted(cutOff.working)).toEqual(all);
    relay.swallow();
    await expect.poll(() => sorted(new Set(cutOff.lost)), POLL).toEqual(all);
    expect(cutOff.working.size).toBe(0);
    const other = await join();
    await expect.poll(() => sorted(other.working), POLL).toEqual(all);
  } finally {
    await relay.cut();
    await database.close();
  }
});
