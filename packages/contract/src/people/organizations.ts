import { z } from "zod";
import { urlError } from "../common/http-rules.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { ROLES } from "./scopes.ts";
import { TRACE_ID_PLACE } from "./trace-url.ts";

const RETENTION_DAYS_MAX = 3_650;
/** Part of URLs that users share: letters, digits and hyphens, no hyphen at either end. */
const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const name = z.string().trim().min(1, "is required").max(100);
const slug = z
  .string()
  .regex(SLUG_PATTERN, "must be 1 to 63 characters of a-z, 0-9 and -, without - at either end")
  .meta({ description: "Unique on this server" });
const retentionDays = z.number().int().min(1).max(RETENTION_DAYS_MAX).meta({
  description:
    "Retention of results: the minimum of this value, the plan limit and VEDETTE_RETENTION_DAYS, but at least 3 days",
});

export const MANAGED_EDITS = ["allow", "warn", "refuse"] as const;
const managedEdits = z.enum(MANAGED_EDITS).meta({
  description:
    "Changes by hand of resources that belong to a project of monitoring as code: `warn` shows in the dashboard that the next " +
    "apply undoes them; `refuse` answers 409. Pausing, snoozing, acknowledging and running are always allowed",
});

const requireTwoFactor = z.boolean().meta({
  description:
    "Whether members must have two-factor authentication before they can use the organization. It does not concern API keys, " +
    "nor people who sign in only by OpenID Connect, whose provider decides. The identity provider of another organization " +
    "does not count",
});

const TRACE_URL_MAX = 1_000;

const traceUrlTemplate = z
  .string()
  .trim()
  .max(TRACE_URL_MAX)
  .superRefine((text, ctx) => {
    const message = text.includes(TRACE_ID_PLACE)
      ? urlError(text.replaceAll(TRACE_ID_PLACE, "0"))
      : `must contain ${TRACE_ID_PLACE}`;
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({
    description:
      "URL of a trace in your tracing system, with `{trace_id}`. Results that have a trace link to it. Null: no link",
  });

export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    plan_id: z.string(),
    role: z
      .enum(ROLES)
      .meta({ description: "Role of the caller; for an API key, the role that corresponds to its scope" }),
    created_at: timestamp,
    lacks_two_factor: z.boolean().optional().meta({
      description: "In lists: whether the caller must set up two-factor authentication before using it",
    }),
    lacks_sso: z.boolean().optional().meta({
      description: "In lists: whether the caller must sign in with its identity provider before using it",
    }),
    sample: z.boolean().meta({ description: "Whether it was created to try Vedette with sample targets" }),
    settings: z.object({
      ...{ timezone: z.string(), retention_days: z.number(), managed_edits: managedEdits },
      require_two_factor: requireTwoFactor.optional(),
      trace_url_template: z.string().optional().meta({ description: "Absent if there is none" }),
    }),
  })
  .meta({ id: "Organization" });
export type Organization = z.output<typeof organizationSchema>;

const readOnlyFields = {
  ...{ id: readOnly, plan_id: readOnly, role: readOnly, created_at: readOnly },
  lacks_two_factor: readOnly,
  lacks_sso: readOnly,
};

export const organizationCreate = z
  .strictObject({
    ...readOnlyFields,
    name,
    slug: slug.optional(),
    sample: z
      .boolean()
      .default(false)
      .meta({ description: "Marks it in the dashboard, which offers to delete it" }),
    settings: z
      .strictObject({
        timezone: timezoneSchema.default("UTC"),
        retention_days: retentionDays.default(90),
        managed_edits: managedEdits.default("warn"),
      })
      .optional(),
  })
  .meta({ id: "OrganizationCreate" });
export type OrganizationCreate = Pick<
  z.output<typeof organizationCreate>,
  "name" | "slug" | "sample" | "settings"
>;

export const organizationUpdate = z
  .strictObject({
    ...readOnlyFields,
    sample: readOnly,
    org_id: z
      .string()
      .nullish()
      .meta({ description: "The organization in the path; any other ID returns 403" }),
    name: name.optional(),
    slug: slug.optional(),
    settings: z
      .strictObject({
        timezone: timezoneSchema.optional(),
        retention_days: retentionDays.optional(),
        managed_edits: managedEdits.optional(),
        require_two_factor: requireTwoFactor.optional(),
        trace_url_template: traceUrlTemplate.nullish(),
      })
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
    member_id: z
      .string()
      .max(64)
      .meta({ description: "The member to make the owner; the current owner becomes an admin" }),
    org_id: z
      .string()
      .nullish()
      .meta({ description: "The organization in the path; any other ID returns 403" }),
  })
  .meta({ id: "OwnershipTransfer" });
