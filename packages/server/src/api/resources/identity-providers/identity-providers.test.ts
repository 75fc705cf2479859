import { randomUUID } from "node:crypto";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, makeOrg, NO_DOMAINS, startTestApp, type TestApp } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import {
  CLIENT,
  type Claims,
  type OidcTestProvider,
  startOidcProvider,
} from "../../../../test/servers/oidc-provider.ts";
import { makePerson, OWN_ORIGIN, type TestPerson } from "../../../../test/sessions.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy } from "../../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../../platform/net/fetch-json.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** Uses a real OpenID Connect provider in this process, on loopback. */

const URL = "/api/v1/identity-providers";
const records = new Map<string, string>();
let provider: OidcTestProvider;
let running: TestApp;

beforeAll(async () => {
  provider = await startOidcProvider(`${new globalThis.URL(OWN_ORIGIN).origin}/api/auth/oidc/callback`);
  running = await startApp();
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});

function startApp(deny: string[] = []): Promise<TestApp> {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny, ownPorts: () => [] });
  return startTestApp({
    fetchIssuer: createFetchJson(createEgress({ policy })),
    pageDomains: {
      ...NO_DOMAINS,
      dns: { ...NO_DOMAINS.dns, txt: async (name) => [records.get(name) ?? []].flat() },
    },
  });
}

type Org = { orgId: string; admin: TestPerson; domain: string };

async function makeAdmin(app = running): Promise<Org> {
  const { orgId } = await makeOrg(app.database);
  const admin = await makeMember(app.database, { orgId, role: "admin" });
  return { orgId, admin, domain: `${orgId.slice(-12)}.example.org` };
}

const bodyOf = ({ domain }: Pick<Org, "domain">, extra: object = {}) => ({
  ...{
    name: "Acme",
    issuer: provider.issuer,
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
  },
  ...{ domains: [domain], ...extra },
});

async function create(org: Org, extra: object = {}, app = running): Promise<IdentityProvider> {
  const payload = bodyOf(org, extra);
  const response = await app.callAs(org.admin, { method: "POST", url: URL, payload });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
}

const verify = (org: Org, id: string, app = running) =>
  app.callAs(org.admin, { method: "POST", url: `${URL}/${id}/verify` });

/** Creates a provider whose domain is proven. */
async function makeProvider(extra: object = {}, app = running) {
  const org = await makeAdmin(app);
  const created = await create(org, extra, app);
  for (const { record_name, record_value } of created.domain_proofs) records.set(record_name, record_value);
  const verified = await verify(org, created.id, app);
  expect(verified.json().data.domain_proofs[0].verified_at).not.toBeNull();
  return { ...org, id: created.id, url: `${URL}/${created.id}` };
}

const begin = (browser: Browser, email: string) => browser.post("/api/auth/sso", { email });

/** Signs in at the provider and returns the final path. */
async function signIn(claims: Partial<Claims> & { email: string }, browser = new Browser(running)) {
  provider.signInAs({ sub: randomUUID(), email_verified: true, name: "Ada", ...claims });
  const begun = await begin(browser, claims.email);
  expect([begun.statusCode, begun.body]).toEqual([200, expect.anything()]);
  const callback = await provider.visit(begun.json().data.url);
  const response = await browser.get(`${callback.pathname}${callback.search}`);
  return { browser, path: String(response.headers.location) };
}

const signedInEmail = async (browser: Browser): Promise<string | null> =>
  (await browser.get("/api/auth/session")).json().data.person?.email ?? null;

const roleIn = async (orgId: string, email: string): Promise<Role | null> => {
  const row = await running.database.find<{ role: Role }>(sql`
    select m.role from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and p.email = ${email}`);
  return row?.role ?? null;
};

const emailAt = (domain: string) => `${randomUUID()}@${domain}`;

async function makeMemberAt(
  { orgId, domain }: { orgId: string; domain: string },
  { role, isVerified = true }: { role: Role; isVerified?: boolean },
): Promise<TestPerson> {
  const person = await makePerson(running.database, emailAt(domain));
  await running.database.run(sql`
    update person set email_verified = ${isVerified} where id = ${person.id}`);
  await running.database.run(sql`
    insert into membership (id, org_id, person_id, role, joined_at)
    values (${randomUUID()}, ${orgId}, ${person.id}, ${role}, now())`);
  return person;
}

describe("an identity provider", () => {
  test("never shows its secret, and stores it encrypted", async () => {
    const org = await makeAdmin();
    const created = await create(org);
    expect(created).toMatchObject({
      ...{ name: "Acme", domains: [org.domain], default_role: "viewer", auto_join: true, required: false },
      redirect_uri: "http://localhost/api/auth/oidc/callback",
      domain_proofs: [{ domain: org.domain, verified_at: null, record_name: `_vedette-sso.${org.domain}` }],
    });
    const listed = await running.callAs(org.admin, { method: "GET", url: URL });
    expect(listed.json().data).toEqual([created]);
    expect(listed.body).not.toContain(CLIENT.clientSecret);
    const dump = await running.database.rows(sql`
      select i::text, (select string_agg(a.after::text, '') from audit_entry a where a.org_id = i.org_id) as log
      from identity_provider i where id = ${created.id}`);
    expect(JSON.stringify(dump)).not.toContain(CLIENT.clientSecret);
  });

  test("is changed, and deleted, with entries in the audit log", async () => {
    const org = await makeAdmin();
    const { id } = await create(org);
    const change = (payload: object) =>
      running.callAs(org.admin, { method: "PUT", url: `${URL}/${id}`, payload });
    expect((await change({ required: true })).json().data).toMatchObject({ required: true, name: "Acme" });
    expect((await change({ required: true })).statusCode).toBe(200);
    expect((await change({ client_secret: "another secret" })).statusCode).toBe(200);
    const deleted = await running.callAs(org.admin, { method: "DELETE", url: `${URL}/${id}` });
    expect(deleted.statusCode).toBe(200);
    const entries = await running.database.rows<{ action: string; after: object | null }>(sql`
      select action, after from audit_entry
      where org_id = ${org.orgId} and target_type = 'identity_provider' order by seq`);
    expect(entries.map(({ action }) => action)).toEqual([
      "identity_provider.create",
      "identity_provider.update",
      "identity_provider.update",
      "identity_provider.delete",
    ]);
    expect(entries[2]?.after).toEqual({ client_secret: "changed" });
  });

  test.each([
    ["issuer", { issuer: "http://login.example.com" }],
    ["issuer", { issuer: "https://login.example.com/?a=b" }],
    ["domains.0", { domains: ["not a domain"] }],
    ["domains", { domains: [] }],
    ["default_role", { default_role: null }],
    ["group_roles.0.role", { group_roles: [{ group: "all", role: "owner" }] }],
  ])("rejects a wrong %s", async (path, extra) => {
    const org = await makeAdmin();
    const payload = bodyOf(org, extra);
    const response = await running.callAs(org.admin, { method: "POST", url: URL, payload });
    expect([response.statusCode, response.json().error.details?.[0]?.path]).toEqual([400, path]);
  });

  test("cannot be the eleventh", async () => {
    const org = await makeAdmin();
    for (let n = 0; n < 10; n++) await create(org, { domains: [`n${n}.${org.domain}`] });
    const payload = bodyOf(org);
    const response = await running.callAs(org.admin, { method: "POST", url: URL, payload });
    expect([response.statusCode, response.json().error.message]).toMatchObject([
      400,
      expect.stringContaining("10 identity providers, the maximum"),
    ]);
  });
});

describe("a domain", () => {
  test("takes effect when its TXT record is found", async () => {
    const org = await makeAdmin();
    const { id, domain_proofs: proofs } = await create(org);
    const email = emailAt(org.domain);
    expect((await verify(org, id)).json().data.domain_proofs[0].verified_at).toBeNull();
    expect((await begin(new Browser(running), email)).statusCode).toBe(404);
    for (const { record_name, record_value } of proofs) records.set(record_name, record_value);
    expect((await verify(org, id)).json().data.domain_proofs[0].verified_at).not.toBeNull();
    expect((await begin(new Browser(running), email)).statusCode).toBe(200);
  });

  test("belongs to one organization", async () => {
    const first = await makeProvider();
    const other = { ...(await makeAdmin()), domain: first.domain };
    const { id, domain_proofs: proofs } = await create(other);
    for (const { record_name, record_value } of proofs) records.set(record_name, record_value);
    const refused = await verify(other, id);
    expect([refused.statusCode, refused.json().error.message]).toMatchObject([
      400,
      expect.stringContaining("belongs to another identity provider"),
    ]);
  });

  test("is proven for one issuer only", async () => {
    const { admin, url, domain } = await makeProvider();
    const payload = { issuer: "https://evil.example.com" };
    const changed = await running.callAs(admin, { method: "PUT", url, payload });
    expect(changed.json().data.domain_proofs).toMatchObject([{ domain, verified_at: null }]);
    expect((await begin(new Browser(running), emailAt(domain))).statusCode).toBe(404);
  });
});

describe("a sign-in", () => {
  test("makes a member of the default role, and links the account", async () => {
    const { orgId, domain } = await makeProvider({ default_role: "member" });
    const email = emailAt(domain);
    const sub = randomUUID();
    const { browser, path } = await signIn({ sub, email });
    expect(path).toBe("/");
    expect(await signedInEmail(browser)).toBe(email);
    expect(await roleIn(orgId, email)).toBe("member");
    expect((await signIn({ sub, email })).path).toBe("/");
  });

  test("sets the role by the groups again, and ends the membership without one", async () => {
    const { orgId, domain } = await makeProvider({
      groups_claim: "groups",
      group_roles: [
        { group: "ops", role: "admin" },
        { group: "staff", role: "viewer" },
      ],
      default_role: null,
    });
    const [sub, email] = [randomUUID(), emailAt(domain)];
    const { browser } = await signIn({ sub, email, groups: ["staff", "ops"] });
    expect(await roleIn(orgId, email)).toBe("admin");
    await signIn({ sub, email, groups: ["staff"] });
    expect(await roleIn(orgId, email)).toBe("viewer");
    expect(await signedInEmail(browser)).toBe(email);
    const ended = await signIn({ sub, email, groups: [] });
    expect(ended.path).toBe("/#notice=no_access");
    expect(await roleIn(orgId, email)).toBeNull();
    expect(await signedInEmail(browser)).toBeNull();
    const entries = await running.database.rows<{ action: string; actor_kind: string }>(sql`
      select action, actor_kind from audit_entry
      where org_id = ${orgId} and target_type = 'member' order by seq`);
    expect(entries).toEqual(
      ["member.add", "member.update", "member.remove"].map((action) => ({ action, actor_kind: "system" })),
    );
  });

  test("leaves owners what they are", async () => {
    const org = await makeProvider({ groups_claim: "groups", default_role: null });
    const owner = await makeMemberAt(org, { role: "owner" });
    expect((await signIn({ email: owner.email, groups: [] })).path).toBe("/");
    expect(await roleIn(org.orgId, owner.email)).toBe("owner");
  });

  test("creates no account without automatic membership", async () => {
    const org = await makeProvider({ auto_join: false });
    const email = emailAt(org.domain);
    expect((await signIn({ email })).path).toBe("/#notice=no_account");
    expect(await running.database.find(sql`select from person where email = ${email}`)).toBeNull();
    const member = await makeMemberAt(org, { role: "member" });
    expect((await signIn({ email: member.email })).path).toBe("/");
  });
});

describe("a sign-in is rejected", () => {
  test("with an address that the provider has not verified", async () => {
    const { domain } = await makeProvider();
    const { path, browser } = await signIn({ email: emailAt(domain), email_verified: false });
    expect(path).toBe("/#notice=address_not_verified");
    expect(await signedInEmail(browser)).toBeNull();
  });

  test("with an address of another domain", async () => {
    const { domain } = await makeProvider();
    const victim = await makePerson(running.database);
    await running.database.run(sql`update person set email_verified = true where id = ${victim.id}`);
    provider.signInAs({ sub: randomUUID(), email: victim.email, email_verified: true });
    const browser = new Browser(running);
    const begun = await begin(browser, emailAt(domain));
    const callback = await provider.visit(begun.json().data.url);
    const response = await browser.get(`${callback.pathname}${callback.search}`);
    expect(response.headers.location).toBe("/#notice=other_domain");
  });

  test("for a linked account that has left the domain", async () => {
    const { domain } = await makeProvider();
    const [sub, email] = [randomUUID(), emailAt(domain)];
    await signIn({ sub, email });
    await running.database.run(sql`
      update person set email = ${`${sub}@private.example.com`} where email = ${email}`);
    expect((await signIn({ sub, email })).path).toBe("/#notice=other_domain");
  });

  test("for an account whose address is not verified, unless its owner started it", async () => {
    const org = await makeProvider();
    const squatter = await makeMemberAt(org, { role: "member", isVerified: false });
    expect((await signIn({ email: squatter.email })).path).toBe("/#notice=address_not_proved");
    const signedIn = new Browser(running);
    const [name = "", value = ""] = squatter.cookie.split(/=(.*)/s);
    signedIn.setOwnCookie(name, value);
    expect((await signIn({ email: squatter.email }, signedIn)).path).toBe("/");
  });

  test("in another browser, and after the provider was deleted", async () => {
    const { domain, admin, url } = await makeProvider();
    const email = emailAt(domain);
    provider.signInAs({ sub: randomUUID(), email, email_verified: true });
    const browser = new Browser(running);
    const callback = await provider.visit((await begin(browser, email)).json().data.url);
    const path = `${callback.pathname}${callback.search}`;
    expect((await new Browser(running).get(path)).headers.location).toBe("/#notice=sign_in_expired");
    await running.callAs(admin, { method: "DELETE", url });
    expect((await browser.get(path)).headers.location).toBe("/#notice=sign_in_expired");
    expect(await signedInEmail(browser)).toBeNull();
  });

  test("at a provider that the egress policy blocks, which is not contacted", async () => {
    const walled = await startApp(["127.0.0.1", "::1"]);
    try {
      const { domain } = await makeProvider({}, walled);
      const before = provider.requests();
      expect((await begin(new Browser(walled), emailAt(domain))).statusCode).toBe(503);
      expect(provider.requests()).toBe(before);
    } finally {
      await walled.stop();
    }
  });
});

describe("required single sign-on", () => {
  test("keeps members of the domain out until they use it, and no one else", async () => {
    const org = await makeProvider({ required: true });
    const [member, owner] = [
      await makeMemberAt(org, { role: "member" }),
      await makeMemberAt(org, { role: "owner" }),
    ];
    const read = (person: TestPerson) => running.callAs(person, { method: "GET", url: "/api/v1/monitors" });
    const refused = await read(member);
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      403,
      [{ path: "sso", message: "is required" }],
    ]);
    const own = await running.callAs(member, { method: "GET", url: "/api/v1/user/organizations" });
    expect(own.json().data).toMatchObject([{ lacks_sso: true }]);
    expect((await read(owner)).statusCode).toBe(200);
    expect((await read(org.admin)).statusCode).toBe(200);
    const { browser } = await signIn({ email: member.email });
    expect((await browser.get("/api/v1/monitors")).statusCode).toBe(200);
  });

  test("does not apply before the domain is verified", async () => {
    const org = await makeAdmin();
    await create(org, { required: true });
    const member = await makeMemberAt(org, { role: "member" });
    const response = await running.callAs(member, { method: "GET", url: "/api/v1/monitors" });
    expect(response.statusCode).toBe(200);
  });
});

test("sessions end with their provider", async () => {
  const { domain, admin, url } = await makeProvider();
  const { browser } = await signIn({ email: emailAt(domain) });
  expect(await signedInEmail(browser)).not.toBeNull();
  expect((await running.callAs(admin, { method: "DELETE", url })).statusCode).toBe(200);
  expect(await signedInEmail(browser)).toBeNull();
});

test("does not stand for the second factor that another organization requires", async () => {
  const org = await makeProvider();
  const other = await makeOrg(running.database);
  const owner = await makeMemberAt({ orgId: other.orgId, domain: org.domain }, { role: "owner" });
  await running.database.run(sql`update person set two_factor_enabled = true where id = ${owner.id}`);
  const url = `/api/v1/organizations/${other.orgId}`;
  const require = { settings: { require_two_factor: true } };
  const { browser } = await signIn({ email: owner.email });
  expect((await browser.change("PUT", url, require)).statusCode).toBe(400);
  expect((await running.callAs(owner, { method: "PUT", url, payload: require })).statusCode).toBe(200);

  const statusIn = async (orgId: string) =>
    (await browser.get("/api/v1/monitors", { "x-organization-id": orgId })).statusCode;
  expect([await statusIn(org.orgId), await statusIn(other.orgId)]).toEqual([200, 403]);
  const own = (await browser.get("/api/v1/user/organizations")).json().data;
  expect(own).toContainEqual(expect.objectContaining({ id: other.orgId, lacks_two_factor: true }));
});
