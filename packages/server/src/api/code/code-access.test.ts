import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const send = (key: string, path: string, payload: object) =>
  running.call(key, { method: "POST", url: `/api/v1/code/projects/${path}`, payload });

const documentOf = (project: string) => ({
  document: { version: 1, project, monitors: { home: { type: "url", url: "http://127.0.0.1/" } } },
});

async function makeKey(projects: readonly string[]): Promise<string> {
  const payload = { name: `key ${projects.join(" ")}`, scope: "code", projects };
  const made = await running.call(org.keys.admin, { method: "POST", url: "/api/v1/api-keys", payload });
  return made.json().data.key;
}

test("a key of scope code plans and applies its projects, and no other one", async () => {
  const key = await makeKey(["shop", "team-*"]);
  const planned = await send(key, "team-web/plan", documentOf("team-web"));
  expect([planned.statusCode, planned.json().data.summary]).toMatchObject([200, { create: 1 }]);
  const applied = await send(key, "team-web/apply", { plan_id: planned.json().data.plan_id });
  expect([applied.statusCode, applied.json().data.summary]).toMatchObject([200, { create: 1 }]);
  const other = (await send(org.keys.admin, "blog/plan", documentOf("blog"))).json().data.plan_id;
  const refused = [
    await send(key, "blog/plan", documentOf("blog")),
    await send(key, "blog/apply", { plan_id: other }),
    // The plan belongs to another project than the path.
    await send(key, "shop/apply", { plan_id: other }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, expect.toBeOneOf([400, 404, 409])]);
  const get = (project: string) =>
    running.call(key, { method: "GET", url: `/api/v1/code/projects/${project}/export` });
  expect([(await get("team-web")).statusCode, (await get("blog")).statusCode]).toEqual([200, 403]);
  const undelete = { kind: "monitor", key: "home" };
  expect((await send(key, "blog/undelete", undelete)).statusCode).toBe(403);
  const unmanaged = { method: "POST", url: "/api/v1/code/export", payload: {} } as const;
  expect((await running.call(key, unmanaged)).statusCode).toBe(403);
  expect((await running.call(org.keys.read, unmanaged)).statusCode).toBe(200);
  expect(refused[0]?.json().error.message).toContain("'blog'; it is for: shop, team-*");
});

test("a key of scope read plans any project and applies none", async () => {
  const planned = await send(org.keys.read, "docs/plan", documentOf("docs"));
  expect(planned.statusCode).toBe(200);
  const applied = await send(org.keys.read, "docs/apply", { plan_id: planned.json().data.plan_id });
  expect([applied.statusCode, applied.json().error.message]).toEqual([
    403,
    expect.stringContaining("'code'"),
  ]);
});
