import { type Selector, selectorSchema } from "@vedette/contract/targets/selectors.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeApiMonitor, makeJourney, makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { listSelectables } from "../selectables.ts";
import { selects } from "../selects.ts";
import { createLimitedReads, type LimitedReads } from "./limited-db.ts";

const TAGS = ["a", "b", "c"];
/** What is read in the same statement, or in a statement of its own. */
const READS = {
  targets: sql`select id from target`,
  children: sql`select id from monitor union select id from api_monitor union select id from journey`,
  both: sql`select t.id from target t join monitor m on m.id = t.id union select a.id from target t join api_monitor a on a.id = t.id
    union select j.id from target t join journey j on j.id = t.id`,
  series: sql`select distinct target_id as id from series`,
  gaps: sql`select s.target_id as id from slot_gap g join series s on s.series_key = g.series_key`,
  alerts: sql`select target_id as id from alert`,
};

let harness: TestDatabase;
let orgId: string;
let made: string[];
let composite: string;
beforeAll(async () => {
  harness = await testDatabase();
  const { database } = harness;
  orgId = await makeOrganization(database);
  const monitors = [];
  for (let count = 0; count < 5; count += 1) monitors.push(await makeMonitor(database, { orgId }));
  const others = [await makeApiMonitor(database, { orgId }), await makeJourney(database, { orgId })];
  made = [...monitors, ...others].map(({ id }) => id);
  for (const [index, id] of made.entries())
    await tagAndAlert(database, id, TAGS.slice(index % 2, 1 + (index % 3)));
  composite = made[0] ?? "";
  await database.run(sql`update monitor set type = 'composite' where id = ${composite}`);
  await database.run(sql`
    insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
    select s.series_key, now(), now(), 'missed', 'stopped', 1 from series s join target t on t.id = s.target_id
    where t.org_id = ${orgId}`);
  await database.run(sql`update stored_target set deleted_at = now() where id = ${made[1]}`);
  await makeMonitor(database, { orgId: await makeOrganization(database) });
});
afterAll(() => harness.drop());

async function tagAndAlert(db: Db, id: string, tags: readonly string[]): Promise<void> {
  await db.run(sql`update target set tags = ${tags}::text[] where id = ${id}`);
  await makeAlert(db, { orgId, targetId: id });
}

const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });

const selectors = () =>
  fc
    .record({
      targets: some(made),
      tags: fc.option(fc.record({ any: some(TAGS), all: some(TAGS), none: some(TAGS) }), { nil: undefined }),
      kinds: some(TARGET_KINDS),
      types: some(["url", "tcp", "composite"] as const),
    })
    .map((given) => selectorSchema.parse(given));

test("each table shows the rows of the targets that the selector selects, and no others", async () => {
  const { database } = harness;
  const targets = await listSelectables(database, orgId);
  const reads = createLimitedReads(database);
  const property = async (selector: Selector) => {
    const selected = targets.filter((each) => selects(selector, each) && each.targetId !== composite);
    const ids = selected.map(({ targetId }) => targetId).sort();
    expect(await visibleIds(reads, selector)).toEqual(
      Object.fromEntries(Object.keys(READS).map((name) => [name, ids])),
    );
  };
  await fc.assert(fc.asyncProperty(selectors(), property), { numRuns: 25 });
});

async function visibleIds(reads: LimitedReads, selector: Selector): Promise<Record<string, string[]>> {
  const limited = reads.limit(harness.database, { orgId, selector });
  const found: Record<string, string[]> = {};
  for (const [name, statement] of Object.entries(READS))
    found[name] = (await limited.rows<{ id: string }>(statement)).map(({ id }) => id).sort();
  return found;
}
