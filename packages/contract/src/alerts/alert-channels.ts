import { z } from "zod";
import { managedByField } from "../code/managed-by.ts";
import { headerErrors, urlError } from "../common/http-rules.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { templateNames } from "../variables/template.ts";
import { channelHealthSchema } from "./channel-deliveries.ts";
import { recipientStateSchema } from "./mail-recipients.ts";
import { bodyTemplateError, channelTemplatesSchema } from "./templates/channel-templates.ts";

/** Services that notifications can be sent to. */
export const ALERT_CHANNEL_TYPES = [
  "slack",
  "email",
  "webhook",
  "discord",
  "teams",
  "telegram",
  "pagerduty",
] as const;
export type AlertChannelType = (typeof ALERT_CHANNEL_TYPES)[number];

/** Each recipient gets a separate email. For more recipients, use a mailing list. */
export const RECIPIENTS_MAX = 20;

/** Webhook headers that Vedette sets. Receivers rely on them to parse and verify a message. */
const OWN_HEADERS = new Set([
  "content-type",
  "host",
  "user-agent",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
]);

const urlField = z
  .string()
  .max(2_048)
  .superRefine((text, ctx) => {
    const isTemplate = templateNames(text).length > 0;
    const message = isTemplate ? "must be an absolute URL without variables" : urlError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ format: "uri" });

const headers = z.record(z.string(), z.string()).superRefine((headers, ctx) => {
  const own = Object.keys(headers)
    .filter((name) => OWN_HEADERS.has(name.toLowerCase()))
    .map((name) => ({ path: `headers.${name}`, message: "is set by Vedette; remove it" }));
  for (const { path, message } of [...headerErrors(headers), ...own])
    ctx.addIssue({ code: "custom", path: path.split(".").slice(1), message });
});

const slackConfig = z
  .strictObject({
    webhook_url: urlField.nullish().meta({ description: "URL of an incoming webhook" }),
    bot_token: z
      .string()
      .regex(/^xox[a-z]-[A-Za-z0-9-]{10,250}$/, "must be a token such as xoxb-…")
      .nullish()
      .meta({
        description: "Alternative to a webhook. Recoveries are posted in the thread of their alert",
      }),
    channel: z
      .string()
      .regex(/^#?[\p{L}\p{N}._-]{1,80}$/u, "must be a channel name or ID")
      .nullish()
      .meta({ description: "Channel name or ID; required with `bot_token`" }),
  })
  .superRefine(({ webhook_url: url, bot_token: token, channel }, ctx) => {
    const addError = (path: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [path], message });
    if (url && token) addError("bot_token", "cannot be combined with 'webhook_url'; set only one of them");
    if (!url && !token) addError("webhook_url", "is required");
    if (token && !channel) addError("channel", "is required with 'bot_token'");
  });

const emailConfig = z.strictObject({
  recipients: z
    .array(z.email("must be an email address").max(254))
    .min(1)
    .max(RECIPIENTS_MAX)
    .refine((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, {
      error: "must not contain duplicates",
    }),
});

const webhookConfig = z.strictObject({ url: urlField, headers: headers.default({}) });

const webhookUrlConfig = z.strictObject({ webhook_url: urlField });

const telegramConfig = z.strictObject({
  bot_token: z.string().regex(/^\d{3,20}:[A-Za-z0-9_-]{20,100}$/, "must be a bot token from BotFather"),
  chat_id: z
    .union([z.string(), z.number().int().transform(String)])
    .pipe(z.string().regex(/^(-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/, "must be a numeric chat ID or @name")),
});

const pagerdutyConfig = z.strictObject({
  routing_key: z.string().regex(/^[A-Za-z0-9]{20,64}$/, "must be an Events API v2 integration key"),
});

/** The configuration schema of each channel type. */
export const CHANNEL_CONFIGS = {
  slack: slackConfig,
  email: emailConfig,
  webhook: webhookConfig,
  discord: webhookUrlConfig,
  teams: webhookUrlConfig,
  telegram: telegramConfig,
  pagerduty: pagerdutyConfig,
} as const satisfies Record<AlertChannelType, z.ZodType>;

export type ChannelConfig<Type extends AlertChannelType> = z.output<(typeof CHANNEL_CONFIGS)[Type]>;

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

const createFields = {
  acknowledge_links: z.boolean().default(true).meta(ACKNOWLEDGE_LINKS),
  ...readOnlyFields,
  org_id: orgIdField,
  name: targetFields.name,
  templates,
};

function createOf<Type extends AlertChannelType>(type: Type) {
  return z.strictObject({ ...createFields, type: z.literal(type), config: CHANNEL_CONFIGS[type] });
}

export const alertChannelCreate = z
  .discriminatedUnion("type", [
    createOf("slack"),
    createOf("email"),
    createOf("webhook"),
    createOf("discord"),
    createOf("teams"),
    createOf("telegram"),
    createOf("pagerduty"),
  ])
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
