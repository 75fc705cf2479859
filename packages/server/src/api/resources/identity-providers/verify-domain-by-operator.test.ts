import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { Browser } from "../../../../test/browser.ts";
import {
  identityProviderLab,
  PROVIDERS_URL,
  type ProviderOrg,
} from "../../../../test/labs/identity-provider-lab.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { verifyDomainByOperator } from "./verify-domains.ts";

const lab = identityProviderLab();

const verifyByOperator = (providerId: string, { domain }: ProviderOrg, issuer = lab.provider.issuer) =>
  lab.running.database.transaction((db) =>
    verifyDomainByOperator(db, { providerId, domain, issuer }, systemClock),
  );
const beginStatus = async ({ domain }: ProviderOrg) =>
  (await lab.begin(new Browser(lab.running), lab.emailAt(domain))).statusCode;

test("the operator verifies a domain without a TXT record, with an entry in the audit log", async () => {
  const org = await lab.makeAdmin();
  const { id } = await lab.create(org);
  expect(await beginStatus(org)).toBe(404);
  await verifyByOperator(id, org);
  expect(await beginStatus(org)).toBe(200);
  // The second time changes nothing.
  await verifyByOperator(id, org);
  const entries = await lab.running.database.rows(sql`
    select actor_kind, actor_name, target_id::text, after from audit_entry
    where org_id = ${org.orgId} and action = 'identity_provider.verify_domain'`);
  expect(entries).toEqual([
    { actor_kind: "system", actor_name: "command line", target_id: id, after: { domain: org.domain } },
  ]);
});

test("the proof of the operator ends with the issuer", async () => {
  const org = await lab.makeAdmin();
  const { id } = await lab.create(org);
  await verifyByOperator(id, org);
  const payload = { issuer: "https://login.example.com" };
  await lab.running.callAs(org.admin, { method: "PUT", url: `${PROVIDERS_URL}/${id}`, payload });
  expect(await beginStatus(org)).toBe(404);
});

test("the operator cannot verify another issuer, provider or domain than the admin has entered", async () => {
  const org = await lab.makeAdmin();
  const { id } = await lab.create(org);
  await expect(verifyByOperator(id, org, "https://login.example.com")).rejects.toThrow("has the issuer");
  const unknown = "No identity provider with the id";
  await expect(verifyByOperator("1", org)).rejects.toThrow(unknown);
  await expect(verifyByOperator(randomUUID(), org)).rejects.toThrow(unknown);
  await expect(verifyByOperator(id, { ...org, domain: "example.com" })).rejects.toThrow(unknown);
  expect(await beginStatus(org)).toBe(404);
});

test("the operator cannot verify a domain of another provider", async () => {
  const first = await lab.makeProvider();
  const other = { ...(await lab.makeAdmin()), domain: first.domain };
  const { id } = await lab.create(other);
  await expect(verifyByOperator(id, other)).rejects.toThrow("belongs to another identity provider");
});
