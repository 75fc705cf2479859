import { expect, test } from "vitest";
import { providerBodyOf, providerDraftOf, readGroupRoles } from "./provider-draft.ts";

const PROVIDER = {
  ...{ id: "1", name: "Acme", issuer: "https://login.example.com", client_id: "vedette" },
  ...{ redirect_uri: "https://vedette.example.com/api/auth/oidc/callback", domains: ["example.com"] },
  domain_proofs: [],
  groups_claim: "groups",
  group_roles: [
    { group: "cn=ops,dc=example", role: "admin" as const },
    { group: "staff", role: "viewer" as const },
  ],
  ...{
    default_role: null,
    auto_join: false,
    required: true,
    trust_email: true,
    created_at: "",
    updated_at: "",
  },
};

test("an unchanged form sends what is stored, without the secret", () => {
  const { id: _, redirect_uri, domain_proofs, created_at, updated_at, ...stored } = PROVIDER;
  expect(providerBodyOf(providerDraftOf(PROVIDER))).toEqual(stored);
});

test("an empty form makes people viewers who join by themselves", () => {
  expect(providerBodyOf(providerDraftOf(null))).toMatchObject({
    ...{ groups_claim: null, group_roles: [], default_role: "viewer", auto_join: true, required: false },
    trust_email: false,
  });
});

test("reads a group a line, and leaves a missing role to the server", () => {
  expect(readGroupRoles("  ops = admin\n\ncn=a,dc=b=viewer\nstaff")).toEqual([
    { group: "ops", role: "admin" },
    { group: "cn=a,dc=b", role: "viewer" },
    { group: "staff", role: "" },
  ]);
});
