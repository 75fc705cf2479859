import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { locationSchema } from "../targets/target-fields.ts";
import { SCOPES } from "./scopes.ts";

export const API_KEY_STATUSES = ["active", "expired", "revoked"] as const;

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(SCOPES),
    location: z
      .string()
      .nullable()
      .meta({ description: "Where its runners are; null for every other scope" }),
    status: z.enum(API_KEY_STATUSES),
    key_start: z.string().meta({ description: "The first characters, to tell keys apart" }),
    created_by: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: "To the minute" }),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof apiKeySchema>;

export const newApiKeySchema = apiKeySchema
  .extend({ key: z.string().meta({ description: "The key itself, shown this once" }) })
  .meta({ id: "NewApiKey" });

export const apiKeyCreate = z
  .strictObject({
    name: z.string().trim().min(1, "is needed").max(100),
    scope: z.enum(SCOPES).default("agent"),
    location: locationSchema.nullish().meta({
      description:
        "For scope `runner`, which needs it, and for no other: where its runners are. The location is private to the " +
        "organization from then on, so nobody stands in there",
    }),
    expires_at: instantSchema
      .nullish()
      .meta({ description: "In the future; without it the key does not expire" }),
    org_id: z.string().nullish().meta({ description: "The caller's own organization; another's is 403" }),
    id: readOnly,
    status: readOnly,
    key_start: readOnly,
    created_by: readOnly,
    created_at: readOnly,
    last_used_at: readOnly,
    revoked_at: readOnly,
  })
  .meta({ id: "ApiKeyCreate" });
export type ApiKeyCreate = Pick<z.output<typeof apiKeyCreate>, "name" | "scope" | "location" | "expires_at">;

export const apiKeyListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  status: z.enum(API_KEY_STATUSES).optional(),
  org_id: z.string().optional(),
});
export type ApiKeyListQuery = z.output<typeof apiKeyListQuery>;
