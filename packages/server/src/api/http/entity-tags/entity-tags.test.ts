import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { ROUTES, routeTitle } from "../../../../test/route-table.ts";
import type { TestPerson } from "../../../../test/sessions.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { Route } from "../../routing/define-route.ts";
import { findTaggedResources } from "./entity-tags.ts";

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

  test("honors the preferences of a member, which have no ID", async () => {
    const member = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
    const url = "/api/v1/user/preferences";
    const { headers } = await running.callAs(member, { method: "GET", url });
    const put = (lists: string[]) =>
      running.callAs(member, {
        ...{ method: "PUT", url, payload: { lists_by_group: lists } },
        headers: { "if-match": String(headers.etag) },
      });
    expect((await put(["monitors"])).statusCode).toBe(200);
    const refused = await put([]);
    expect([refused.statusCode, refused.json().error.conflict.changed_by]).toEqual([412, null]);
  });
});

describe("a failed If-Match", () => {
  const change = async (path: string, payload: object) => {
    const changed = await call("PUT", path, { payload });
    expect([changed.statusCode, changed.json().error]).toEqual([200, undefined]);
    return changed.headers.etag;
  };
  const refusedBy = async (path: string, ifMatch: string, by?: TestPerson) => {
    const request = { method: "PUT" as const, url: `/api/v1${path}`, payload: { name: "late" } };
    const headers = { "if-match": ifMatch };
    const response = await (by
      ? running.callAs(by, { ...request, headers })
      : running.call(org.keys.admin, { ...request, headers }));
    expect(response.statusCode).toBe(412);
    return { etag: response.headers.etag, ...response.json().error.conflict };
  };

  test("names the current ETag, and who changed what and when", async () => {
    const path = await makeMonitor("contested");
    const ifMatch = await tagOf(path);
    const admin = await makeMember(running.database, { orgId: org.orgId, role: "admin" });
    await change(path, { tags: ["earlier"] });
    const sentAt = Date.now();
    await running.callAs(admin, {
      ...{ method: "PUT", url: `/api/v1${path}`, payload: { interval: 90, name: "taken" } },
    });
    const conflict = await refusedBy(path, ifMatch);
    expect(conflict).toEqual({
      etag: await tagOf(path),
      changed_at: expect.stringMatching(/Z$/),
      changed_by: { kind: "member", name: admin.name },
      changes: expect.arrayContaining([
        { field: "name", before: "contested", after: "taken" },
        { field: "interval_ms", before: 60_000, after: 90_000 },
      ]),
    });
    expect(conflict.changes).toHaveLength(2);
    expect(Date.parse(conflict.changed_at)).toBeGreaterThanOrEqual(sentAt);
    expect((await call("PUT", path, { payload: { name: "x" }, ifMatch: conflict.etag })).statusCode).toBe(
      200,
    );
  });

  test("hides the changed fields from callers who may not read the audit log", async () => {
    const path = await makeMonitor("shared");
    const ifMatch = await tagOf(path);
    await change(path, { interval: 90 });
    const member = await makeMember(running.database, { orgId: org.orgId, role: "member" });
    expect(await refusedBy(path, ifMatch, member)).toMatchObject({
      changed_by: { kind: "key", name: "admin" },
      changed_at: expect.any(String),
      changes: null,
    });
  });

  test("shows that a secret was changed, but not the secret", async () => {
    const made = await call("POST", "/variables", {
      payload: { name: "TOKEN", value: "old-one", type: "secret" },
    });
    const path = `/variables/${made.json().data.id}`;
    const ifMatch = await tagOf(path);
    await change(path, { value: "new-one" });
    const conflict = await refusedBy(path, ifMatch);
    expect(conflict.changes).toEqual([{ field: "value_changed", before: null, after: true }]);
    expect(JSON.stringify(conflict)).not.toMatch(/new-one|old-one/);
  });

  test("names no author if the change has no audit entry", async () => {
    const path = await makeMonitor("changed by the database");
    const ifMatch = await tagOf(path);
    const id = path.split("/").at(-1) ?? "";
    await running.database.run(sql`update stored_target set updated_at = now() where id = ${id}`);
    expect(await refusedBy(path, ifMatch)).toMatchObject({
      changed_at: null,
      changed_by: null,
      changes: null,
    });
  });
});

/** Generated from the route table, so that a new route is covered without an edit here. */
describe("the route table", () => {
  const tagged = findTaggedResources(ROUTES);
  const isOfApi = ({ url, access }: Route) => url.startsWith("/api/v1/") && access !== "public";

  test("has an ETag for every GET of one resource", () => {
    const reads = ROUTES.filter(
      (route) =>
        isOfApi(route) && route.method === "GET" && route.kind === "json" && /\/:\w+$/.test(route.url),
    );
    expect(reads.length).toBeGreaterThan(15);
    expect(reads.map(({ url }) => url).filter((url) => !tagged.has(url))).toEqual([]);
  });

  test("honors If-Match in every PUT and DELETE", () => {
    const writes = ROUTES.filter(
      (route) => isOfApi(route) && (route.method === "PUT" || route.method === "DELETE"),
    );
    expect(writes.length).toBeGreaterThan(20);
    // Ends a snooze, which is part of a target and has no version of its own.
    const unversioned = writes.filter(({ url }) => !tagged.has(url)).map(routeTitle);
    // A token and an image are parts of a status page, an update is part of its incident, and notes are listed.
    // Deploy markers and trusts are never changed.
    // Overrides are never changed, and the URL of a calendar is replaced as a whole.
    // A browser replaces its device as a whole.
    expect(unversioned).toEqual([
      "DELETE /api/v1/targets/:id/snooze",
      "DELETE /api/v1/incidents/inbound-token",
      "DELETE /api/v1/incidents/:id/alerts/:alert_id",
      "PUT /api/v1/incidents/:id/notes/:note_id",
      "DELETE /api/v1/incidents/:id/notes/:note_id",
      "DELETE /api/v1/markers/:id",
      "DELETE /api/v1/schedules/:id/overrides/:override_id",
      "DELETE /api/v1/schedules/:id/calendar",
      "DELETE /api/v1/user/contact-methods/:id",
      "DELETE /api/v1/status-pages/:id/feed-token",
      "DELETE /api/v1/status-pages/:id/images/:image",
      "PUT /api/v1/status-pages/:id/incidents/:incident_id/updates/:update_id",
      "DELETE /api/v1/push-devices/:id",
      "DELETE /api/v1/code/trusts/:id",
    ]);
  });

  test("documents the header, and the 412 with its body, wherever If-Match is honored", async () => {
    const document = (await running.call(null, { method: "GET", url: "/api/v1/openapi.json" })).json();
    for (const route of ROUTES) {
      if (!tagged.has(route.url) || (route.method !== "PUT" && route.method !== "DELETE")) continue;
      const path = route.url.replace(/:(\w+)/g, "{$1}");
      const operation = document.paths[path][route.method.toLowerCase()];
      const headers = operation.parameters.map(({ name }: { name: string }) => name);
      expect([path, headers]).toEqual([path, expect.arrayContaining(["if-match"])]);
      expect(Object.keys(operation.responses)).toContain("412");
    }
    const { conflict } = document.components.schemas.Failure.properties.error.properties;
    expect(conflict).toBeDefined();
  });
});
