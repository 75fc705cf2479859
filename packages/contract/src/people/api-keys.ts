import { z } from "zod";
import { projectPatternsSchema } from "../code/project-patterns.ts";
import { cursorSchema, instantSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { locationSchema } from "../targets/target-fields.ts";
import { SCOPES } from "./scopes.ts";

/** The longest network in CIDR notation. */
const NETWORK_LENGTH_MAX = 49;
const NETWORKS_MAX = 100;

export const API_KEY_STATUSES = ["active", "expired", "revoked"] as const;

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(SCOPES),
    location: z
      .string()
      .nullable()
      .meta({ description: "Location of its runners; null for every other scope" }),
    projects: z
      .array(z.string())
      .nullable()
      .meta({ description: "Patterns of the projects of a key of scope `code`; null for every other scope" }),
    ip_allow: z.array(z.string()).meta({
      description: "IP addresses and networks (CIDR) from which the key may be used; empty: all of them",
    }),
    selector: selectorView
      .nullable()
      .meta({ description: "Targets that the key is limited to; null: no limit" }),
    status: z.enum(API_KEY_STATUSES),
    key_start: z.string().meta({ description: "First characters of the key, to distinguish keys" }),
    created_by: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: "Accurate to the minute" }),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof apiKeySchema>;

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: "The key itself; shown only once" }) })
  .meta({ id: "NewApiKey" });
export type NewApiKey = z.output<typeof newApiKeySchema>;

export const apiKeyCreate = z
  .strictObject({
    name: z.string().trim().min(1, "is required").max(100),
    scope: z.enum(SCOPES).default("agent"),
    location: locationSchema.nullish().meta({
      description:
        "Location of the runners; required for scope `runner` and rejected for other scopes. The location becomes private to " +
        "the organization, so other locations do not cover for it",
    }),
    projects: projectPatternsSchema.nullish().meta({
      description:
        "The projects that the key is for; required for scope `code` and rejected for other scopes",
    }),
    ip_allow: z
      .array(z.string().trim().min(1).max(NETWORK_LENGTH_MAX))
      .max(NETWORKS_MAX)
      .default([])
      .meta({
        description:
          "IP addresses and networks (CIDR) from which the key may be used; empty: all of them. A request from another address " +
          "returns 403 and is in the audit log",
      }),
    selector: selectorSchema.nullish().meta({
      description:
        "Limits the key to these targets and what belongs to them; every endpoint that is about more returns 403. Rejected for " +
        "the scopes `runner` and `code`",
    }),
    expires_at: instantSchema
      .nullish()
      .meta({ description: "Must be in the future; if not set, the key does not expire" }),
    org_id: z
      .string()
      .nullish()
      .meta({ description: "The organization of the caller; any other ID returns 403" }),
    id: readOnly,
    status: readOnly,
    key_start: readOnly,
    created_by: readOnly,
    created_at: readOnly,
    last_used_at: readOnly,
    revoked_at: readOnly,
  })
  .meta({ id: "ApiKeyCreate" });
export type ApiKeyCreate = Pick<
  z.output<typeof apiKeyCreate>,
  "name" | "scope" | "location" | "projects" | "ip_allow" | "selector" | "expires_at"
>;

export const apiKeyListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  status: z.enum(API_KEY_STATUSES).optional(),
  org_id: z.string().optional(),
});
export type ApiKeyListQuery = z.output<typeof apiKeyListQuery>;
