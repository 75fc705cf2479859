import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { UsageError } from "../exit-codes.ts";
import { defineNoun } from "./noun.ts";
import { nameFields } from "./target-fields.ts";

export const identityProviders = defineNoun<IdentityProvider>({
  noun: "identity-providers",
  one: "identity provider",
  path: "identity-providers",
  verbs: ["list", "get", "create", "update", "delete"],
  page: "/settings/identity-providers",
  list: {
    summary: "Lists OpenID Connect providers; the client secret is never shown",
    columns: [
      ["name", ({ name }) => name],
      ["issuer", ({ issuer }) => issuer],
      ["domains", ({ domains }) => domains.join(", ")],
      ["not verified", ({ domain_proofs: proofs }) => unverified(proofs).join(", ")],
      ["required", ({ required }) => (required ? "yes" : "no")],
      ["adds members", ({ auto_join }) => (auto_join ? "yes" : "no")],
      ["default role", ({ default_role }) => default_role ?? "no access"],
      ["id", ({ id }) => id],
    ],
    ...{ limit: null, isPaged: true },
    empty: () => "There are no identity providers.",
  },
  fields: {
    ...nameFields,
    issuer: {
      type: "string",
      value: "url",
      summary: "issuer, such as https://login.example.com",
      field: "issuer",
    },
    "client-id": { type: "string", value: "id", summary: "client ID at the provider", field: "client_id" },
    domain: {
      type: "string",
      value: "domain",
      summary: "domain of email addresses; may be repeated",
      isList: true,
      field: "domains",
    },
    "groups-claim": {
      type: "string",
      value: "claim",
      summary: "claim with the groups of a person",
      field: "groups_claim",
    },
    "auto-join": { type: "boolean", summary: "add members at their first sign-in", field: "auto_join" },
    required: { type: "boolean", summary: "require single sign-on of members", field: "required" },
    "trust-email": {
      type: "boolean",
      summary: "trust addresses of verified domains without email_verified",
      field: "trust_email",
    },
  },
  fieldOptions: {
    "client-secret-env": {
      type: "string",
      value: "name",
      summary: "environment variable with the client secret",
    },
    "group-role": {
      type: "string",
      value: "group=role",
      summary: "role of a group; may be repeated",
      isList: true,
    },
    "default-role": {
      type: "string",
      value: "role",
      summary: "role without a group",
      choices: ["viewer", "member", "admin", "none"],
    },
  },
  toFields: (values, { context }) => ({
    ...secretField(values["client-secret-env"], context.env),
    ...(Array.isArray(values["group-role"]) &&
      values["group-role"].length > 0 && { group_roles: values["group-role"].map(groupRole) }),
    ...(typeof values["default-role"] === "string" && {
      default_role: values["default-role"] === "none" ? null : values["default-role"],
    }),
  }),
  create: {
    summary: "Creates an identity provider",
    note: ({ redirect_uri: uri, domain_proofs: proofs }) =>
      [
        `Register the redirect URI ${uri} with the provider, and add to the DNS:`,
        ...proofs.map(({ record_name, record_value }) => `${record_name} TXT "${record_value}"`),
      ].join("\n"),
  },
});

function unverified(proofs: IdentityProvider["domain_proofs"]): string[] {
  return proofs.filter(({ verified_at }) => verified_at === null).map(({ domain }) => domain);
}

/** A secret on the command line would be visible to other users of the machine. */
function secretField(name: unknown, env: Readonly<Record<string, string | undefined>>) {
  if (typeof name !== "string") return {};
  const secret = env[name];
  if (!secret) throw new UsageError(`The environment variable ${name} of --client-secret-env is not set.`);
  return { client_secret: secret };
}

function groupRole(text: unknown): { group: string; role: string } {
  const given = String(text);
  const at = given.lastIndexOf("=");
  if (at < 1) throw new UsageError(`--group-role is group=role, such as ops=admin, not '${given}'.`);
  return { group: given.slice(0, at), role: given.slice(at + 1) };
}
