import { z } from "zod";
import { cursorSchema, instantSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { timezoneSchema } from "../common/timezone.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import {
  GOAL_MAX,
  GOAL_MIN,
  REPORT_DAYS_MAX,
  REPORT_FORMATS,
  REPORT_LANGUAGES,
  REPORT_PERIODS,
  REPORT_RECIPIENTS_MAX,
  REPORT_TARGETS_MAX,
} from "./report-limits.ts";

/** Reports: availability, downtime and SLOs of a period, sent by email. */

const recipient = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("member"), id: z.string().max(64) }),
    z.strictObject({ type: z.literal("email"), address: z.email().max(254).toLowerCase() }),
  ])
  .meta({
    id: "ReportRecipient",
    description:
      "A member, with the ID of the person, or an address. An address of no member receives a link by email, and reports " +
      "only after it was confirmed",
  });
export type ReportRecipient = z.output<typeof recipient>;

/** Every writable field, without defaults. */
const fields = {
  name: targetFields.name,
  selector: selectorSchema.meta({
    description: `Targets of the report, at most ${REPORT_TARGETS_MAX.toLocaleString("en")}; \`{}\` selects every target`,
  }),
  period: z.enum(REPORT_PERIODS).meta({
    description: "The last complete calendar week (from Monday), month or quarter in `timezone`",
  }),
  timezone: timezoneSchema.meta({ description: "IANA name; default: the time zone of the organization" }),
  weekday: z.number().int().min(1).max(7).meta({
    description: "With `week`: the day of sending, from 1 (Monday) to 7",
  }),
  day: z.number().int().min(1).max(28).meta({
    description: "With `month` and `quarter`: the day of the first month after the period",
  }),
  hour: z.number().int().min(0).max(23).meta({ description: "Hour of sending, in `timezone`" }),
  goal: z.number().min(GOAL_MIN).max(GOAL_MAX).nullable().meta({
    description: "Percentage of time that each target should be available; null without a goal",
  }),
  exclude_maintenance: z.boolean().meta({
    description: "Whether maintenance is left out. If not, it counts as downtime",
  }),
  recipients: z.array(recipient).max(REPORT_RECIPIENTS_MAX).meta({
    description: "Without recipients, the report is not sent by itself",
  }),
  formats: z.array(z.enum(REPORT_FORMATS)).min(1).max(REPORT_FORMATS.length).meta({
    description: "`html` is the email itself and always sent; `pdf` and `csv` are attached",
  }),
  language: z.enum(REPORT_LANGUAGES),
  enabled: z.boolean().meta({ description: "Whether it is sent by itself" }),
};

const readOnlyFields = {
  ...{ id: readOnly, target_count: readOnly, recipient_states: readOnly, next_at: readOnly },
  ...{ last_run: readOnly, created_at: readOnly, updated_at: readOnly },
};

export const reportCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    selector: fields.selector,
    period: fields.period.default("month"),
    timezone: fields.timezone.nullish(),
    weekday: fields.weekday.default(1),
    day: fields.day.default(1),
    hour: fields.hour.default(8),
    goal: fields.goal.default(null),
    exclude_maintenance: fields.exclude_maintenance.default(true),
    recipients: fields.recipients.default([]),
    formats: fields.formats.default(["html"]),
    language: fields.language.default("en"),
    enabled: fields.enabled.default(true),
  })
  .meta({ id: "ReportCreate" });
export type ReportCreate = z.output<typeof reportCreate>;
export type ReportCreateInput = z.input<typeof reportCreate>;

/** Changes only the fields in the request. */
export const reportUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    selector: fields.selector.optional(),
    period: fields.period.optional(),
    timezone: fields.timezone.optional(),
    weekday: fields.weekday.optional(),
    day: fields.day.optional(),
    hour: fields.hour.optional(),
    goal: fields.goal.optional(),
    exclude_maintenance: fields.exclude_maintenance.optional(),
    recipients: fields.recipients.optional(),
    formats: fields.formats.optional(),
    language: fields.language.optional(),
    enabled: fields.enabled.optional(),
  })
  .meta({ id: "ReportUpdate" });
export type ReportUpdate = z.output<typeof reportUpdate>;

export const REPORT_RECIPIENT_STATUSES = ["confirmed", "unconfirmed", "refused", "left"] as const;

export const reportSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    selector: selectorView,
    period: z.enum(REPORT_PERIODS),
    timezone: z.string(),
    weekday: z.number(),
    day: z.number(),
    hour: z.number(),
    goal: z.number().nullable(),
    exclude_maintenance: z.boolean(),
    recipients: z.array(recipient),
    formats: z.array(z.enum(REPORT_FORMATS)),
    language: z.enum(REPORT_LANGUAGES),
    enabled: z.boolean(),
    target_count: z.number().meta({ description: "Number of targets that the selector selects now" }),
    recipient_states: z
      .array(
        z.object({
          email: z.string().nullable().meta({ description: "Null for a member who left" }),
          name: z.string().nullable().meta({ description: "Name of the member; null for an address" }),
          status: z.enum(REPORT_RECIPIENT_STATUSES).meta({
            description: "`left`: no member any more. Only `confirmed` ones receive reports",
          }),
        }),
      )
      .meta({ description: "One for each of `recipients`, in their order" }),
    next_at: timestamp.nullable().meta({ description: "When it is sent next; null if it is not enabled" }),
    last_run: z
      .object({ from: timestamp, to: timestamp, at: timestamp })
      .nullable()
      .meta({ description: "The last report that was sent by the schedule" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Report" });
export type Report = z.output<typeof reportSchema>;

export const reportListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  search: z.string().max(200).optional().meta({ description: "Part of the name" }),
  org_id: z.string().optional(),
});
export type ReportListQuery = z.output<typeof reportListQuery>;

export const reportPreviewQuery = z.strictObject({
  format: z.enum(REPORT_FORMATS).default("html"),
  from: instantSchema.optional().meta({ description: "Start; default: that of the last complete period" }),
  to: instantSchema.optional().meta({
    description: `End, at most ${REPORT_DAYS_MAX} days after \`from\`; default: that of the last complete period, or now if \`from\` is given`,
  }),
  org_id: z.string().optional(),
});
export type ReportPreviewQuery = z.output<typeof reportPreviewQuery>;

export const reportSendRequest = z.strictObject({ org_id: orgIdField }).default({}).meta({
  id: "ReportSendRequest",
});

export const reportSentSchema = z
  .object({ email: z.string(), from: timestamp, to: timestamp })
  .meta({ id: "ReportSent", description: "The address of the caller, and the period of the report" });
export type ReportSent = z.output<typeof reportSentSchema>;

export const REPORT_DELIVERY_STATES = ["pending", "sent", "failed"] as const;

export const reportDeliverySchema = z
  .object({
    email: z.string(),
    trigger: z.enum(["schedule", "manual"]),
    from: timestamp,
    to: timestamp,
    state: z.enum(REPORT_DELIVERY_STATES),
    tries: z.number().meta({ description: "Failed tries" }),
    error: z.string().nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: "ReportDelivery" });
export type ReportDelivery = z.output<typeof reportDeliverySchema>;
