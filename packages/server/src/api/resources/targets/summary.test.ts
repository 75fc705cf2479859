import type { TargetSummary } from "@vedette/contract/targets/target-summary.ts";
import { SUMMARY_SNOOZED_MAX, SUMMARY_WRONG_MAX } from "@vedette/contract/targets/target-summary.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeJourney, makeMonitor } from "../../../../test/builders.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function read(query = "", { keys } = org): Promise<TargetSummary> {
  const response = await running.call(keys.agent, { method: "GET", url: `/api/v1/targets/summary${query}` });
  expect([query, response.statusCode]).toEqual([query, 200]);
  return response.json().data;
}

/** Makes a monitor that has had this status for so many minutes. */
async function make(name: string, status: string, minutes = 1): Promise<string> {
  const { id } = await makeMonitor(running.database, { orgId: org.orgId });
  await running.database.run(sql`
    update target set name = ${name}, status = ${status}, status_since = now() - ${minutes} * interval '1 minute' where id = ${id}`);
  return id;
}

const openAlert = (targetId: string) =>
  running.database.run(sql`
    insert into alert (id, org_id, rule_id, rule_type, severity, target_id, target_kind, target_name, title, message,
      evidence, triggered_at)
    values (${newId(Date.now())}, ${org.orgId}, ${newId(Date.now())}, 'latency_threshold', 'warning', ${targetId},
      'monitor', 'Slow', 'Slow is slow', 'Slow', '{}', now())`);

const namesOf = ({ wrong }: TargetSummary) => wrong.targets.map(({ name }) => name);
const tag = (id: string, name: string) =>
  running.database.run(sql`update target set tags = array[${name}] where id = ${id}`);

test("counts the targets of every kind of the own organization by status", async () => {
  const other = org;
  await make("Other", "down");
  org = await makeOrg(running.database);
  await makeApiMonitor(running.database, { orgId: org.orgId });
  await makeJourney(running.database, { orgId: org.orgId });
  for (const status of ["up", "up", "paused", "down"]) await make(status, status);
  const { total, counts, wrong, snoozed } = await read();
  expect(total).toBe(6);
  expect(counts).toEqual({
    ...{ pending: 2, up: 2, paused: 1, down: 1 },
    ...{ degraded: 0, unknown: 0, maintenance: 0 },
  });
  expect([wrong.total, wrong.targets.map(({ name }) => name)]).toEqual([1, ["down"]]);
  expect(snoozed).toEqual({ total: 0, targets: [] });
  expect((await read("", other)).total).toBe(1);
});

test("without targets everything is zero", async () => {
  const { total, counts, ...firsts } = await read();
  expect([total, ...Object.values(counts)]).toEqual(Array(8).fill(0));
  const none = { total: 0, targets: [] };
  expect(firsts).toEqual({ wrong: none, snoozed: none });
});

test("lists what is wrong by status and by how long, then targets that only have an open alert", async () => {
  await make("Degraded", "degraded", 90);
  await make("Unknown", "unknown", 99);
  await make("New", "down", 1);
  await make("Old", "down", 50);
  await make("Fine", "up");
  const slow = await make("Slow", "up");
  const resolved = await make("Resolved", "up");
  await openAlert(slow);
  await openAlert(slow);
  await openAlert(resolved);
  await running.database.run(sql`
    update alert set status = 'resolved', resolved_at = now() where target_id = ${resolved}`);
  const summary = await read();
  expect(namesOf(summary)).toEqual(["Old", "New", "Degraded", "Unknown", "Slow"]);
  expect(summary.wrong.total).toBe(5);
});

test("a listed target has the fields that it has in the list", async () => {
  const id = await make("Down", "down");
  const url = `/api/v1/targets?ids=${id}`;
  const listed = await running.call(org.keys.agent, { method: "GET", url });
  expect((await read()).wrong.targets).toEqual(listed.json().data);
});

test("filters as the list does, and rejects what only a list has", async () => {
  await tag(await make("Shop", "down"), "prod");
  await tag(await make("Blog", "up"), "prod");
  await make("Test", "down");
  const ofProduction = await read("?tag=prod");
  expect([ofProduction.total, namesOf(ofProduction)]).toEqual([2, ["Shop"]]);
  const selector = encodeURIComponent(JSON.stringify({ tags: { none: ["prod"] } }));
  expect(namesOf(await read(`?selector=${selector}`))).toEqual(["Test"]);
  expect((await read("?status=up")).counts).toMatchObject({ up: 1, down: 0 });
  expect((await read("?covered=true")).total).toBe(0);
  const url = "/api/v1/targets/summary?limit=5";
  expect((await running.call(org.keys.agent, { method: "GET", url })).statusCode).toBe(400);
});

test("lists the first of many, with the number of all", async () => {
  const { database } = running;
  const ids: string[] = [];
  for (let index = 0; index < SUMMARY_WRONG_MAX + 3; index++)
    ids.push(await make(`M${index}`, "down", index));
  const snoozed = ids.slice(0, SUMMARY_SNOOZED_MAX + 2);
  for (const [index, id] of snoozed.entries()) {
    // The last one is over.
    const until = new Date(Date.now() + (index < SUMMARY_SNOOZED_MAX + 1 ? 3_600_000 : -60_000));
    await database.run(sql`
      insert into target_snooze (target_id, org_id, until, created_by, created_at)
      values (${id}, ${org.orgId}, ${until}, 'Ana', now())`);
  }
  const summary = await read();
  expect(summary.wrong.total).toBe(SUMMARY_WRONG_MAX + 3);
  expect(summary.wrong.targets).toHaveLength(SUMMARY_WRONG_MAX);
  expect(namesOf(summary)[0]).toBe(`M${SUMMARY_WRONG_MAX + 2}`);
  expect(summary.snoozed.total).toBe(SUMMARY_SNOOZED_MAX + 1);
  expect(summary.snoozed.targets.map(({ name }) => name)).toEqual(["M0", "M1", "M2", "M3", "M4"]);
  expect(summary.snoozed.targets[0]?.snooze).toMatchObject({ by: "Ana", until_recovery: false });
});
