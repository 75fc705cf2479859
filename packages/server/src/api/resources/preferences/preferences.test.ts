import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { addMember } from "../members/service.ts";

let running: TestApp;
let org: TestOrg;
let person: Awaited<ReturnType<typeof makeMember>>;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  person = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
});
afterAll(() => running.stop());

const NONE = { lists_by_group: [], lists_by_tag: [], collapsed_groups: [], list_columns: {}, dismissed: [] };
const url = "/api/v1/user/preferences";
const read = async (by = person, orgId = org.orgId) =>
  (await running.callAs(by, { method: "GET", url, headers: { "x-organization-id": orgId } })).json().data;
const write = (payload: object, by = person, orgId = org.orgId) =>
  running.callAs(by, { method: "PUT", url, payload, headers: { "x-organization-id": orgId } });

async function makeGroup(of = org): Promise<string> {
  const request = { method: "POST", url: "/api/v1/groups", payload: { name: "Shop" } } as const;
  return (await running.call(of.keys.admin, request)).json().data.id;
}

test("a viewer keeps own preferences, each key by itself, and other members keep theirs", async () => {
  expect(await read()).toEqual(NONE);
  const id = await makeGroup();
  expect((await write({ collapsed_groups: [id, "none", id] })).json().data).toEqual({
    ...{ ...NONE, collapsed_groups: [id, "none"] },
  });
  await write({ lists_by_group: ["monitors", "overview"] });
  await write({ lists_by_tag: ["journeys"], list_columns: { monitors: ["status", "owner"] } });
  const expected = {
    ...{ lists_by_group: ["monitors", "overview"], collapsed_groups: [id, "none"] },
    ...{ lists_by_tag: ["journeys"], list_columns: { monitors: ["status", "owner"] }, dismissed: [] },
  };
  expect(await read()).toEqual(expected);
  const other = await makeMember(running.database, { orgId: org.orgId, role: "owner" });
  expect(await read(other)).toEqual(NONE);
});

test("each organization of a person has its own, and groups of another one are left out", async () => {
  const second = await makeOrg(running.database);
  const nowMs = Date.now();
  await addMember(running.database, { orgId: second.orgId, personId: person.id, role: "member", nowMs });
  const [mine, foreign] = [await makeGroup(), await makeGroup(second)];
  await write({ collapsed_groups: [mine, foreign], lists_by_group: ["journeys"] });
  expect(await read()).toEqual({ ...NONE, lists_by_group: ["journeys"], collapsed_groups: [mine] });
  expect(await read(person, second.orgId)).toEqual(NONE);
});

test.each([
  [{ lists_by_group: ["trash"] }, "lists_by_group.0"],
  [{ lists_by_group: "monitors" }, "lists_by_group"],
  [{ theme: "dark" }, "theme"],
  [{ dismissed: ["everything"] }, "dismissed.0"],
  [{ list_columns: { monitors: ["secret"] } }, "list_columns.monitors.0"],
  [{ list_columns: { secrets: [] } }, "list_columns.secrets"],
  [{ collapsed_groups: Array.from({ length: 502 }, (_, index) => `${index}`) }, "collapsed_groups"],
  [{ collapsed_groups: ["x".repeat(65)] }, "collapsed_groups.0"],
])("%j is rejected, and names the field", async (payload, path) => {
  const response = await write(payload);
  expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, path]);
});

test("an API key has no preferences", async () => {
  expect((await running.call(org.keys.admin, { method: "GET", url })).statusCode).toBe(403);
});
