import { ROLES, type Role, SCOPES } from "@vedette/contract/people/scopes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { makeAlert } from "../../../test/alerting.ts";
import {
  INSTALLATION_SECRET,
  makeMember,
  makeOrg,
  RUNNERS_LOCATION,
  startTestApp,
  type TestApp,
  type TestOrg,
} from "../../../test/app.ts";
import { makeMonitor } from "../../../test/builders.ts";
import {
  accessOf,
  MALFORMED_IDS,
  mayReachWithRole,
  mayReachWithScope,
  missingScope,
  requiredRole,
} from "../../../test/expected-access.ts";
import { makeArtifact, makeRun } from "../../../test/make-run.ts";
import { ROUTES, routeTitle } from "../../../test/route-table.ts";
import { rowsOfOrganization } from "../../../test/rows-of-organization.ts";
import { CI_TRUST } from "../../../test/servers/ci-issuer.ts";
import { makePerson, type TestPerson } from "../../../test/sessions.ts";
import { createTickets } from "../../engine/gateway/tickets.ts";
import { resultId } from "../../pipeline/results/reading/result-view.ts";
import { sql } from "../../platform/storage/sql.ts";
import { createApiKey } from "../resources/api-keys/service.ts";
import type { Route } from "../routing/define-route.ts";

/** Generated from the route table, so a new route is covered without an edit here. */

const guarded = ROUTES.filter((route) => route.access !== "public");

type Organization = TestOrg & {
  people: Record<Role, TestPerson & { membershipId: string }>;
  /** An id of each kind of resource that a path can contain. */
  ids: Record<string, string>;
};

let running: TestApp;
let other: Organization;

beforeAll(async () => {
  running = await startTestApp();
  other = await makeFullOrg();
});
afterAll(() => running.stop());

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** The collections in paths, and an existing id for each. */
async function makeFullOrg(): Promise<Organization> {
  const { database } = running;
  const org = await makeOrg(database);
  const { orgId } = org;
  const member = (role: Role) => makeMember(database, { orgId, role });
  const people = {
    viewer: await member("viewer"),
    member: await member("member"),
    admin: await member("admin"),
    owner: await member("owner"),
  };
  const made = async (url: string, payload: object): Promise<string> => {
    const answer = await running.call(org.keys.admin, { method: "POST", url: `/api/v1/${url}`, payload });
    expect([url, answer.statusCode]).toEqual([url, 201]);
    return answer.json().data.id;
  };
  const trashed = async () => {
    const id = await made("journeys", { name: "deleted" });
    await running.call(org.keys.admin, { method: "DELETE", url: `/api/v1/journeys/${id}` });
    return id;
  };
  const privateView = async () => {
    const request = {
      method: "POST",
      url: "/api/v1/views",
      payload: { name: "v", list: "monitors" },
    } as const;
    const headers = { "x-organization-id": orgId };
    return (await running.callAs(people.owner, { ...request, headers })).json().data.id;
  };
  const runId = await makeRun(database, orgId);
  const content = Buffer.from("text");
  const { artifacts } = running;
  const file = await makeArtifact({ db: database, artifacts }, { orgId, runId, kind: "log", content });
  const channel = { name: "c", type: "webhook", config: { url: "http://127.0.0.1/" } };
  const rule = { name: "r", type: "consecutive_failures", params: { threshold: 1 } };
  const pageId = await made("status-pages", { slug: `p-${orgId}`, title: "p" });
  const inPage = (name: string, payload: object) => made(`status-pages/${pageId}/${name}`, payload);
  const scheduleId = await made("schedules", { name: "s", timezone: "UTC" });
  const incidentId = await made("incidents", { title: "i" });
  const ids: Record<string, string> = {
    "status-pages": pageId,
    "component-groups": await inPage("component-groups", { name: "g" }),
    components: await inPage("components", { name: "c" }),
    [PAGE_INCIDENTS]: await inPage("incidents", { title: "i", message: "m" }),
    incidents: incidentId,
    notes: await made(`incidents/${incidentId}/notes`, { text: "n" }),
    domains: await inPage("domains", { host: `${orgId}.example.org` }),
    subscribers: await inPage("subscribers", { type: "webhook", address: "https://hooks.example.org/a" }),
    // No id of a row: the name of an image, and an update that is reached through its incident only.
    images: "none",
    updates: UNKNOWN_ID,
    markers: await made("markers", { title: "m" }),
    trusts: await made("code/trusts", CI_TRUST),
    groups: await made("groups", { name: "g" }),
    views: await privateView(),
    rules: await made("alerts/rules", rule),
    alerts: await makeAlert(database, { orgId }),
    channels: await made("alerts/channels", channel),
    organizations: orgId,
    monitors: (await makeMonitor(database, { orgId })).id,
    "api-monitors": await made("api-monitors", { name: "a", steps: [{ url: "http://127.0.0.1/" }] }),
    heartbeats: await made("heartbeats", { name: "h" }),
    // Well-formed; pings.test.ts asks for one that exists.
    pings: resultId(Date.now(), 1),
    members: people.member.membershipId,
    people: people.member.id,
    invitations: await made(`organizations/${orgId}/invitations`, { email: `${orgId}@example.org` }),
    runs: runId,
    // Well-formed, but unknown; result-body.test.ts requests an existing one.
    results: resultId(Date.now(), 1),
    artifacts: file.id,
    "api-keys": await made("api-keys", { name: "listed" }),
    journeys: await made("journeys", { name: "a", steps: [{ action: "goto", url: "http://127.0.0.1/" }] }),
    // An upload ticket of another runner of the same organization.
    files: createTickets({ secret: INSTALLATION_SECRET }).forFile(
      { keyId: UNKNOWN_ID, orgId, location: RUNNERS_LOCATION },
      { runId, storeKey: "0".repeat(22) },
    ),
    "escalation-policies": await made("escalation-policies", {
      name: "a",
      steps: [{ notify: [{ type: "all" }] }],
    }),
    schedules: scheduleId,
    overrides: await made(`schedules/${scheduleId}/overrides`, {
      ...{ person_id: people.member.id, from: new Date().toISOString() },
      to: new Date(Date.now() + 3_600_000).toISOString(),
    }),
    "maintenance-windows": await made("maintenance-windows", { name: "a", duration_minutes: 60 }),
    sessions: (await sessionOf(people.owner.id)) ?? UNKNOWN_ID,
    checkout: await made("billing/checkout", { plan_id: "free" }),
    // Plans belong to no organization.
    plans: "nobodys",
    // The path contains the label of a baseline, not an id.
    baselines: "cart",
  };
  if (ROUTES.some((route) => route.url === "/api/v1/variables"))
    ids.variables = await made("variables", { name: "PLAIN", value: "value" });
  return { ...org, people, ids: { ...ids, targets: ids.monitors ?? "", trash: await trashed() } };
}

async function sessionOf(personId: string): Promise<string | undefined> {
  const rows = await running.database.rows<{ id: string }>(
    sql`select id from session where person_id = ${personId}`,
  );
  return rows[0]?.id;
}

/** Incidents of status pages; without the page, `incidents` are the internal records. */
const PAGE_INCIDENTS = "incidents of a status page";

function collectionOf(url: string, name: string): string {
  return name === "incidents" && url.includes("/status-pages/") ? PAGE_INCIDENTS : name;
}

/** `/things/:id` contains an id of `things`. */
const PATH_ID = /([a-z-]+)\/:(\w+)/g;

/** Returns the path of a route for a member of an organization; other parameters are unknown ids. */
function pathOf(
  { url }: Route,
  { organizations, last, ids: known = {} }: Pick<Path, "organizations" | "last" | "ids">,
): string {
  const ids = [...url.matchAll(PATH_ID)];
  return url.replaceAll(PATH_ID, (text, collection: string, name: string) => {
    const isLast = text === ids.at(-1)?.[0];
    const named =
      collection === "organizations" ? organizations : (known[collectionOf(url, collection)] ?? UNKNOWN_ID);
    const id = isLast && last !== undefined ? last : named;
    return text.replace(`:${name}`, id);
  });
}

/** Reaches the handler if possible: some routes reject an empty body, but only after authorization. */
function request(route: Route, { query = "", ...path }: Path) {
  return {
    // HEAD runs the same checks as GET, but its response ends.
    method: route.kind === "stream" ? ("HEAD" as const) : route.method,
    url: `${pathOf(route, path)}${query}`,
    ...(hasBody(route) && { payload: SMALLEST_BODIES[route.id] ?? {} }),
  };
}

/** Bodies for routes that validate a required field before they look up the id. */
const SMALLEST_BODIES: Record<string, object> = {
  updateMember: { role: "viewer" },
  resendConfirmation: { email: "nobody@example.org" },
  acceptBaseline: { run_id: UNKNOWN_ID },
  confirmCheckout: { signature: "none" },
  readDeviceCode: { user_code: "XXXX-XXXX" },
  approveDeviceCode: { user_code: "XXXX-XXXX" },
  denyDeviceCode: { user_code: "XXXX-XXXX" },
  createMarker: { title: "m" },
  createCodeTrust: CI_TRUST,
  createGroup: { name: "g" },
  createStatusPage: { slug: "s", title: "s" },
  createPageGroup: { name: "g" },
  createPageComponent: { name: "c" },
  createPageIncident: { title: "i", message: "m" },
  orderStatusPage: { items: [] },
  createIncidentUpdate: { status: "resolved", message: "m" },
  createSchedule: { name: "s" },
  createOverride: { person_id: UNKNOWN_ID, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  importSchedules: { tool: "opsgenie", files: [{ name: "a.json", content: "{}" }], mode: "plan" },
  createIncident: { title: "i" },
  addAlertToIncident: { alert_id: UNKNOWN_ID },
  createIncidentNote: { text: "n" },
  draftStatusPagePost: { page_id: UNKNOWN_ID },
  createPageDomain: { host: "status.example.org" },
  createPageSubscriber: { type: "webhook", address: "https://hooks.example.org/b" },
  snoozeTarget: { minutes: 1 },
  setMonitorStatus: { status: "down" },
  changeAlertsInBulk: { ids: [UNKNOWN_ID], action: "resolve" },
  createMonitor: { name: "m", type: "url", url: "http://127.0.0.1/" },
  tryMonitor: { type: "url", url: "http://127.0.0.1/" },
  createApiMonitor: { name: "a", steps: [{ url: "http://127.0.0.1/" }] },
  tryApiMonitor: { steps: [{ url: "http://127.0.0.1/" }] },
  createJourney: { name: "j" },
  createHeartbeat: { name: "h" },
  tryJourney: {},
  createAlertRule: { name: "r", type: "consecutive_failures", params: { threshold: 1 } },
  previewAlertRule: { type: "consecutive_failures", params: { threshold: 1 } },
};

type Path = {
  organizations: string;
  last?: string;
  query?: string;
  /** The id for each collection in the path, instead of an unknown id. */
  ids?: Record<string, string>;
};

function hasBody(route: Route): boolean {
  return route.kind === "json" && route.request.body !== undefined;
}

function isWrite(route: Route): boolean {
  return route.method !== "GET";
}

/** Their paths have a name that the caller chooses, and no id. */
const NAMED = new Set(["import", "projects"]);

function lastCollection({ url }: Route): string | undefined {
  const collection = [...url.matchAll(PATH_ID)].at(-1)?.[1];
  return collection === undefined || NAMED.has(collection) ? undefined : collectionOf(url, collection);
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

describe.each(guarded.map((route) => [routeTitle(route), route] as const))("%s", (_title, route) => {
  let mine: Organization;
  let stranger: TestPerson;
  let before: Record<string, string>;
  beforeAll(async () => {
    mine = await makeFullOrg();
    stranger = await makePerson(running.database);
    before = await rowsOfOrganization(running.database, other.orgId);
  });
  afterAll(async () => {
    expect(await rowsOfOrganization(running.database, other.orgId)).toEqual(before);
  });
  const own = (query = ""): Path => ({ organizations: mine.orgId, query });

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
      const answer = await running.call(null, { ...request(route, own()), ...(headers && { headers }) });
      expect([headers, answer.statusCode]).toEqual([headers, 401]);
      if (route.kind === "json") expect(answer.json().error.code).toBe("UNAUTHORIZED");
    }
    const inQuery = await running.call(null, request(route, own(`?api_key=${good}&access_token=${good}`)));
    expect(inQuery.statusCode).toBe(401);
    const { api_key: _made, membership: _joined, ...others } = rows;
    expect(await rowsOfOrganization(running.database, mine.orgId)).toMatchObject(others);
  });

  test("returns 403 for a cross-site write with a session, and changes nothing", async () => {
    if (!isWrite(route)) return;
    const rows = await rowsOfOrganization(running.database, mine.orgId);
    const { cookie } = mine.people.owner;
    for (const origin of [undefined, "null", "https://evil.example", "http://localhost:81"]) {
      const headers = { cookie, ...(origin !== undefined && { origin }) };
      const answer = await running.call(null, { ...request(route, own()), headers });
      expect([origin, answer.statusCode]).toEqual([origin, 403]);
    }
    expect(await rowsOfOrganization(running.database, mine.orgId)).toEqual(rows);
  });

  test("returns 403 for another organization's org_id in query, header and body", async () => {
    const foreign = other.orgId;
    const callers = [
      (wanted: ReturnType<typeof request>) => running.call(mine.keys.admin, wanted),
      (wanted: ReturnType<typeof request>) => running.callAs(mine.people.owner, wanted),
    ];
    for (const call of callers) {
      const inQuery = await call(request(route, own(`?org_id=${foreign}`)));
      expect(inQuery.statusCode).toBe(403);
      const inHeader = { ...request(route, own()), headers: { "x-organization-id": foreign } };
      expect((await call(inHeader)).statusCode).toBe(403);
      if (!hasBody(route)) continue;
      const inBody = await call({ ...request(route, own()), payload: { org_id: foreign } });
      expect(inBody.statusCode).toBe(403);
    }
  });

  test("rejects a repeated org_id", async () => {
    const orgIds = `?org_id=${mine.orgId}&org_id=${other.orgId}`;
    const answer = await running.callAs(mine.people.owner, request(route, own(orgIds)));
    expect([400, 403]).toContain(answer.statusCode);
  });

  test("returns the same response for another organization's id, a malformed id and an unknown id", async () => {
    const collection = lastCollection(route);
    if (collection === undefined) return;
    const foreign = other.ids[collection];
    if (foreign === undefined) throw new Error(`say in makeFullOrg what an id of ${collection} is`);
    for (const call of callersWhoReach(route, mine)) {
      const unknown = await call(request(route, { ...own(), last: UNKNOWN_ID }));
      expect(unknown.statusCode).toBe(404);
      for (const id of [foreign, foreign.toUpperCase(), ...MALFORMED_IDS]) {
        const last = id.includes("%") ? id : encodeURIComponent(id);
        const answer = await call(request(route, { ...own(), last }));
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
      const unknown = await call(request(route, { organizations: UNKNOWN_ID }));
      const answer = await call(
        request(route, { organizations: other.orgId, ...(collection !== "organizations" && last) }),
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
            ...request(route, { ...own(), ids: mine.ids }),
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
      const answer = await running.call(mine.keys[scope], request(route, own()));
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
    const answer = await running.callAs(stranger, request(route, own()));
    const refusals = lastCollection(route) === undefined ? [401, 403, 404, 500] : [401, 403, 500];
    if (accessOf(route).role === null) expect(refusals).not.toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(route.url.includes("/organizations/:id") ? 404 : 403);
  });

  // The owner comes last, because some owner actions delete the organization.
  test.each(ROLES)(
    "admits the role %s only where the role permits it, and otherwise names the role",
    async (role) => {
      const answer = await running.callAs(mine.people[role], request(route, own()));
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

type Call = (wanted: ReturnType<typeof request>) => ReturnType<TestApp["call"]>;

/** The caller of each kind with the most permissions whose request reaches the lookup of ids. */
function callersWhoReach(route: Route, org: Organization): Call[] {
  const asRunner: Call = (wanted) => running.call(org.keys.runner, wanted);
  if (accessOf(route).role === "runner") return [asRunner];
  const asKey: Call = (wanted) => running.call(org.keys.admin, wanted);
  const asOwner: Call = (wanted) => running.callAs(org.people.owner, wanted);
  return accessOf(route).scope === null ? [asOwner] : [asKey, asOwner];
}

/** Body fields that contain the id of a resource of the organization. */
const BODY_IDS: Record<string, string> = {
  plan_id: "plans",
  member_id: "members",
  run_id: "runs",
  channel_id: "channels",
  ...{ monitor_id: "monitors", api_monitor_id: "api-monitors", journey_id: "journeys" },
  ...{ heartbeat_id: "heartbeats", group_id: "groups", parent_id: "groups" },
  lead_id: "people",
  person_id: "people",
  alert_id: "alerts",
  page_id: "status-pages",
};

function idFieldsOf(route: Route): string[] {
  const body = route.kind === "json" ? route.request.body : undefined;
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape)
    .filter(([name, schema]) => name.endsWith("_id") && name !== "org_id" && !isReadOnly(schema))
    .map(([name]) => name);
}

function isReadOnly(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.meta()?.readOnly === true;
}

function swapCase(key: string): string {
  const secret = key.slice("vdt_agent_".length);
  const swapped = secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return `vdt_agent_${swapped}`;
}
