import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
type Person = Awaited<ReturnType<typeof makeMember>>;
let ada: Person;
let viewer: Person;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  ada = await makeMember(running.database, { orgId: org.orgId, role: "member" });
  viewer = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
});
afterAll(() => running.stop());

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function send(by: Person | "key", method: Method, path = "", payload?: object) {
  const request = { method, url: `/api/v1/views${path}`, ...(payload && { payload }) };
  const headers = { "x-organization-id": org.orgId };
  const response =
    by === "key"
      ? await running.call(org.keys.admin, request)
      : await running.callAs(by, { ...request, headers });
  return { status: response.statusCode, ...response.json() };
}

const namesFor = async (by: Person | "key") =>
  (await send(by, "GET")).data.map(({ name }: { name: string }) => name);

const DOWN = {
  list: "monitors",
  name: "Down",
  filters: { status: ["down"], tag: ["prod"], tag_match: "all" },
};

test("a private view is seen by its owner only, and keeps filters, order, columns and grouping", async () => {
  const body = { ...DOWN, sort: "-response", columns: ["status", "owner"], group_by: "tag" };
  const { status, data } = await send(ada, "POST", "", body);
  expect([status, data]).toEqual([201, expect.objectContaining({ ...body, shared: false })]);
  expect((await send(ada, "GET", `/${data.id}`)).data).toEqual(data);
  expect([await namesFor(ada), await namesFor(viewer), await namesFor("key")]).toEqual([["Down"], [], []]);
  for (const [method, payload] of [["GET"], ["PUT", { name: "Mine" }], ["DELETE"]] as const)
    expect((await send(viewer, method, `/${data.id}`, payload)).status).toBe(404);
});

test("a shared view is seen by all and changed by members, and a viewer has own views only", async () => {
  const { data } = await send("key", "POST", "", { ...DOWN, shared: true });
  expect([await namesFor(ada), await namesFor(viewer)]).toEqual([["Down"], ["Down"]]);
  const refused = await Promise.all([
    send(viewer, "POST", "", { ...DOWN, name: "Other", shared: true }),
    send(viewer, "PUT", `/${data.id}`, { name: "Other" }),
    send(viewer, "DELETE", `/${data.id}`),
  ]);
  expect(refused.map(({ error }) => error.message)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("'member'")),
  );
  expect((await send(viewer, "POST", "", DOWN)).status).toBe(201);
  const renamed = await send(ada, "PUT", `/${data.id}`, { name: "Outages", filters: { status: ["down"] } });
  expect(renamed.data).toMatchObject({ name: "Outages", filters: { status: ["down"] }, shared: true });
  expect((await send(ada, "DELETE", `/${data.id}`)).status).toBe(200);
  expect(await namesFor("key")).toEqual([]);
});

test("a shared view that a member makes private is theirs", async () => {
  const { data } = await send("key", "POST", "", { ...DOWN, shared: true });
  expect((await send(ada, "PUT", `/${data.id}`, { shared: false })).data.shared).toBe(false);
  expect([await namesFor(ada), await namesFor("key")]).toEqual([["Down"], []]);
});

test("a name is used once for each list and owner", async () => {
  await send(ada, "POST", "", DOWN);
  const again = await send(ada, "POST", "", { ...DOWN, name: "down" });
  expect([again.status, again.error.details[0].path]).toEqual([400, "name"]);
  const others = [
    await send(ada, "POST", "", { ...DOWN, list: "journeys" }),
    await send(ada, "POST", "", { ...DOWN, shared: true }),
    await send(viewer, "POST", "", DOWN),
  ];
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await send(ada, "GET", "?list=journeys")).data).toHaveLength(1);
});

test("another organization does not see a shared view", async () => {
  const { data } = await send("key", "POST", "", { ...DOWN, shared: true });
  org = await makeOrg(running.database);
  for (const [method, payload] of [["GET"], ["PUT", { name: "Mine" }], ["DELETE"]] as const)
    expect((await send("key", method, `/${data.id}`, payload)).status).toBe(404);
  expect(await namesFor("key")).toEqual([]);
});

test("changes are in the audit log, and a change to the same values is none", async () => {
  const { data } = await send(ada, "POST", "", DOWN);
  await send(ada, "PUT", `/${data.id}`, { name: "Down" });
  await send(ada, "PUT", `/${data.id}`, { sort: "name" });
  await send(ada, "DELETE", `/${data.id}`);
  const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log?sort=created_at" });
  const entries = log.json().data.filter(({ action }: { action: string }) => action.startsWith("view."));
  expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual([
    ...["view.create", "view.delete", "view.update"],
  ]);
  expect(entries.find(({ action }: { action: string }) => action === "view.update")).toMatchObject({
    before: { sort: "status" },
    after: { sort: "name" },
  });
});

test.each([
  [{ list: "alerts", name: "A" }, "list"],
  [{ list: "monitors", name: "" }, "name"],
  [{ list: "monitors", name: "A", filters: { status: ["broken"] } }, "filters.status.0"],
  [{ list: "monitors", name: "A", sort: "size" }, "sort"],
  [{ list: "monitors", name: "A", columns: ["secret"] }, "columns.0"],
])("%j is rejected at %s", async (body, path) => {
  const { status, error } = await send(ada, "POST", "", body);
  expect([status, error.details[0].path]).toEqual([400, path]);
});

test("an API key has no private views, and a list is not changed", async () => {
  const { error } = await send("key", "POST", "", DOWN);
  expect(error.details[0].path).toBe("shared");
  const { data } = await send(ada, "POST", "", DOWN);
  expect((await send(ada, "PUT", `/${data.id}`, { list: "journeys" })).error.details[0].path).toBe("list");
});
