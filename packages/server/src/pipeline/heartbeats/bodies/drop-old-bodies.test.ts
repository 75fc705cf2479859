import { afterAll, beforeAll, expect, test } from "vitest";
import { makeHeartbeat, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { ensurePartitionsOf } from "../../results/retention/partitions.ts";
import { dropOldBodies } from "./drop-old-bodies.ts";

const NOW_MS = Date.parse("2026-11-21T00:05:00Z");

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

test("the newest 500 bodies of failures and of others stay, and none of a deleted heartbeat", async () => {
  const { database } = harness;
  await ensurePartitionsOf(database, [NOW_MS, NOW_MS - 3_600_000]);
  const orgId = await makeOrganization(database);
  const [busy, calm] = [await makeHeartbeat(database, { orgId }), await makeHeartbeat(database, { orgId })];
  const deleted = newId(NOW_MS);
  // A ping each second across midnight; every hundredth failed.
  const insert = (id: string, count: number) => {
    const ids = Array.from({ length: count }, (_, second) => newId(NOW_MS - second * 1_000));
    return database.run(sql`
      insert into heartbeat_ping (id, heartbeat_id, shard, kind, body_bytes, pending, body_truncated, method, body)
      select g.id, ${id}, 0, (case when nr % 100 = 0 then 'f' else 's' end)::"char", 4, false, false, 'GET', 'text'
      from unnest(${ids}::uuid[]) with ordinality as g(id, nr)`);
  };
  await insert(busy.id, 700);
  await insert(calm.id, 20);
  await insert(deleted, 20);
  const bodies = () =>
    database.rows(sql`
      select heartbeat_id as id, kind::text, count(body)::int4 as bodies, count(*)::int4 as pings,
        max(id::text) filter (where body is null) < min(id::text) filter (where body is not null) as are_newest
      from heartbeat_ping group by 1, 2 order by 1, 2 desc`);
  await dropOldBodies(database, new AbortController().signal);
  const found = await bodies();
  expect(found).toContainEqual({ id: busy.id, kind: "f", bodies: 7, pings: 7, are_newest: null });
  expect(found).toContainEqual({ id: busy.id, kind: "s", bodies: 500, pings: 693, are_newest: true });
  expect(found).toContainEqual({ id: calm.id, kind: "s", bodies: 20, pings: 20, are_newest: null });
  expect(found).toContainEqual({ id: deleted, kind: "s", bodies: 0, pings: 20, are_newest: null });
  await dropOldBodies(database, new AbortController().signal);
  expect(await bodies()).toEqual(found);
});
