import type { CheckJob, ComputedSpec } from "@vedette/contract/checks/check-run.ts";
import { GROUP_ROLLUPS } from "@vedette/contract/common/rollups.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeJourney, makeMonitor, makeOrganization } from "../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { specOf } from "../../../test/hostile/check-specs.ts";
import { createJudge } from "../../engine/checks/judge-finding.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { newId } from "../../platform/kernel/ids.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { sql } from "../../platform/storage/sql.ts";
import { ComputedChecks } from "./computed-checks.ts";

let harness: TestDatabase;
let orgId: string;
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  orgId = await makeOrganization(harness.database);
});
afterAll(() => harness.drop());

const jobOf = (spec: ComputedSpec, slotMs: number): CheckJob => ({
  ...{ seriesKey: 1, orgId, shard: 0, location: "default", trigger: "schedule", slotMs, startByMs: 0 },
  spec,
});

function run(spec: ComputedSpec, { db = harness.database, clock = systemClock, slotMs = 0 } = {}) {
  return new ComputedChecks({
    ...{ db, clock, log: silentLogger },
    judge: createJudge(systemClock),
    looksUpDomains: true,
  }).run(jobOf(spec, slotMs));
}

async function member(status: MonitorStatus, name: string = status, tag = "member"): Promise<string> {
  const { id } = await makeMonitor(harness.database, { orgId });
  await harness.database.run(
    sql`update target set status = ${status}, name = ${name}, tags = array[${tag}] where id = ${id}`,
  );
  return id;
}

const composite = (fields: object) => specOf("composite", { selector: {}, ...fields });
const outcomeOf = async (fields: object) => (await run(composite(fields))).outcome;

describe("a composite check", () => {
  test.each<[readonly MonitorStatus[], Record<(typeof GROUP_ROLLUPS)[number], string>]>([
    [["up", "up"], { worst: "up", quorum: "up", all: "up" }],
    [["up", "degraded"], { worst: "degraded", quorum: "degraded", all: "degraded" }],
    [["up", "up", "down"], { worst: "down", quorum: "degraded", all: "degraded" }],
    [["up", "down"], { worst: "down", quorum: "down", all: "degraded" }],
    [["down", "down"], { worst: "down", quorum: "down", all: "down" }],
    // Only members that are up, degraded or down count.
    [["up", "unknown", "maintenance", "paused", "pending"], { worst: "up", quorum: "up", all: "up" }],
    [["down", "maintenance", "paused"], { worst: "down", quorum: "down", all: "down" }],
    [["unknown", "paused"], { worst: "error", quorum: "error", all: "error" }],
  ])("of members that are %j is %j", async (statuses, expected) => {
    for (const status of statuses) await member(status);
    const found = [];
    for (const rollup of GROUP_ROLLUPS) found.push([rollup, (await outcomeOf({ rollup }))?.status]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test("names members that are down, and says why none counts", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) await member("down", name, "down");
    await member("paused", "p", "idle");
    await member("unknown", "u", "idle");
    const down = await outcomeOf({ selector: { tags: { any: ["down"] } } });
    expect(down?.error).toEqual({
      ...{ code: "MEMBERS_DOWN", phase: "assertion" },
      message: "7 of 7 members are down: a, b, c, d, e and 2 more",
    });
    const idle = await outcomeOf({ selector: { tags: { any: ["idle"] } } });
    expect(idle?.error?.message).toBe("no member is up, degraded or down: 1 paused, 1 unknown");
    expect((await outcomeOf({ selector: { tags: { any: ["none"] } } }))?.error).toMatchObject({
      ...{ code: "NO_MEMBERS", message: "the selector selects no target" },
    });
  });

  test("counts every kind of target, in groups and in the groups nested in them, of its organization", async () => {
    const { database } = harness;
    const [outer, inner] = [newId(Date.now()), newId(Date.now())];
    await database.run(sql`
      insert into target_group (id, org_id, parent_id, name, created_at, updated_at)
      values (${outer}, ${orgId}, null, 'outer', now(), now()), (${inner}, ${orgId}, ${outer}, 'inner', now(), now())`);
    const { id } = await makeJourney(database, { orgId });
    await database.run(sql`update target set status = 'down', group_id = ${inner} where id = ${id}`);
    const own = orgId;
    orgId = await makeOrganization(database);
    await member("up");
    orgId = own;
    expect(await outcomeOf({ selector: { groups: [outer] } })).toMatchObject({ status: "down" });
    await database.run(sql`update stored_target set deleted_at = now() where id = ${id}`);
    expect(await outcomeOf({ selector: {} })).toMatchObject({ status: "error" });
  });

  test("is inverted like other checks, but not if it was not evaluated", async () => {
    await member("degraded");
    expect(await outcomeOf({ invert: true })).toMatchObject({ status: "down" });
    expect(await outcomeOf({ invert: true, selector: { types: ["tcp"] } })).toMatchObject({
      status: "error",
    });
    await harness.database.run(sql`update target set status = 'down' where org_id = ${orgId}`);
    expect(await outcomeOf({ invert: true })).toMatchObject({ status: "up", error: null });
  });
});

test("a check that fails for an internal reason has no outcome, so that its slot is missed", async () => {
  const broken = { rows: () => Promise.reject(new Error("the database is away")) };
  const report = await run(composite({}), { db: { ...harness.database, ...broken } as never });
  expect(report).toMatchObject({ seriesKey: 1, outcome: null });
});

test("the result of a manual check, whose slot has a fraction, is not before its slot", async () => {
  const clock = { now: () => 1_000, monotonic: () => 0 };
  const { outcome } = await run(specOf("manual", {}), { clock, slotMs: 1_000.25 });
  expect(outcome).toMatchObject({ status: "up", checkedAtMs: 1_001 });
});
