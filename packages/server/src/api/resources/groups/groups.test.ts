import type { Group } from "@vedette/contract/targets/groups.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
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

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = (method: Method, path: string, payload?: object, by = org) =>
  running.call(by.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });

async function make(payload: object): Promise<Group> {
  const response = await send("POST", "/groups", payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
}

async function makeMonitor(fields: object = {}): Promise<string> {
  const payload = { name: "Shop", type: "url", url: "https://shop.example", ...fields };
  const response = await send("POST", "/monitors", payload);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data.id;
}

const list = async (query = ""): Promise<Group[]> => (await send("GET", `/groups${query}`)).json().data;
const setStatus = (id: string, status: string) =>
  running.database.run(sql`update target set status = ${status} where id = ${id}`);

describe("a group", () => {
  test("is created at the top with defaults, and listed in order of position and name", async () => {
    const made = await make({ name: "Shop" });
    expect(made).toMatchObject({
      ...{ name: "Shop", description: "", parent_id: null, position: 0, rollup: "worst" },
      ...{ status: null, targets: {}, org_id: org.orgId },
    });
    await make({ name: "Back office" });
    await make({ name: "Aaa", position: 1 });
    expect((await list()).map(({ name }) => name)).toEqual(["Back office", "Shop", "Aaa"]);
    expect((await send("GET", `/groups/${made.id}`)).json().data).toEqual(made);
  });

  test("has the status and the counts of its targets, with those of nested groups", async () => {
    const outer = await make({ name: "Outer", rollup: "quorum" });
    const inner = await make({ name: "Inner", parent_id: outer.id });
    await setStatus(await makeMonitor({ group_id: outer.id }), "up");
    await setStatus(await makeMonitor({ group_id: outer.id }), "up");
    await setStatus(await makeMonitor({ group_id: inner.id }), "down");
    const [first, second] = await list();
    expect([first?.name, first?.status, first?.targets]).toEqual(["Inner", "down", { down: 1 }]);
    expect([second?.name, second?.status, second?.targets]).toEqual([
      "Outer",
      "degraded",
      { up: 2, down: 1 },
    ]);
  });

  test("nests at most four levels, and never in itself", async () => {
    let parent_id: string | null = null;
    const ids: string[] = [];
    for (const name of ["1", "2", "3", "4"]) {
      const group: Group = await make({ name, parent_id });
      ids.push(group.id);
      parent_id = group.id;
    }
    const deep = await send("POST", "/groups", { name: "5", parent_id });
    expect(deep.statusCode).toBe(400);
    expect(deep.json().error.details[0]).toMatchObject({ path: "parent_id" });
    const cycle = await send("PUT", `/groups/${ids[0]}`, { parent_id: ids[3] });
    expect(cycle.json().error.details[0].message).toMatch(/a group in it/);
    const extra = await make({ name: "Extra" });
    expect((await send("PUT", `/groups/${ids[0]}`, { parent_id: extra.id })).statusCode).toBe(400);
  });

  test("has a unique name among its siblings, also in a race", async () => {
    const racing = Array.from({ length: 8 }, () => send("POST", "/groups", { name: "Same" }));
    const codes = (await Promise.all(racing)).map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([201, ...Array(7).fill(400)]);
    const [same] = await list();
    expect((await make({ name: "Same", parent_id: same?.id })).name).toBe("Same");
  });

  test("is deleted without its targets: they and its groups move up", async () => {
    const outer = await make({ name: "Outer" });
    const middle = await make({ name: "Middle", parent_id: outer.id });
    const inner = await make({ name: "Inner", parent_id: middle.id });
    const monitor = await makeMonitor({ group_id: middle.id });
    expect((await send("DELETE", `/groups/${middle.id}`)).statusCode).toBe(200);
    expect((await send("GET", `/monitors/${monitor}`)).json().data.group_id).toBe(outer.id);
    expect((await send("GET", `/groups/${inner.id}`)).json().data.parent_id).toBe(outer.id);
    expect((await send("DELETE", `/groups/${outer.id}`)).statusCode).toBe(200);
    expect((await send("GET", `/monitors/${monitor}`)).json().data.group_id).toBeNull();
    expect((await send("GET", `/groups/${outer.id}`)).statusCode).toBe(404);
  });

  test("is not deleted if a group in it cannot move up", async () => {
    const outer = await make({ name: "Outer" });
    await make({ name: "Twin" });
    await make({ name: "Twin", parent_id: outer.id });
    const refused = await send("DELETE", `/groups/${outer.id}`);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      expect.stringMatching(/Rename/),
    ]);
    expect(await list()).toHaveLength(3);
  });

  test("of another organization can neither be read nor used", async () => {
    const group = await make({ name: "Shop" });
    const other = await makeOrg(running.database);
    expect((await send("GET", `/groups/${group.id}`, undefined, other)).statusCode).toBe(404);
    expect((await send("PUT", `/groups/${group.id}`, { name: "Mine" }, other)).statusCode).toBe(404);
    expect((await send("GET", `/groups/${group.id}/stats`, undefined, other)).statusCode).toBe(404);
    const payload = { name: "M", type: "url", url: "https://a.example", group_id: group.id };
    const refused = await send("POST", "/monitors", payload, other);
    expect(refused.json().error.details).toEqual([
      { path: "group_id", message: expect.stringMatching(/known group/) },
    ]);
    expect((await send("POST", "/groups", { name: "In", parent_id: group.id }, other)).statusCode).toBe(400);
  });
});

test("uptime of a group counts the time in which its rollup says that it is down", async () => {
  const group = await make({ name: "Pair", rollup: "all" });
  const [one, two] = [await makeMonitor({ group_id: group.id }), await makeMonitor({ group_id: group.id })];
  const change = (id: string, hoursAgo: number, previous: string, status: string) =>
    running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, now() - ${`${hoursAgo} hours`}::interval, ${status}, ${previous})`);
  await running.database.run(
    sql`update target set created_at = now() - interval '30 hours' where id in (${one}, ${two})`,
  );
  for (const id of [one, two]) await change(id, 30, "pending", "up");
  await change(one, 12, "up", "down");
  await change(one, 6, "down", "up");
  await change(two, 9, "up", "down");
  await change(two, 3, "down", "up");
  for (const id of [one, two]) await setStatus(id, "up");
  const { data } = (await send("GET", `/groups/${group.id}/stats?period=24h`)).json();
  expect(data).toMatchObject({ group_id: group.id, period: "24h", incidents: 1 });
  expect(data.uptime_percentage).toBeCloseTo(87.5, 2);
  expect(data.downtime_seconds).toBeCloseTo(3 * 3_600, 0);
  expect(data.mttr_seconds).toBeCloseTo(3 * 3_600, 0);
  const [listed] = await list("?include=uptime");
  expect(listed?.uptime_24h).toBeCloseTo(87.5, 2);
});

test("description, runbook, owner and group are fields of every kind of target", async () => {
  const group = await make({ name: "Shop" });
  const fields = {
    description: "Sells **shoes**.",
    runbook_url: "https://wiki.example/shop",
    owner: "Team Checkout",
    group_id: group.id,
  };
  const request = { method: "GET", url: "https://shop.example" };
  const bodies = {
    "/monitors": { name: "M", type: "url", url: "https://shop.example" },
    "/api-monitors": { name: "A", steps: [request] },
    "/journeys": { name: "J", steps: [{ action: "goto", url: "https://shop.example" }] },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const made = await send("POST", path, { ...body, ...fields });
    expect([path, made.statusCode, made.json().data]).toEqual([path, 201, expect.objectContaining(fields)]);
    const { id } = made.json().data;
    const cleared = { description: null, runbook_url: null, owner: null, group_id: null };
    const updated = (await send("PUT", `${path}/${id}`, cleared)).json().data;
    expect(updated).toMatchObject({ ...cleared, description: "" });
    const refused = await send("PUT", `${path}/${id}`, { runbook_url: "javascript:alert(1)" });
    expect(refused.json().error.details[0].path).toBe("runbook_url");
  }
});

test("writes of groups are in the audit log", async () => {
  const group = await make({ name: "Shop" });
  await send("PUT", `/groups/${group.id}`, { rollup: "all" });
  await send("DELETE", `/groups/${group.id}`);
  const { data } = (await send("GET", "/audit-log")).json();
  const actions = data.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action.startsWith("group."))).toEqual([
    "group.delete",
    "group.update",
    "group.create",
  ]);
});
