import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { closeNextChunk } from "../../../pipeline/results/closed/close-days.ts";
import { storedResults } from "../../../pipeline/results/closed/stored-results.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { createLimitedReads } from "../../../pipeline/selectors/limited/limited-db.ts";
import { sql } from "../../../platform/storage/sql.ts";

const DAY = new Date("2026-11-10T00:00:00Z");

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

test("a limited key reads the results of closed days of its targets only", async () => {
  const { database } = harness;
  const orgId = await makeOrganization(database);
  const [visible, hidden] = [await makeMonitor(database, { orgId }), await makeMonitor(database, { orgId })];
  await database.run(sql`update target set tags = '{a}' where id = ${visible.id}`);
  await ensurePartitionsOf(database, [DAY.getTime()]);
  const seriesKeys = [visible, hidden].map((monitor) => monitor.seriesKeys[0] ?? 0);
  await insertResults(
    database,
    seriesKeys.map((seriesKey) => ({
      ...{ seriesKey, slotMs: DAY.getTime(), status: "up" as const, responseUs: 1 },
    })),
  );
  await closeNextChunk(database, { day: DAY, after: 0 });
  expect(await database.rows(sql`select from check_result`)).toEqual([]);
  const limited = createLimitedReads(database).limit(database, { orgId, selector: { tags: { any: ["a"] } } });
  const read = sql`
    select r.series_key from series s
    join lateral ${storedResults({ columns: sql`series_key, slot`, seriesKey: sql`s.series_key` })} r on r.series_key = s.series_key
    order by 1`;
  expect(await database.rows(read)).toHaveLength(2);
  expect(await limited.rows(read)).toEqual([{ series_key: seriesKeys[0] }]);
});
