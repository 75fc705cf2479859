import { describe, expect, test } from "vitest";
import { Browser } from "../../../../test/browser.ts";
import { identityProviderLab, PROVIDERS_URL } from "../../../../test/labs/identity-provider-lab.ts";
import { CLIENT } from "../../../../test/servers/oidc-provider.ts";
import { sql } from "../../../platform/storage/sql.ts";

const lab = identityProviderLab();

describe("an identity provider", () => {
  test("never shows its secret, and stores it encrypted", async () => {
    const org = await lab.makeAdmin();
    const created = await lab.create(org);
    expect(created).toMatchObject({
      ...{ name: "Acme", domains: [org.domain], default_role: "viewer", auto_join: true, required: false },
      redirect_uri: "http://localhost/api/auth/oidc/callback",
      domain_proofs: [{ domain: org.domain, verified_at: null, record_name: `_vedette-sso.${org.domain}` }],
    });
    const listed = await lab.running.callAs(org.admin, { method: "GET", url: PROVIDERS_URL });
    expect(listed.json().data).toEqual([created]);
    expect(listed.body).not.toContain(CLIENT.clientSecret);
    const dump = await lab.running.database.rows(sql`
      select i::text, (select string_agg(a.after::text, '') from audit_entry a where a.org_id = i.org_id) as log
      from identity_provider i where id = ${created.id}`);
    expect(JSON.stringify(dump)).not.toContain(CLIENT.clientSecret);
  });

  test("is changed, and deleted, with entries in the audit log", async () => {
    const org = await lab.makeAdmin();
    const { id } = await lab.create(org);
    const change = (payload: object) =>
      lab.running.callAs(org.admin, { method: "PUT", url: `${PROVIDERS_URL}/${id}`, payload });
    expect((await change({ required: true })).json().data).toMatchObject({ required: true, name: "Acme" });
    expect((await change({ required: true })).statusCode).toBe(200);
    expect((await change({ client_secret: "another secret" })).statusCode).toBe(200);
    const deleted = await lab.running.callAs(org.admin, { method: "DELETE", url: `${PROVIDERS_URL}/${id}` });
    expect(deleted.statusCode).toBe(200);
    const entries = await lab.running.database.rows<{ action: string; after: object | null }>(sql`
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
    const org = await lab.makeAdmin();
    const payload = lab.bodyOf(org, extra);
    const response = await lab.running.callAs(org.admin, { method: "POST", url: PROVIDERS_URL, payload });
    expect([response.statusCode, response.json().error.details?.[0]?.path]).toEqual([400, path]);
  });

  test("cannot be the eleventh", async () => {
    const org = await lab.makeAdmin();
    for (let n = 0; n < 10; n++) await lab.create(org, { domains: [`n${n}.${org.domain}`] });
    const payload = lab.bodyOf(org);
    const response = await lab.running.callAs(org.admin, { method: "POST", url: PROVIDERS_URL, payload });
    expect([response.statusCode, response.json().error.message]).toMatchObject([
      400,
      expect.stringContaining("10 identity providers, the maximum"),
    ]);
  });
});

describe("a domain", () => {
  test("takes effect when its TXT record is found", async () => {
    const org = await lab.makeAdmin();
    const created = await lab.create(org);
    const { id } = created;
    const email = lab.emailAt(org.domain);
    expect((await lab.verify(org, id)).json().data.domain_proofs[0].verified_at).toBeNull();
    expect((await lab.begin(new Browser(lab.running), email)).statusCode).toBe(404);
    lab.publish(created);
    expect((await lab.verify(org, id)).json().data.domain_proofs[0].verified_at).not.toBeNull();
    expect((await lab.begin(new Browser(lab.running), email)).statusCode).toBe(200);
  });

  test("belongs to one organization", async () => {
    const first = await lab.makeProvider();
    const other = { ...(await lab.makeAdmin()), domain: first.domain };
    const created = await lab.create(other);
    const { id } = created;
    lab.publish(created);
    const refused = await lab.verify(other, id);
    expect([refused.statusCode, refused.json().error.message]).toMatchObject([
      400,
      expect.stringContaining("belongs to another identity provider"),
    ]);
  });

  test("is proven for one issuer only", async () => {
    const { admin, url, domain } = await lab.makeProvider();
    const payload = { issuer: "https://evil.example.com" };
    const changed = await lab.running.callAs(admin, { method: "PUT", url, payload });
    expect(changed.json().data.domain_proofs).toMatchObject([{ domain, verified_at: null }]);
    expect((await lab.begin(new Browser(lab.running), lab.emailAt(domain))).statusCode).toBe(404);
  });
});
