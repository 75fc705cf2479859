import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeOrg } from "../../../../test/app.ts";
import { Browser } from "../../../../test/browser.ts";
import { identityProviderLab, PROVIDERS_URL } from "../../../../test/labs/identity-provider-lab.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = identityProviderLab();

/** Signs in as a provider like Entra ID does, which sends no `email_verified`. */
async function signInUnverified(
  email: string,
  sub: string = randomUUID(),
  browser = new Browser(lab.running),
) {
  lab.provider.signInAs({ sub, email, name: "Ada" });
  const begun = await lab.begin(browser, email);
  const callback = await lab.provider.visit(begun.json().data.url);
  const response = await browser.get(`${callback.pathname}${callback.search}`);
  return { browser, path: String(response.headers.location) };
}

const isVerified = async (email: string) =>
  (
    await lab.running.database.find<{ email_verified: boolean }>(sql`
      select email_verified from person where email = ${email}`)
  )?.email_verified;

describe("a provider that sends no email_verified", () => {
  test("signs no one in by default", async () => {
    const { domain } = await lab.makeProvider();
    expect((await signInUnverified(lab.emailAt(domain))).path).toBe("/#notice=address_not_verified");
  });

  test("signs in people of its verified domains if it is trusted, with addresses that are not verified", async () => {
    const { orgId, domain } = await lab.makeProvider({ trust_email: true, default_role: "member" });
    const [sub, email] = [randomUUID(), lab.emailAt(domain)];
    const { path, browser } = await signInUnverified(email, sub);
    expect([path, await lab.signedInEmail(browser)]).toEqual(["/", email]);
    expect([await lab.roleIn(orgId, email), await isVerified(email)]).toEqual(["member", false]);
    expect((await signInUnverified(email, sub)).path).toBe("/");
  });

  test("signs no one in once it is no longer trusted, except with a linked account", async () => {
    const { admin, domain, url } = await lab.makeProvider({ trust_email: true });
    const [sub, email] = [randomUUID(), lab.emailAt(domain)];
    await signInUnverified(email, sub);
    const payload = { trust_email: false };
    const changed = await lab.running.callAs(admin, { method: "PUT", url, payload });
    expect(changed.json().data).toMatchObject({ trust_email: false });
    expect((await signInUnverified(lab.emailAt(domain))).path).toBe("/#notice=address_not_verified");
    expect((await signInUnverified(email, sub)).path).toBe("/");
  });
});

describe("a trusted provider signs in no one", () => {
  test("whose address it says is not verified", async () => {
    const { domain } = await lab.makeProvider({ trust_email: true });
    const { path } = await lab.signIn({ email: lab.emailAt(domain), email_verified: false });
    expect(path).toBe("/#notice=address_not_verified");
  });

  test("of the domain of another organization, named among its own domains or not", async () => {
    const victims = await lab.makeProvider();
    const victim = await lab.makeMemberAt(victims, { role: "owner" });
    const attacker = await lab.makeProvider({ trust_email: true });
    const payload = { domains: [attacker.domain, victims.domain] };
    for (const change of [{}, payload]) {
      await lab.running.callAs(attacker.admin, { method: "PUT", url: attacker.url, payload: change });
      const browser = new Browser(lab.running);
      lab.provider.signInAs({ sub: randomUUID(), email: victim.email });
      const begun = await lab.begin(browser, lab.emailAt(attacker.domain));
      const callback = await lab.provider.visit(begun.json().data.url);
      const response = await browser.get(`${callback.pathname}${callback.search}`);
      expect(response.headers.location).toBe("/#notice=other_domain");
      expect(await lab.signedInEmail(browser)).toBeNull();
    }
  });

  test("whose account is not verified in Vedette", async () => {
    const org = await lab.makeProvider({ trust_email: true });
    const squatter = await lab.makeMemberAt(org, { role: "member", isVerified: false });
    expect((await signInUnverified(squatter.email)).path).toBe("/#notice=address_not_proved");
  });

  test("who is a member of another organization, until they link the account themselves", async () => {
    const org = await lab.makeProvider({ trust_email: true });
    const { orgId: otherId } = await makeOrg(lab.running.database);
    const person = await lab.makeMemberAt({ orgId: otherId, domain: org.domain }, { role: "owner" });
    const { path, browser } = await signInUnverified(person.email);
    expect([path, await lab.signedInEmail(browser)]).toEqual(["/#notice=address_not_proved", null]);
    const sub = randomUUID();
    const own = lab.browserOf(person);
    expect((await signInUnverified(person.email, sub, own)).path).toBe("/");
    expect((await signInUnverified(person.email, sub)).path).toBe("/");
  });

  test("with the issuer of all tenants of Microsoft Entra ID", async () => {
    const { admin, url } = await lab.makeProvider({ trust_email: true });
    const payload = { issuer: "https://login.microsoftonline.com/common/v2.0" };
    const response = await lab.running.callAs(admin, { method: "PUT", url, payload });
    expect([response.statusCode, response.json().error.details]).toEqual([
      400,
      [{ path: "trust_email", message: "requires the issuer of one tenant of Microsoft Entra ID" }],
    ]);
  });
});

test("a trusted provider links the account of a member of its organization alone", async () => {
  const org = await lab.makeProvider({ trust_email: true });
  const member = await lab.makeMemberAt(org, { role: "member" });
  const { path, browser } = await signInUnverified(member.email);
  expect([path, await lab.signedInEmail(browser)]).toEqual(["/", member.email]);
});

test("a change of the trust is in the audit log", async () => {
  const org = await lab.makeAdmin();
  const { id } = await lab.create(org);
  const payload = { trust_email: true };
  await lab.running.callAs(org.admin, { method: "PUT", url: `${PROVIDERS_URL}/${id}`, payload });
  const entry = await lab.running.database.find(sql`
    select before, after from audit_entry
    where org_id = ${org.orgId} and action = 'identity_provider.update'`);
  expect(entry).toEqual({ before: { trust_email: false }, after: { trust_email: true } });
});
