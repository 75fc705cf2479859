import { CHECK_TYPES } from "@vedette/contract/checks/check-types.ts";
import { type Selector, selectorSchema } from "@vedette/contract/targets/selectors.ts";
import { TARGET_KINDS } from "@vedette/contract/targets/target-fields.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeApiMonitor, makeJourney, makeMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Database } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import { selectorCondition, withNestedGroups } from "./queries.ts";
import { listSelectables } from "./selectables.ts";
import { type Selectable, selects } from "./selects.ts";

const TAGS = ["prod", "stage", "shop"];

describe("selects", () => {
  const target: Selectable = {
    targetId: "t",
    kind: "monitor",
    type: "url",
    tags: ["prod", "shop"],
    groupId: "g",
  };

  test.each<[Selector, boolean]>([
    [{}, true],
    [{ targets: ["t"] }, true],
    [{ targets: ["other"] }, false],
    [{ targets: ["t"], tags: { any: ["stage"] } }, true],
    [{ targets: ["other"], tags: { any: ["prod"] } }, true],
    [{ tags: { all: ["prod", "shop"] } }, true],
    [{ tags: { all: ["prod", "stage"] } }, false],
    [{ tags: { any: ["prod"], none: ["shop"] } }, false],
    [{ groups: ["g"], kinds: ["monitor"] }, true],
    [{ groups: ["g"], kinds: ["journey"] }, false],
    [{ types: ["tcp"] }, false],
  ])("%j selects the target: %s", (selector, expected) => {
    expect(selects(selector, target)).toBe(expected);
  });
});

test.each([{ targets: [] }, { tags: { any: [] } }, { kinds: [] }, { tagged: ["a"] }])(
  "%j is rejected",
  (given) => {
    expect(selectorSchema.safeParse(given).success).toBe(false);
  },
);

test("nulls and empty tags are left out", () => {
  expect(selectorSchema.parse({ targets: null, tags: { any: null }, kinds: ["journey"] })).toEqual({
    kinds: ["journey"],
  });
});

describe("in SQL", () => {
  let harness: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    harness = await testDatabase();
    database = harness.database;
  });
  afterAll(() => harness.drop());

  test("selects the same targets as in memory", async () => {
    const orgId = await makeOrganization(database);
    const [outer, inner, other] = [newId(1), newId(2), newId(3)];
    for (const [id, parent] of [
      [outer, null],
      [inner, outer],
      [other, null],
    ])
      await database.run(sql`
        insert into target_group (id, org_id, parent_id, name, created_at, updated_at)
        values (${id}, ${orgId}, ${parent}, ${id}, now(), now())`);
    const made = [
      await makeMonitor(database, { orgId }),
      await makeMonitor(database, { orgId }),
      await makeApiMonitor(database, { orgId }),
      await makeJourney(database, { orgId }),
    ].map(({ id }) => id);
    for (const [index, id] of made.entries())
      await database.run(sql`
        update target set tags = ${TAGS.slice(index % 2, 1 + (index % 3))}::text[],
          group_id = ${[inner, outer, other, null][index] ?? null} where id = ${id}`);
    const targets = await listSelectables(database, orgId);
    const some = <T>(values: readonly T[]) =>
      fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
    const tags = fc.record({ any: some(TAGS), all: some(TAGS), none: some(TAGS) });
    const selector = fc
      .record({
        targets: some(made),
        groups: some([outer, inner, other]),
        tags: fc.option(tags, { nil: undefined }),
        kinds: some(TARGET_KINDS),
        types: some(CHECK_TYPES),
      })
      .map((given) => selectorSchema.parse(given));
    await fc.assert(
      fc.asyncProperty(selector, async (each) => {
        const rows = await database.rows<{ id: string }>(
          sql`select t.id from target t where t.org_id = ${orgId} and ${selectorCondition(each)}`,
        );
        const [row] = await withNestedGroups(database, [{ selector: each }]);
        const expected = targets.filter((target) => selects(row?.selector ?? {}, target));
        expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ targetId }) => targetId).sort());
      }),
      { numRuns: 200 },
    );
  });
});
