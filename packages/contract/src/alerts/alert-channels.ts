import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { channelHealthSchema } from "./channel-deliveries.ts";
import { ALERT_CHANNEL_TYPES, type AlertChannelType, CHANNEL_TYPES } from "./channels/channel-types.ts";
import { onlySeveritySchema, quietHoursSchema } from "./channels/quiet-hours.ts";
import { recipientStateSchema } from "./mail-recipients.ts";
import { bodyTemplateError, channelTemplatesSchema } from "./templates/channel-templates.ts";

const readOnlyFields = {
  id: readOnly,
  signing_secret: readOnly,
  recipient_states: readOnly,
  disabled_at: readOnly,
  disabled_reason: readOnly,
  health: readOnly,
  managed_by: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

const templates = channelTemplatesSchema.nullish().meta({
  description: "Own texts of messages; null or absent: the standard ones",
});

const ACKNOWLEDGE_LINKS = {
  description: "Whether messages have a link by which everyone who reads the channel acknowledges the alert",
};

const optionFields = {
  only_severity: onlySeveritySchema.nullish().meta({
    description: "Severities of alerts that the channel takes; null: all. Recoveries follow their alert",
  }),
  quiet_hours: quietHoursSchema.nullish().meta({
    description: "What arrives in quiet hours is sent when they end, several alerts as one message",
  }),
};

const createFields = {
  acknowledge_links: z.boolean().default(true).meta(ACKNOWLEDGE_LINKS),
  ...readOnlyFields,
  org_id: orgIdField,
  name: targetFields.name,
  templates,
  ...optionFields,
};

function createOf<Type extends AlertChannelType>(type: Type) {
  const { config } = CHANNEL_TYPES[type];
  return z.strictObject({ ...createFields, type: z.literal(type), config });
}

type CreateOption = { [Type in AlertChannelType]: ReturnType<typeof createOf<Type>> }[AlertChannelType];

/** `createOf` with each type: TypeScript does not distribute a generic call over a union. */
const createOptions = ALERT_CHANNEL_TYPES.map(createOf) as unknown as [CreateOption, ...CreateOption[]];

export const alertChannelCreate = z
  .discriminatedUnion("type", createOptions)
  .superRefine(({ type, templates }, ctx) => {
    const message = bodyTemplateError(type, templates);
    if (message !== null) ctx.addIssue({ code: "custom", path: ["templates", "body"], message });
  })
  .meta({ id: "AlertChannelCreate" });
export type AlertChannelCreate = z.output<typeof alertChannelCreate>;
export type AlertChannelCreateInput = z.input<typeof alertChannelCreate>;

export const alertChannelUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: targetFields.name.optional(),
    ...optionFields,
    type: z.string().optional().meta({ description: "Cannot be changed after creation" }),
    config: z.record(z.string(), z.unknown()).optional().meta({
      description:
        "The fields to change, as for a create. Masked values from a response may be sent back unchanged",
    }),
    acknowledge_links: z.boolean().optional().meta(ACKNOWLEDGE_LINKS),
    templates: templates.meta({ description: "Replaces all templates; null: the standard texts" }),
  })
  .meta({ id: "AlertChannelUpdate" });
export type AlertChannelUpdate = z.output<typeof alertChannelUpdate>;

export const alertChannelSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    name: z.string(),
    type: z.enum(ALERT_CHANNEL_TYPES),
    config: z
      .record(z.string(), z.unknown())
      .meta({ description: "Secrets show only their last four characters" }),
    templates: channelTemplatesSchema.nullable(),
    acknowledge_links: z.boolean().meta(ACKNOWLEDGE_LINKS),
    only_severity: onlySeveritySchema.nullable(),
    quiet_hours: quietHoursSchema.nullable(),
    signing_secret: z.string().nullable().meta({
      description: "Webhook signing secret (`whsec_…`, Standard Webhooks); visible to admins only",
    }),
    recipient_states: z.array(recipientStateSchema).meta({
      description: "Confirmation status of each email recipient; empty for other types",
    }),
    disabled_at: timestamp.nullable().meta({
      description:
        "When sending stopped because the receiver no longer exists; a PUT enables the channel again",
    }),
    disabled_reason: z.string().nullable(),
    health: channelHealthSchema,
    managed_by: managedByField,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "AlertChannel" });
export type AlertChannel = z.output<typeof alertChannelSchema>;

export const alertChannelListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  sort: sortSchema,
  type: z.enum(ALERT_CHANNEL_TYPES).optional(),
  search: z.string().trim().min(1).max(200).optional().meta({ description: "Part of the name" }),
  org_id: z.string().optional(),
});
export type AlertChannelListQuery = z.output<typeof alertChannelListQuery>;

export const alertChannelDeleteQuery = z.strictObject({
  force: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Deletes the channel even if rules use it, and disables those rules" }),
  org_id: z.string().optional(),
});

export const channelTestSchema = z
  .object({
    delivered: z.boolean(),
    status_code: z
      .number()
      .nullable()
      .meta({ description: "Response status of the receiver, if there was one" }),
    error: z.string().nullable().meta({ description: "Why delivery failed" }),
    duration_ms: z.number(),
  })
  .meta({ id: "AlertChannelTest" });
export type ChannelTest = z.output<typeof channelTestSchema>;
