import { ROLES, SCOPES } from "@vedette/contract/people/scopes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accessRequest,
  BODY_IDS,
  hasBody,
  idFieldsOf,
  isWrite,
  lastCollection,
  type RequestPath,
  SMALLEST_BODIES,
  UNKNOWN_ID,
} from "../../../test/access/access-request.ts";
import {
  accessOf,
  MALFORMED_IDS,
  mayReachWithRole,
  mayReachWithScope,
  missingScope,
  requiredRole,
} from "../../../test/access/expected-access.ts";
import { type FullOrganization, makeFullOrganization } from "../../../test/access/full-organization.ts";
import { reuseOrganization } from "../../../test/access/reused-organization.ts";
import { rowsOfOrganization } from "../../../test/access/rows-of-organization.ts";
import { makeMember, startTestApp, type TestApp } from "../../../test/app.ts";
import { ROUTES, routeTitle } from "../../../test/route-table.ts";
import { makePerson, type TestPerson } from "../../../test/sessions.ts";
import { sql } from "../../platform/storage/sql.ts";
import { createApiKey } from "../resources/api-keys/service.ts";
import type { Route } from "../routing/define-route.ts";

/** Generated from the route table, so a new route is covered without an edit here. */

const guarded = ROUTES.filter((route) => route.access !== "public");

let running: TestApp;
let other: FullOrganization;
/** For all routes that only read: making an organization takes longer than the tests of a route. */
let read: FullOrganization;
let organizationToWrite: () => Promise<FullOrganization>;
/** The rows of `other`, which nothing may ever change. */
let before: Record<string, string>;

beforeAll(async () => {
  running = await startTestApp();
  other = await makeFullOrganization(running);
  read = await makeFullOrganization(running);
  organizationToWrite = reuseOrganization(running);
  before = await rowsOfOrganization(running.database, other.orgId);
});
afterAll(() => running.stop());

describe.each(guarded.map((route) => [routeTitle(route), route] as const))("%s", (_title, route) => {
  let mine: FullOrganization;
  let stranger: TestPerson;
  beforeAll(async () => {
    mine = isWrite(route) ? await organizationToWrite() : read;
    stranger = await makePerson(running.database);
  });
  afterAll(async () => {
    expect(await rowsOfOrganization(running.database, other.orgId)).toEqual(before);
  });
  const own = (query = ""): RequestPath => ({ organizations: mine.orgId, query });

  test("returns 401 without a currently valid credential", async () => {
    const rows = await rowsOfOrganization(running.database, mine.orgId);
    const good = mine.keys.admin;
    const gone = await makeMember(running.database, { orgId: mine.orgId, role: "owner" });
    await running.endSessions(gone.id);
    const { cookie } = mine.people.owner;
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
      { authorization: `Bearer ${await makeKey(mine.orgId, "revoked")}` },
      { authorization: `Bearer ${await makeKey(mine.orgId, "expired")}` },
      { "x-api-key": good },
      { cookie: "vedette.session_token=" },
      { cookie: `other=${cookie}` },
      { cookie: gone.cookie },
      // A valid session does not compensate for an invalid key.
      { authorization: "", cookie },
      { authorization: `Bearer ${good}x`, cookie },
    ];
    for (const headers of refused) {
      const answer = await running.call(null, {
        ...accessRequest(route, own()),
        ...(headers && { headers }),
      });
      expect([headers, answer.statusCode]).toEqual([headers, 401]);
      if (route.kind === "json") expect(answer.json().error.code).toBe("UNAUTHORIZED");
    }
    const inQuery = await running.call(
      null,
      accessRequest(route, own(`?api_key=${good}&access_token=${good}`)),
    );
    expect(inQuery.statusCode).toBe(401);
    const { api_key: _made, membership: _joined, contact_method: _reachable, ...others } = rows;
    expect(await rowsOfOrganization(running.database, mine.orgId)).toMatchObject(others);
  });

  test("returns 403 for a cross-site write with a session, and changes nothing", async () => {
    if (!isWrite(route)) return;
    const rows = await rowsOfOrganization(running.database, mine.orgId);
    const { cookie } = mine.people.owner;
    for (const origin of [undefined, "null", "https://evil.example", "http://localhost:81"]) {
      const headers = { cookie, ...(origin !== undefined && { origin }) };
      const answer = await running.call(null, { ...accessRequest(route, own()), headers });
      expect([origin, answer.statusCode]).toEqual([origin, 403]);
    }
    expect(await rowsOfOrganization(running.database, mine.orgId)).toEqual(rows);
  });

  test("returns 403 for another organization's org_id in query, header and body", async () => {
    const foreign = other.orgId;
    const callers = [
      (wanted: ReturnType<typeof accessRequest>) => running.call(mine.keys.admin, wanted),
      (wanted: ReturnType<typeof accessRequest>) => running.callAs(mine.people.owner, wanted),
    ];
    for (const call of callers) {
      const inQuery = await call(accessRequest(route, own(`?org_id=${foreign}`)));
      expect(inQuery.statusCode).toBe(403);
      const inHeader = { ...accessRequest(route, own()), headers: { "x-organization-id": foreign } };
      expect((await call(inHeader)).statusCode).toBe(403);
      if (!hasBody(route)) continue;
      const inBody = await call({ ...accessRequest(route, own()), payload: { org_id: foreign } });
      expect(inBody.statusCode).toBe(403);
    }
  });

  test("rejects a repeated org_id", async () => {
    const orgIds = `?org_id=${mine.orgId}&org_id=${other.orgId}`;
    const answer = await running.callAs(mine.people.owner, accessRequest(route, own(orgIds)));
    expect([400, 403]).toContain(answer.statusCode);
  });

  test("returns the same response for another organization's id, a malformed id and an unknown id", async () => {
    const collection = lastCollection(route);
    if (collection === undefined) return;
    const foreign = other.ids[collection];
    if (foreign === undefined) throw new Error(`say in makeFullOrganization what an id of ${collection} is`);
    for (const call of callersWhoReach(route, mine)) {
      const unknown = await call(accessRequest(route, { ...own(), last: UNKNOWN_ID }));
      expect(unknown.statusCode).toBe(404);
      for (const id of [foreign, foreign.toUpperCase(), ...MALFORMED_IDS]) {
        const last = id.includes("%") ? id : encodeURIComponent(id);
        const answer = await call(accessRequest(route, { ...own(), last }));
        expect([id, answer.statusCode]).toEqual([id, 404]);
        if (route.kind === "json") expect(answer.json()).toEqual(unknown.json());
      }
    }
  });

  test("returns the same response for another organization in the path as for an unknown one, with any subpath", async () => {
    if (!route.url.startsWith("/api/v1/organizations/:id/")) return;
    const collection = lastCollection(route) ?? "";
    for (const call of callersWhoReach(route, mine)) {
      const last = collection === "organizations" ? {} : { last: other.ids[collection] ?? "" };
      const unknown = await call(accessRequest(route, { organizations: UNKNOWN_ID }));
      const answer = await call(
        accessRequest(route, { organizations: other.orgId, ...(collection !== "organizations" && last) }),
      );
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    }
  });

  test("rejects another organization's id in a body as unknown, and names the field", async () => {
    for (const field of idFieldsOf(route)) {
      const foreign = other.ids[BODY_IDS[field] ?? ""];
      if (foreign === undefined) throw new Error(`say in BODY_IDS what ${field} is an id of`);
      const answers = [];
      for (const id of [UNKNOWN_ID, foreign]) {
        answers.push(
          await running.callAs(mine.people.owner, {
            ...accessRequest(route, { ...own(), ids: mine.ids }),
            payload: { ...SMALLEST_BODIES[route.id], [field]: id },
          }),
        );
      }
      // A plan that does not exist is one that has expired.
      const status = route.id === "applyCodeProject" ? 409 : 400;
      expect(answers.map((answer) => answer.statusCode)).toEqual([status, status]);
      const [unknown, known] = answers.map((answer) => answer.json().error.details);
      expect(known).toEqual(unknown);
      if (status === 400) expect(known.map((detail: { path: string }) => detail.path)).toContain(field);
    }
  });

  test.each(SCOPES)(
    "admits a key of scope %s only where the scope permits it, and otherwise names the scope",
    async (scope) => {
      const answer = await running.call(mine.keys[scope], accessRequest(route, own()));
      if (mayReachWithScope(route, scope)) {
        expect([401, 403, 405, 500]).not.toContain(answer.statusCode);
        return;
      }
      expect(answer.statusCode).toBe(403);
      // A response to HEAD has no body.
      if (route.kind === "stream") return;
      expect(answer.json().error).toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining(missingScope(route)),
      });
    },
  );

  test("treats every organization as unknown for a user without one", async () => {
    const answer = await running.callAs(stranger, accessRequest(route, own()));
    const refusals = lastCollection(route) === undefined ? [401, 403, 404, 500] : [401, 403, 500];
    if (accessOf(route).role === null) expect(refusals).not.toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(route.url.includes("/organizations/:id") ? 404 : 403);
  });

  // The owner comes last, because some owner actions delete the organization.
  test.each(ROLES)(
    "admits the role %s only where the role permits it, and otherwise names the role",
    async (role) => {
      const answer = await running.callAs(mine.people[role], accessRequest(route, own()));
      if (mayReachWithRole(route, role)) {
        expect([401, 403, 405, 500]).not.toContain(answer.statusCode);
        return;
      }
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error).toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining(`'${requiredRole(route)}'`),
      });
    },
  );
});

type Call = (wanted: ReturnType<typeof accessRequest>) => ReturnType<TestApp["call"]>;

/** The caller of each kind with the most permissions whose request reaches the lookup of ids. */
function callersWhoReach(route: Route, org: FullOrganization): Call[] {
  const asRunner: Call = (wanted) => running.call(org.keys.runner, wanted);
  if (accessOf(route).role === "runner") return [asRunner];
  const asKey: Call = (wanted) => running.call(org.keys.admin, wanted);
  const asOwner: Call = (wanted) => running.callAs(org.people.owner, wanted);
  return accessOf(route).scope === null ? [asOwner] : [asKey, asOwner];
}

async function makeKey(orgId: string, change: "revoked" | "expired"): Promise<string> {
  const nowMs = Date.now();
  const wanted = {
    orgId,
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

function swapCase(key: string): string {
  const secret = key.slice("vdt_agent_".length);
  const swapped = secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return `vdt_agent_${swapped}`;
}
