import { createECDH } from "node:crypto";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { expect } from "vitest";
import { createTickets } from "../../src/engine/gateway/tickets.ts";
import { resultId } from "../../src/pipeline/results/reading/result-view.ts";
import type { Db } from "../../src/platform/storage/database.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeAlert } from "../alerting.ts";
import {
  INSTALLATION_SECRET,
  makeMember,
  makeOrg,
  RUNNERS_LOCATION,
  type TestApp,
  type TestOrg,
} from "../app.ts";
import { makeMonitor } from "../builders.ts";
import { makeBundle } from "../evidence/make-bundle.ts";
import { makeArtifact, makeRun } from "../make-run.ts";
import { ROUTES } from "../route-table.ts";
import { CI_TRUST } from "../servers/ci-issuer.ts";
import type { TestPerson } from "../sessions.ts";
import { PAGE_INCIDENTS, UNKNOWN_ID } from "./access-request.ts";
import { IDENTITY_PROVIDER, makePasskey } from "./sign-in-methods.ts";

/** An organization with a member of each role and a resource of each kind. */
export type FullOrganization = TestOrg & {
  people: Record<Role, TestPerson & { membershipId: string }>;
  /** An id of each kind of resource that a path can contain. */
  ids: Record<string, string>;
};

/** The collections in paths, and an existing id for each. */
export async function makeFullOrganization(running: TestApp): Promise<FullOrganization> {
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
  const madeByOwner = async (url: string, payload: object): Promise<string> => {
    const request = { method: "POST", url: `/api/v1/${url}`, payload } as const;
    const headers = { "x-organization-id": orgId };
    const answer = await running.callAs(people.owner, { ...request, headers });
    expect([url, answer.statusCode]).toEqual([url, 201]);
    return answer.json().data.id;
  };
  const runId = await makeRun(database, orgId);
  const content = Buffer.from("text");
  const { artifacts } = running;
  const file = await makeArtifact({ db: database, artifacts }, { orgId, runId, kind: "log", content });
  const channel = { name: "c", type: "webhook", config: { url: "http://127.0.0.1/" } };
  const rule = { name: "r", type: "consecutive_failures", params: { threshold: 1 } };
  const pageId = await made("status-pages", { slug: `p-${orgId}`, title: "p" });
  const inPage = (name: string, payload: object) => made(`status-pages/${pageId}/${name}`, payload);
  const incidentId = await made("incidents", { title: "i" });
  const policyId = await made("escalation-policies", { name: "a", steps: [{ notify: [{ type: "all" }] }] });
  const scheduleId = await made("schedules", { name: "s", timezone: "UTC" });
  const monitorId = (await makeMonitor(database, { orgId })).id;
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
    "escalation-policies": policyId,
    reports: await made("reports", { name: "r", selector: {} }),
    slos: await made("slos", { name: "s", selector: {}, objective: 99 }),
    drills: await madeByOwner(`escalation-policies/${policyId}/drill`, {}),
    "contact-methods": await madeByOwner("user/contact-methods", { type: "email", address: "o@example.org" }),
    "push-devices": await madeByOwner("push-devices", {
      endpoint: `https://push.example.org/${orgId}`,
      keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) },
    }),
    schedules: scheduleId,
    overrides: await made(`schedules/${scheduleId}/overrides`, {
      ...{ person_id: people.member.id, from: new Date().toISOString() },
      to: new Date(Date.now() + 3_600_000).toISOString(),
    }),
    trusts: await made("code/trusts", CI_TRUST),
    "telemetry-exporters": await made("telemetry-exporters", {
      name: "e",
      endpoint: "http://127.0.0.1:4318",
    }),
    "audit-streams": await made("audit-streams", {
      ...{ name: "s", type: "webhook", enabled: false, config: { url: "https://siem.example.org/" } },
    }),
    "identity-providers": await made("identity-providers", IDENTITY_PROVIDER),
    passkeys: await makePasskey(database, people.owner.id),
    groups: await made("groups", { name: "g" }),
    views: await madeByOwner("views", { name: "v", list: "monitors" }),
    rules: await made("alerts/rules", rule),
    alerts: await makeAlert(database, { orgId }),
    channels: await made("alerts/channels", channel),
    organizations: orgId,
    monitors: monitorId,
    evidence: await makeBundle(database, { orgId, targetId: monitorId }),
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
    "maintenance-windows": await made("maintenance-windows", { name: "a", duration_minutes: 60 }),
    sessions: (await sessionOf(database, people.owner.id)) ?? UNKNOWN_ID,
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

async function sessionOf(db: Db, personId: string): Promise<string | undefined> {
  const rows = await db.rows<{ id: string }>(sql`select id from session where person_id = ${personId}`);
  return rows[0]?.id;
}
