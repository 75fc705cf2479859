import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { createLimitedReads } from "./limited-db.ts";

let harness: TestDatabase;
let limited: Db;
let visible: string;
beforeAll(async () => {
  harness = await testDatabase();
  const { database } = harness;
  const orgId = await makeOrganization(database);
  visible = (await makeMonitor(database, { orgId })).id;
  await makeMonitor(database, { orgId });
  await makeMonitor(database, { orgId: await makeOrganization(database) });
  await database.run(sql`update target set tags = '{a}' where id = ${visible}`);
  await database.run(sql`create table decided_later (target_id uuid)`);
  await database.run(sql`insert into decided_later values (${visible})`);
  limited = createLimitedReads(database).limit(database, { orgId, selector: { tags: { any: ["a"] } } });
});
afterAll(() => harness.drop());

test.each([
  ["a table", sql`select id from target`],
  ["an alias, in capitals", sql`SELECT T.id FROM Target AS T`],
  ["a quoted name", sql`select t.id from "target" t`],
  ["a subquery", sql`select id from monitor where id in (select target_id from series) order by id`],
  ["a CTE", sql`with all_targets as (select id from target) select id from all_targets`],
  ["a recursive CTE", sql`with recursive r (id) as (select id from target) select id from r`],
  ["a comment at the end", sql`select id from target -- all`],
])("only visible rows are read by %s", async (_name, statement) => {
  expect(await limited.rows(statement)).toEqual([{ id: visible }]);
});

test("a table that no one decided about is empty", async () => {
  expect(await limited.find(sql`select * from decided_later`)).toBeNull();
});

test.each([
  sql`update target set name = 'n'`,
  sql`with changed as (update target set name = 'n' returning id) select id from changed`,
  sql`select * from public.target`,
  sql`select * from "public" . stored_target`,
])("%j is rejected", async (statement) => {
  await expect(limited.rows(statement)).rejects.toThrow();
});
