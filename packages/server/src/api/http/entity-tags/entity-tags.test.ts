import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

type Method = "GET" | "POST" | "PUT" | "DELETE";

function call(
  method: Method,
  path: string,
  { payload, ifMatch }: { payload?: object; ifMatch?: string } = {},
) {
  const headers = ifMatch === undefined ? {} : { "if-match": ifMatch };
  return running.call(org.keys.admin, {
    method,
    url: `/api/v1${path}`,
    headers,
    ...(payload && { payload }),
  });
}

async function makeMonitor(name: string): Promise<string> {
  const payload = { name, type: "url", url: "http://127.0.0.1/", enabled: false };
  const made = await call("POST", "/monitors", { payload });
  expect(made.statusCode).toBe(201);
  return `/monitors/${made.json().data.id}`;
}

async function tagOf(path: string): Promise<string> {
  const { headers } = await call("GET", path);
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
  return String(headers.etag);
}

describe("a resource's ETag", () => {
  test("is stable until a change, and each change returns the new one", async () => {
    const path = await makeMonitor("tagged");
    const first = await tagOf(path);
    expect(await tagOf(path)).toBe(first);
    const changed = await call("PUT", path, { payload: { interval: 90 } });
    expect(changed.headers.etag).not.toBe(first);
    expect(await tagOf(path)).toBe(changed.headers.etag);
  });

  test("does not depend on the order of names in an object", async () => {
    const path = await makeMonitor("ordered");
    const headers = { "x-longer": "1", b: "2", a: "3" };
    const changed = await call("PUT", path, { payload: { headers } });
    expect(await tagOf(path)).toBe(changed.headers.etag);
  });

  test("is unaffected by results of checks", async () => {
    const path = await makeMonitor("measured");
    const before = await tagOf(path);
    const id = path.split("/").at(-1) ?? "";
    await running.database.run(sql`
      update target set status = 'down', status_since = now() where id = ${id}`);
    expect((await call("GET", path)).json().data.status).toBe("down");
    expect(await tagOf(path)).toBe(before);
  });

  test("changes with a secret even if its masked form is the same", async () => {
    const config = (word: string) => ({
      url: "http://127.0.0.1/hook",
      headers: { Authorization: `Bearer ${word}-0123456789` },
    });
    const made = await call("POST", "/alerts/channels", {
      payload: { name: "Hook", type: "webhook", config: config("one") },
    });
    const path = `/alerts/channels/${made.json().data.id}`;
    const before = await call("GET", path);
    const after = await call("PUT", path, { payload: { config: config("two") } });
    expect(after.json().data.config).toEqual(before.json().data.config);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe("If-Match", () => {
  test("accepts a change with the current tag, also in a list or as *", async () => {
    const path = await makeMonitor("current");
    for (const tags of [(tag: string) => tag, (tag: string) => `"other", ${tag}`, () => "*"]) {
      const ifMatch = tags(await tagOf(path));
      const payload = { name: `current ${ifMatch.slice(0, 40)}` };
      expect((await call("PUT", path, { payload, ifMatch })).statusCode).toBe(200);
    }
  });

  test("rejects a change with an older tag with 412, and changes nothing", async () => {
    const path = await makeMonitor("older");
    const ifMatch = await tagOf(path);
    await call("PUT", path, { payload: { name: "newer" } });
    for (const method of ["PUT", "DELETE"] as const) {
      const refused = await call(method, path, {
        ifMatch,
        ...(method === "PUT" && { payload: { name: "x" } }),
      });
      expect([refused.statusCode, refused.json().error.code]).toEqual([412, "PRECONDITION_FAILED"]);
    }
    const weak = `W/${await tagOf(path)}`;
    expect((await call("PUT", path, { payload: { name: "x" }, ifMatch: weak })).statusCode).toBe(412);
    expect((await call("GET", path)).json().data.name).toBe("newer");
  });

  test("accepts exactly one of several concurrent changes", async () => {
    const path = await makeMonitor("raced");
    const ifMatch = await tagOf(path);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => call("PUT", path, { payload: { name: `raced ${n}` }, ifMatch })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 412)]);
  });

  test("returns 404 for an unknown id; a change without it overwrites", async () => {
    const unknown = await call("PUT", "/monitors/01890000-0000-7000-8000-000000000000", {
      payload: { name: "x" },
      ifMatch: '"x"',
    });
    expect(unknown.statusCode).toBe(404);
    const path = await makeMonitor("plain");
    expect((await call("PUT", path, { payload: { name: "plain 2" } })).statusCode).toBe(200);
  });

  test("is documented wherever a resource that has a GET can be changed", async () => {
    const document = (await running.call(null, { method: "GET", url: "/api/v1/openapi.json" })).json();
    const guarded = Object.entries<Record<string, { parameters?: { name: string }[]; responses: object }>>(
      document.paths,
    ).flatMap(([path, methods]) =>
      (["put", "delete"] as const)
        .filter(
          (method) => methods[method]?.parameters?.some(({ name }) => name === "if-match") && methods.get,
        )
        .map((method) => {
          expect(Object.keys(methods[method]?.responses ?? {})).toContain("412");
          return `${method} ${path}`;
        }),
    );
    expect(guarded).toEqual(
      expect.arrayContaining([
        "put /api/v1/monitors/{id}",
        "delete /api/v1/monitors/{id}",
        "put /api/v1/api-monitors/{id}",
        "put /api/v1/journeys/{id}",
        "put /api/v1/alerts/rules/{id}",
        "put /api/v1/alerts/channels/{id}",
        "put /api/v1/maintenance-windows/{id}",
        "put /api/v1/organizations/{id}",
      ]),
    );
  });
});
