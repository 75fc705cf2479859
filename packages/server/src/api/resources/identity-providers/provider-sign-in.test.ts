import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeOrg } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { identityProviderLab } from "../../../../test/labs/identity-provider-lab.ts";
import { makePerson, type TestPerson } from "../../../../test/sessions.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = identityProviderLab();

describe("a sign-in", () => {
  test("makes a member of the default role, and links the account", async () => {
    const { orgId, domain } = await lab.makeProvider({ default_role: "member" });
    const email = lab.emailAt(domain);
    const sub = randomUUID();
    const { browser, path } = await lab.signIn({ sub, email });
    expect(path).toBe("/");
    expect(await lab.signedInEmail(browser)).toBe(email);
    expect(await lab.roleIn(orgId, email)).toBe("member");
    expect((await lab.signIn({ sub, email })).path).toBe("/");
  });

  test("sets the role by the groups again, and ends the membership without one", async () => {
    const { orgId, domain } = await lab.makeProvider({
      groups_claim: "groups",
      group_roles: [
        { group: "ops", role: "admin" },
        { group: "staff", role: "viewer" },
      ],
      default_role: null,
    });
    const [sub, email] = [randomUUID(), lab.emailAt(domain)];
    const { browser } = await lab.signIn({ sub, email, groups: ["staff", "ops"] });
    expect(await lab.roleIn(orgId, email)).toBe("admin");
    await lab.signIn({ sub, email, groups: ["staff"] });
    expect(await lab.roleIn(orgId, email)).toBe("viewer");
    expect(await lab.signedInEmail(browser)).toBe(email);
    const ended = await lab.signIn({ sub, email, groups: [] });
    expect(ended.path).toBe("/#notice=no_access");
    expect(await lab.roleIn(orgId, email)).toBeNull();
    expect(await lab.signedInEmail(browser)).toBeNull();
    const entries = await lab.running.database.rows<{ action: string; actor_kind: string }>(sql`
      select action, actor_kind from audit_entry
      where org_id = ${orgId} and target_type = 'member' order by seq`);
    expect(entries).toEqual(
      ["member.add", "member.update", "member.remove"].map((action) => ({ action, actor_kind: "system" })),
    );
  });

  test("leaves owners what they are", async () => {
    const org = await lab.makeProvider({ groups_claim: "groups", default_role: null });
    const owner = await lab.makeMemberAt(org, { role: "owner" });
    expect((await lab.signIn({ email: owner.email, groups: [] })).path).toBe("/");
    expect(await lab.roleIn(org.orgId, owner.email)).toBe("owner");
  });

  test("creates no account without automatic membership", async () => {
    const org = await lab.makeProvider({ auto_join: false });
    const email = lab.emailAt(org.domain);
    expect((await lab.signIn({ email })).path).toBe("/#notice=no_account");
    expect(await lab.running.database.find(sql`select from person where email = ${email}`)).toBeNull();
    const member = await lab.makeMemberAt(org, { role: "member" });
    expect((await lab.signIn({ email: member.email })).path).toBe("/");
  });
});

describe("a sign-in is rejected", () => {
  test("with an address that the provider has not verified", async () => {
    const { domain } = await lab.makeProvider();
    const { path, browser } = await lab.signIn({ email: lab.emailAt(domain), email_verified: false });
    expect(path).toBe("/#notice=address_not_verified");
    expect(await lab.signedInEmail(browser)).toBeNull();
  });

  test("with an address of another domain", async () => {
    const { domain } = await lab.makeProvider();
    const victim = await makePerson(lab.running.database);
    await lab.running.database.run(sql`update person set email_verified = true where id = ${victim.id}`);
    lab.provider.signInAs({ sub: randomUUID(), email: victim.email, email_verified: true });
    const browser = new Browser(lab.running);
    const begun = await lab.begin(browser, lab.emailAt(domain));
    const callback = await lab.provider.visit(begun.json().data.url);
    const response = await browser.get(`${callback.pathname}${callback.search}`);
    expect(response.headers.location).toBe("/#notice=other_domain");
  });

  test("for a linked account that has left the domain", async () => {
    const { domain } = await lab.makeProvider();
    const [sub, email] = [randomUUID(), lab.emailAt(domain)];
    await lab.signIn({ sub, email });
    await lab.running.database.run(sql`
      update person set email = ${`${sub}@private.example.com`} where email = ${email}`);
    expect((await lab.signIn({ sub, email })).path).toBe("/#notice=other_domain");
  });

  test("for an account whose address is not verified, unless its owner started it", async () => {
    const org = await lab.makeProvider();
    const squatter = await lab.makeMemberAt(org, { role: "member", isVerified: false });
    expect((await lab.signIn({ email: squatter.email })).path).toBe("/#notice=address_not_proved");
    const signedIn = lab.browserOf(squatter);
    expect((await lab.signIn({ email: squatter.email }, signedIn)).path).toBe("/");
  });

  test("in another browser, and after the provider was deleted", async () => {
    const { domain, admin, url } = await lab.makeProvider();
    const email = lab.emailAt(domain);
    lab.provider.signInAs({ sub: randomUUID(), email, email_verified: true });
    const browser = new Browser(lab.running);
    const callback = await lab.provider.visit((await lab.begin(browser, email)).json().data.url);
    const path = `${callback.pathname}${callback.search}`;
    expect((await new Browser(lab.running).get(path)).headers.location).toBe("/#notice=sign_in_expired");
    await lab.running.callAs(admin, { method: "DELETE", url });
    expect((await browser.get(path)).headers.location).toBe("/#notice=sign_in_expired");
    expect(await lab.signedInEmail(browser)).toBeNull();
  });

  test("at a provider that the egress policy blocks, which is not contacted", async () => {
    const walled = await lab.startApp(["127.0.0.1", "::1"]);
    try {
      const { domain } = await lab.makeProvider({}, walled);
      const before = lab.provider.requests();
      expect((await lab.begin(new Browser(walled), lab.emailAt(domain))).statusCode).toBe(503);
      expect(lab.provider.requests()).toBe(before);
    } finally {
      await walled.stop();
    }
  });
});

describe("required single sign-on", () => {
  test("keeps members of the domain out until they use it, and no one else", async () => {
    const org = await lab.makeProvider({ required: true });
    const [member, owner] = [
      await lab.makeMemberAt(org, { role: "member" }),
      await lab.makeMemberAt(org, { role: "owner" }),
    ];
    const read = (person: TestPerson) =>
      lab.running.callAs(person, { method: "GET", url: "/api/v1/monitors" });
    const refused = await read(member);
    expect([refused.statusCode, refused.json().error.details]).toEqual([
      403,
      [{ path: "sso", message: "is required" }],
    ]);
    const own = await lab.running.callAs(member, { method: "GET", url: "/api/v1/user/organizations" });
    expect(own.json().data).toMatchObject([{ lacks_sso: true }]);
    expect((await read(owner)).statusCode).toBe(200);
    expect((await read(org.admin)).statusCode).toBe(200);
    const { browser } = await lab.signIn({ email: member.email });
    expect((await browser.get("/api/v1/monitors")).statusCode).toBe(200);
  });

  test("does not apply before the domain is verified", async () => {
    const org = await lab.makeAdmin();
    await lab.create(org, { required: true });
    const member = await lab.makeMemberAt(org, { role: "member" });
    const response = await lab.running.callAs(member, { method: "GET", url: "/api/v1/monitors" });
    expect(response.statusCode).toBe(200);
  });
});

test("sessions end with their provider", async () => {
  const { domain, admin, url } = await lab.makeProvider();
  const { browser } = await lab.signIn({ email: lab.emailAt(domain) });
  expect(await lab.signedInEmail(browser)).not.toBeNull();
  expect((await lab.running.callAs(admin, { method: "DELETE", url })).statusCode).toBe(200);
  expect(await lab.signedInEmail(browser)).toBeNull();
});

test("does not stand for the second factor that another organization requires", async () => {
  const org = await lab.makeProvider();
  const other = await makeOrg(lab.running.database);
  const owner = await lab.makeMemberAt({ orgId: other.orgId, domain: org.domain }, { role: "owner" });
  await lab.running.database.run(sql`update person set two_factor_enabled = true where id = ${owner.id}`);
  const url = `/api/v1/organizations/${other.orgId}`;
  const require = { settings: { require_two_factor: true } };
  const { browser } = await lab.signIn({ email: owner.email });
  expect((await browser.change("PUT", url, require)).statusCode).toBe(400);
  expect((await lab.running.callAs(owner, { method: "PUT", url, payload: require })).statusCode).toBe(200);

  const statusIn = async (orgId: string) =>
    (await browser.get("/api/v1/monitors", { "x-organization-id": orgId })).statusCode;
  expect([await statusIn(org.orgId), await statusIn(other.orgId)]).toEqual([200, 403]);
  const own = (await browser.get("/api/v1/user/organizations")).json().data;
  expect(own).toContainEqual(expect.objectContaining({ id: other.orgId, lacks_two_factor: true }));
});
