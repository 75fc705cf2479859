import { z } from "zod";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { emailSchema } from "./members.ts";

/** Identity providers: where the people of an organization sign in by OpenID Connect. */

export const PROVIDERS_MAX = 10;
export const PROVIDER_DOMAINS_MAX = 20;
const GROUP_ROLES_MAX = 100;
const NAME_LENGTH_MAX = 60;
const TEXT_LENGTH_MAX = 300;
const SECRET_LENGTH_MAX = 2_000;

/** No group makes an owner: who administers the provider is not who owns the organization. */
export const PROVIDER_ROLES = ["viewer", "member", "admin"] as const;
export type ProviderRole = (typeof PROVIDER_ROLES)[number];

const name = z
  .string()
  .trim()
  .min(1, "is required")
  .max(NAME_LENGTH_MAX)
  .regex(/^[^\p{Cc}]*$/u, "must be a single line")
  .meta({ description: "Name on the button, as in `Sign in with …`" });

/** The issuer identifier of OpenID Connect Discovery 1.0, section 3. Plain http only on the machine itself. */
const issuer = z
  .string()
  .trim()
  .max(TEXT_LENGTH_MAX)
  .refine((text) => {
    const url = URL.parse(text);
    if (url === null || /[?#@]/.test(text) || url.hostname === "") return false;
    return (
      url.protocol === "https:" ||
      (url.protocol === "http:" && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname))
    );
  }, "must be an https URL without query, such as https://login.example.com")
  .meta({
    description:
      "URL of the issuer. `/.well-known/openid-configuration` is appended. The egress policy of checks applies. A change requires new proofs of the domains",
  });

const clientId = z.string().trim().min(1, "is required").max(TEXT_LENGTH_MAX);
const clientSecret = z
  .string()
  .min(1, "is required")
  .max(SECRET_LENGTH_MAX)
  .meta({ description: "Stored encrypted, and never returned", writeOnly: true });

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    "must be a domain, such as example.com",
  );
const domains = z
  .array(domain)
  .min(1, "is required")
  .max(PROVIDER_DOMAINS_MAX)
  .transform((given) => [...new Set(given)])
  .meta({ description: "Domains of the email addresses. Each takes effect when its TXT record is found" });

const groupRoles = z
  .array(
    z.strictObject({
      group: z.string().trim().min(1, "is required").max(TEXT_LENGTH_MAX),
      role: z.enum(PROVIDER_ROLES),
    }),
  )
  .max(GROUP_ROLES_MAX)
  .meta({ description: "The role of each group. Of several, the highest applies" });

const fields = {
  groups_claim: z.string().trim().min(1).max(TEXT_LENGTH_MAX).nullable().meta({
    description:
      "Claim with the groups of a person, such as `groups`. With it, the role is set at each sign-in; null: roles stay as they are",
  }),
  group_roles: groupRoles,
  default_role: z.enum(PROVIDER_ROLES).nullable().meta({
    description:
      "Role without a group of `group_roles`; null: no access, and a membership ends at the next sign-in",
  }),
  auto_join: z.boolean().meta({ description: "Whether the first sign-in makes a person a member" }),
  required: z.boolean().meta({
    description:
      "Whether members with an address of these domains must sign in with this provider. Owners may also sign in otherwise",
  }),
  trust_email: z.boolean().meta({
    description:
      "Whether an address of a verified domain counts as verified if the provider sends no `email_verified`, such as Microsoft Entra ID. Only for providers at which people cannot change their own address",
  }),
};

export const identityProviderSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    redirect_uri: z.string().meta({ description: "Register it with the provider" }),
    domains: z.array(z.string()),
    domain_proofs: z.array(
      z.object({
        domain: z.string(),
        verified_at: timestamp.nullable().meta({ description: "Null until the TXT record was found" }),
        record_name: z.string().meta({ description: "Name of the TXT record" }),
        record_value: z.string().meta({ description: "Content of the TXT record" }),
      }),
    ),
    groups_claim: z.string().nullable(),
    group_roles: z.array(z.object({ group: z.string(), role: z.enum(PROVIDER_ROLES) })),
    default_role: z.enum(PROVIDER_ROLES).nullable(),
    auto_join: z.boolean(),
    required: z.boolean(),
    trust_email: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "IdentityProvider" });
export type IdentityProvider = z.output<typeof identityProviderSchema>;

const shown = {
  ...{ id: readOnly, redirect_uri: readOnly, domain_proofs: readOnly },
  ...{ created_at: readOnly, updated_at: readOnly, org_id: orgIdField },
};

export const identityProviderCreate = z
  .strictObject({
    ...{ ...shown, name, issuer, client_id: clientId, client_secret: clientSecret, domains },
    groups_claim: fields.groups_claim.default(null),
    group_roles: fields.group_roles.default([]),
    default_role: fields.default_role.default("viewer"),
    auto_join: fields.auto_join.default(true),
    required: fields.required.default(false),
    trust_email: fields.trust_email.default(false),
  })
  .meta({ id: "IdentityProviderCreate" });
export type IdentityProviderCreate = z.output<typeof identityProviderCreate>;

export const identityProviderUpdate = z
  .strictObject({
    ...shown,
    name: name.optional(),
    issuer: issuer.optional(),
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
    domains: domains.optional(),
    groups_claim: fields.groups_claim.optional(),
    group_roles: fields.group_roles.optional(),
    default_role: fields.default_role.optional(),
    auto_join: fields.auto_join.optional(),
    required: fields.required.optional(),
    trust_email: fields.trust_email.optional(),
  })
  .meta({ id: "IdentityProviderUpdate" });
export type IdentityProviderUpdate = z.output<typeof identityProviderUpdate>;

export const identityProviderListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: z.enum(["created_at", "-created_at"]).default("-created_at"),
  org_id: z.string().optional(),
});
export type IdentityProviderListQuery = z.output<typeof identityProviderListQuery>;

export const singleSignOnBody = z.strictObject({ email: emailSchema }).meta({ id: "SingleSignOn" });
