import { z } from "zod";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { ROLES } from "./scopes.ts";

const RETENTION_DAYS_MAX = 3_650;
/** Part of addresses that people share: letters, digits and hyphens, no hyphen at either end. */
const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const name = z.string().trim().min(1, "is needed").max(100);
const slug = z
  .string()
  .regex(SLUG_PATTERN, "must be 1 to 63 of a-z, 0-9 and -, with no - at its ends")
  .meta({ description: "Unique on this server" });
const retentionDays = z.number().int().min(1).max(RETENTION_DAYS_MAX).meta({
  description:
    "Results are kept for the shortest of this, the plan's limit and VEDETTE_RETENTION_DAYS, at least 3 days",
});

export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    plan_id: z.string(),
    role: z.enum(ROLES).meta({ description: "The caller's; a key has that which its scope amounts to" }),
    created_at: timestamp,
    settings: z.object({ timezone: z.string(), retention_days: z.number() }),
  })
  .meta({ id: "Organization" });
export type Organization = z.output<typeof organizationSchema>;

const readOnlyFields = { id: readOnly, plan_id: readOnly, role: readOnly, created_at: readOnly };

export const organizationCreate = z
  .strictObject({
    ...readOnlyFields,
    name,
    slug: slug.optional(),
    settings: z
      .strictObject({ timezone: timezoneSchema.default("UTC"), retention_days: retentionDays.default(90) })
      .optional(),
  })
  .meta({ id: "OrganizationCreate" });
export type OrganizationCreate = Pick<z.output<typeof organizationCreate>, "name" | "slug" | "settings">;

export const organizationUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: z.string().nullish().meta({ description: "The organization of the path; another's is 403" }),
    name: name.optional(),
    slug: slug.optional(),
    settings: z
      .strictObject({ timezone: timezoneSchema.optional(), retention_days: retentionDays.optional() })
      .optional(),
  })
  .meta({ id: "OrganizationUpdate" });
export type OrganizationUpdate = Pick<z.output<typeof organizationUpdate>, "name" | "slug" | "settings">;

export const organizationListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  org_id: z.string().optional(),
});
export type OrganizationListQuery = z.output<typeof organizationListQuery>;

export const ownershipTransfer = z
  .strictObject({
    member_id: z.string().max(64).meta({ description: "The member who becomes owner; you become an admin" }),
    org_id: z.string().nullish().meta({ description: "The organization of the path; another's is 403" }),
  })
  .meta({ id: "OwnershipTransfer" });
