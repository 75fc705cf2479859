import { randomUUID } from "node:crypto";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { afterAll, beforeAll, expect } from "vitest";
import { createEgress } from "../../src/platform/net/egress.ts";
import { createEgressPolicy } from "../../src/platform/net/egress-policy.ts";
import { createFetchJson } from "../../src/platform/net/fetch-json.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeMember, makeOrg, NO_DOMAINS, startTestApp, type TestApp } from "../app.ts";
import { Browser } from "../browser.ts";
import { CLIENT, type Claims, type OidcTestProvider, startOidcProvider } from "../servers/oidc-provider.ts";
import { makePerson, OWN_ORIGIN, type TestPerson } from "../sessions.ts";

export const PROVIDERS_URL = "/api/v1/identity-providers";

export type ProviderOrg = { orgId: string; admin: TestPerson; domain: string };

/** Registers the hooks of a test file with a real OpenID Connect provider in this process, on loopback. */
export function identityProviderLab() {
  const records = new Map<string, string>();
  let provider: OidcTestProvider;
  let running: TestApp;
  beforeAll(async () => {
    provider = await startOidcProvider(`${new URL(OWN_ORIGIN).origin}/api/auth/oidc/callback`);
    running = await startApp(records);
  });
  afterAll(async () => {
    await running.stop();
    await provider.stop();
  });
  const state = {
    records,
    get provider() {
      return provider;
    },
    get running() {
      return running;
    },
    startApp: (deny: string[]) => startApp(records, deny),
  };
  return Object.assign(state, providerSteps(state), signInSteps(state));
}

function startApp(records: ReadonlyMap<string, string>, deny: string[] = []): Promise<TestApp> {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny, ownPorts: () => [] });
  return startTestApp({
    fetchIssuer: createFetchJson(createEgress({ policy })),
    pageDomains: {
      ...NO_DOMAINS,
      dns: { ...NO_DOMAINS.dns, txt: async (name) => [records.get(name) ?? []].flat() },
    },
  });
}

type State = { records: Map<string, string>; provider: OidcTestProvider; running: TestApp };

function providerSteps(state: State) {
  const bodyOf = ({ domain }: Pick<ProviderOrg, "domain">, extra: object = {}) => ({
    ...{ name: "Acme", issuer: state.provider.issuer },
    ...{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret },
    ...{ domains: [domain], ...extra },
  });
  const verify = (org: ProviderOrg, id: string, app = state.running) =>
    app.callAs(org.admin, { method: "POST", url: `${PROVIDERS_URL}/${id}/verify` });
  async function makeAdmin(app = state.running): Promise<ProviderOrg> {
    const { orgId } = await makeOrg(app.database);
    const admin = await makeMember(app.database, { orgId, role: "admin" });
    return { orgId, admin, domain: `${orgId.slice(-12)}.example.org` };
  }
  async function create(
    org: ProviderOrg,
    extra: object = {},
    app = state.running,
  ): Promise<IdentityProvider> {
    const payload = bodyOf(org, extra);
    const response = await app.callAs(org.admin, { method: "POST", url: PROVIDERS_URL, payload });
    expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
    return response.json().data;
  }
  /** Adds the TXT records that prove the domains of a provider. */
  const publish = ({ domain_proofs: proofs }: IdentityProvider): void => {
    for (const { record_name, record_value } of proofs) state.records.set(record_name, record_value);
  };
  return {
    ...{ bodyOf, verify, makeAdmin, create, publish },
    /** Creates a provider whose domain is proven. */
    async makeProvider(extra: object = {}, app = state.running) {
      const org = await makeAdmin(app);
      const created = await create(org, extra, app);
      publish(created);
      const verified = await verify(org, created.id, app);
      expect(verified.json().data.domain_proofs[0].verified_at).not.toBeNull();
      return { ...org, id: created.id, url: `${PROVIDERS_URL}/${created.id}` };
    },
  };
}

function signInSteps(state: State) {
  const emailAt = (domain: string) => `${randomUUID()}@${domain}`;
  const begin = (browser: Browser, email: string) => browser.post("/api/auth/sso", { email });
  return {
    ...{ emailAt, begin },
    /** Signs in at the provider and returns the final path. */
    async signIn(claims: Partial<Claims> & { email: string }, browser = new Browser(state.running)) {
      state.provider.signInAs({ sub: randomUUID(), email_verified: true, name: "Ada", ...claims });
      const begun = await begin(browser, claims.email);
      expect([begun.statusCode, begun.body]).toEqual([200, expect.anything()]);
      const callback = await state.provider.visit(begun.json().data.url);
      const response = await browser.get(`${callback.pathname}${callback.search}`);
      return { browser, path: String(response.headers.location) };
    },
    signedInEmail: async (browser: Browser): Promise<string | null> =>
      (await browser.get("/api/auth/session")).json().data.person?.email ?? null,
    async roleIn(orgId: string, email: string): Promise<Role | null> {
      const row = await state.running.database.find<{ role: Role }>(sql`
        select m.role from membership m join person p on p.id = m.person_id
        where m.org_id = ${orgId} and p.email = ${email}`);
      return row?.role ?? null;
    },
    async makeMemberAt(
      { orgId, domain }: { orgId: string; domain: string },
      { role, isVerified = true }: { role: Role; isVerified?: boolean },
    ): Promise<TestPerson> {
      const { database } = state.running;
      const person = await makePerson(database, emailAt(domain));
      await database.run(sql`update person set email_verified = ${isVerified} where id = ${person.id}`);
      await database.run(sql`
        insert into membership (id, org_id, person_id, role, joined_at)
        values (${randomUUID()}, ${orgId}, ${person.id}, ${role}, now())`);
      return person;
    },
    /** Opens a browser with the session of a person. */
    browserOf({ cookie }: TestPerson): Browser {
      const browser = new Browser(state.running);
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      browser.setOwnCookie(name, value);
      return browser;
    },
  };
}
