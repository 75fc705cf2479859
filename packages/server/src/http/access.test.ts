import { SCOPES, type Scope } from "@vedette/contract/scopes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../test/app.ts";
import { makeMonitor } from "../../test/builders.ts";
import { testVault } from "../../test/vault.ts";
import { systemClock } from "../kernel/clock.ts";
import { createMemoryQueue } from "../queue/memory.ts";
import { createApiKey } from "../resources/api-keys/service.ts";
import { sql } from "../storage/sql.ts";
import type { Access, Route } from "./define-route.ts";
import { createEventHub } from "./events/event-hub.ts";
import { createRoutes } from "./routes.ts";

/** Generated from the route table: a new route is held to all of this without a line here. */

const queue = createMemoryQueue({ clock: systemClock });
const routes = createRoutes({
  queue,
  identity: { findSession: async () => null, isSameOrigin: () => false },
  mailer: { isConfigured: false, send: async () => {} },
  vault: testVault(),
  clock: systemClock,
  hub: createEventHub(queue),
  standIn: "default",
  version: "test",
  readiness: async () => ({ checks: {} }),
  isDraining: () => false,
});
const guarded = routes.filter((route) => route.access !== "public");
const withId = guarded.filter((route) => route.url.includes(":id"));

let running: TestApp;
let [mine, other]: TestOrg[] = [];
let foreignId = "";

beforeAll(async () => {
  running = await startTestApp();
  mine = await makeOrg(running.database);
  other = await makeOrg(running.database);
  foreignId = (await makeMonitor(running.database, { orgId: other.orgId })).id;
});
afterAll(() => running.stop());

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** Reaches the handler wherever it can: an empty object is a body that some routes refuse, but only then. */
function request(route: Route, { id = UNKNOWN_ID, query = "" } = {}) {
  return {
    // HEAD goes the way of GET and ends where a stream would not.
    method: route.kind === "stream" ? ("HEAD" as const) : route.method,
    url: `${route.url.replace(":id", id)}${query}`,
    ...(route.kind === "json" && route.request.body && { payload: {} }),
  };
}

function keysOf(org: TestOrg | undefined): Record<Scope, string> {
  if (!org) throw new Error("not set up");
  return org.keys;
}

async function makeKey(change: "revoked" | "expired"): Promise<string> {
  const nowMs = Date.now();
  const wanted = {
    orgId: mine?.orgId ?? "",
    name: `${change} ${Math.random()}`,
    scope: "admin",
    createdBy: "test",
    nowMs,
  } as const;
  const expiresAt = change === "expired" ? new Date(nowMs) : null;
  const { id, key } = await createApiKey(running.database, { ...wanted, expiresAt });
  if (change === "revoked")
    await running.database.run(sql`update api_key set revoked_at = now() where id = ${id}`);
  return key;
}

function title({ method, url }: Route): string {
  return `${method} ${url}`;
}

test("the table serves what the specification lists, each path and method once", () => {
  const served = routes.map(title);
  expect(new Set(served).size).toBe(served.length);
  expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length);
  expect(served).toEqual(
    expect.arrayContaining([
      "GET /api/v1/monitors",
      "POST /api/v1/monitors",
      "GET /api/v1/monitors/:id",
      "PUT /api/v1/monitors/:id",
      "DELETE /api/v1/monitors/:id",
      "POST /api/v1/monitors/:id/check",
      "GET /api/v1/monitors/:id/results",
      "GET /api/v1/monitors/:id/stats",
    ]),
  );
});

describe.each(guarded.map((route) => [title(route), route] as const))("%s", (_title, route) => {
  test("answers 401 without a credential that is valid now", async () => {
    const good = keysOf(mine).admin;
    const refused: (Record<string, string> | undefined)[] = [
      undefined,
      { authorization: "" },
      { authorization: good },
      { authorization: "Bearer" },
      { authorization: "Bearer " },
      { authorization: `Basic ${good}` },
      { authorization: `Bearer ${good} ${good}` },
      { authorization: "Bearer vdt_agent_" },
      { authorization: `Bearer ${good}x` },
      { authorization: `Bearer ${swapCase(good)}` },
      { authorization: `Bearer ${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}` },
      { authorization: `Bearer ${await makeKey("revoked")}` },
      { authorization: `Bearer ${await makeKey("expired")}` },
      { "x-api-key": good },
    ];
    for (const headers of refused) {
      const answer = await running.call(null, { ...request(route), ...(headers && { headers }) });
      expect([headers, answer.statusCode]).toEqual([headers, 401]);
      if (route.kind === "json") expect(answer.json().error.code).toBe("UNAUTHORIZED");
    }
    const inQuery = await running.call(
      null,
      request(route, { query: `?api_key=${good}&access_token=${good}` }),
    );
    expect(inQuery.statusCode).toBe(401);
  });

  test.each(SCOPES)(
    "answers 403 naming the missing scope to a key of scope %s that does not reach",
    async (scope) => {
      const answer = await running.call(keysOf(mine)[scope], request(route));
      if (mayReach(route, scope)) {
        expect([401, 403, 405, 500]).not.toContain(answer.statusCode);
        return;
      }
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error).toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining("'admin'"),
      });
    },
  );

  test("answers 403 to another organization's org_id, in query, header and body", async () => {
    const foreign = other?.orgId ?? "";
    const key = keysOf(mine).admin;
    const inQuery = await running.call(key, request(route, { query: `?org_id=${foreign}` }));
    expect(inQuery.statusCode).toBe(403);
    const inHeader = await running.call(key, {
      ...request(route),
      headers: { "x-organization-id": foreign },
    });
    expect(inHeader.statusCode).toBe(403);
    if (route.kind === "json" && route.request.body) {
      const inBody = await running.call(key, { ...request(route), payload: { org_id: foreign } });
      expect(inBody.statusCode).toBe(403);
    }
  });

  test("refuses an org_id that is given twice", async () => {
    const orgIds = `?org_id=${mine?.orgId}&org_id=${other?.orgId}`;
    const answer = await running.call(keysOf(mine).admin, request(route, { query: orgIds }));
    expect(answer.statusCode).toBe(400);
  });
});

describe.each(withId.map((route) => [title(route), route] as const))("%s", (_title, route) => {
  test("answers another organization's id and a malformed one like an unknown one", async () => {
    const key = keysOf(mine).admin;
    const unknown = await running.call(key, request(route));
    expect(unknown.statusCode).toBe(404);
    for (const id of [
      foreignId,
      foreignId.toUpperCase(),
      "1",
      "'; drop table monitor; --",
      "%00",
      "..%2f..",
    ]) {
      const answer = await running.call(
        key,
        request(route, { id: id.includes("%") ? id : encodeURIComponent(id) }),
      );
      expect([id, answer.statusCode]).toEqual([id, 404]);
      expect(answer.json()).toEqual(unknown.json());
    }
    const kept = await running.call(keysOf(other).admin, {
      method: "GET",
      url: `/api/v1/monitors/${foreignId}`,
    });
    expect(kept.statusCode).toBe(200);
  });
});

/** Written apart from the code under test, after decisions.md, section 2. */
function mayReach(route: Route, scope: Scope): boolean {
  const needed = (route.access as Exclude<Access, "public">).scope;
  if (scope === "admin") return true;
  if (scope === "agent") return needed === "agent";
  return route.method === "GET" && needed !== "admin";
}

function swapCase(key: string): string {
  const secret = key.slice("vdt_agent_".length);
  const swapped = secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return `vdt_agent_${swapped}`;
}

describe("a key", () => {
  test("is dead on the next request after its revocation", async () => {
    const org = await makeOrg(running.database);
    const list = { method: "GET", url: "/api/v1/monitors" } as const;
    expect((await running.call(org.keys.read, list)).statusCode).toBe(200);
    await running.database.run(sql`update api_key set revoked_at = now() where org_id = ${org.orgId}`);
    expect((await running.call(org.keys.read, list)).statusCode).toBe(401);
  });

  test("remembers its last use, at most once a minute", async () => {
    const org = await makeOrg(running.database);
    const use = () => running.call(org.keys.read, { method: "GET", url: "/api/v1/monitors" });
    const lastUse = () =>
      running.database.find<{ last_used_at: Date | null }>(
        sql`select last_used_at from api_key where org_id = ${org.orgId} and scope = 'read'`,
      );
    expect((await lastUse())?.last_used_at).toBeNull();
    await use();
    const first = (await lastUse())?.last_used_at;
    await use();
    expect((await lastUse())?.last_used_at).toEqual(first);
    await running.database.run(sql`
      update api_key set last_used_at = now() - interval '61 seconds' where org_id = ${org.orgId}`);
    await use();
    expect((await lastUse())?.last_used_at?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Number.NaN);
  });
});
