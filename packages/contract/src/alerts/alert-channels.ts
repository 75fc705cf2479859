import { z } from "zod";
import { headerFaults, urlFault } from "../common/http-rules.ts";
import { cursorSchema, limitSchema, sortSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { templateNames } from "../variables/template.ts";
import { recipientStateSchema } from "./mail-recipients.ts";

/** Where alerts are told. Source: decisions.md, section 6. */
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

/** One mail each, side by side: more of them are a mailing list's work. */
export const RECIPIENTS_MAX = 20;

/** Headers of a webhook that are ours: whoever verifies or reads the message relies on them. */
const OWN_HEADERS = new Set([
  "content-type",
  "host",
  "user-agent",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
]);

const address = z
  .string()
  .max(2_048)
  .superRefine((text, ctx) => {
    const isTemplate = templateNames(text).length > 0;
    const message = isTemplate ? "must be a whole URL; variables do not stand in it" : urlFault(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  })
  .meta({ format: "uri" });

const headers = z.record(z.string(), z.string()).superRefine((given, ctx) => {
  const own = Object.keys(given)
    .filter((name) => OWN_HEADERS.has(name.toLowerCase()))
    .map((name) => ({ path: `headers.${name}`, message: "is set by Vedette; leave it out" }));
  for (const { path, message } of [...headerFaults(given), ...own])
    ctx.addIssue({ code: "custom", path: path.split(".").slice(1), message });
});

const slackConfig = z
  .strictObject({
    webhook_url: address.nullish().meta({ description: "Of an incoming webhook" }),
    bot_token: z
      .string()
      .regex(/^xox[a-z]-[A-Za-z0-9-]{10,250}$/, "must be a token such as xoxb-…")
      .nullish()
      .meta({
        description: "Instead of a webhook: then a recovery answers its alert in the same thread",
      }),
    channel: z
      .string()
      .regex(/^#?[\p{L}\p{N}._-]{1,80}$/u, "must be a channel's name or id")
      .nullish()
      .meta({ description: "With `bot_token`: name or id of the channel" }),
  })
  .superRefine(({ webhook_url: url, bot_token: token, channel }, ctx) => {
    const say = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    if (url && token) say("bot_token", "does not go with 'webhook_url': one of them is enough");
    if (!url && !token) say("webhook_url", "is needed");
    if (token && !channel) say("channel", "is needed with 'bot_token'");
  });

const emailConfig = z.strictObject({
  recipients: z
    .array(z.email("must be an e-mail address").max(254))
    .min(1)
    .max(RECIPIENTS_MAX)
    .refine((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, {
      error: "must not name anybody twice",
    }),
});

const webhookConfig = z.strictObject({ url: address, headers: headers.default({}) });

const webhookUrlConfig = z.strictObject({ webhook_url: address });

const telegramConfig = z.strictObject({
  bot_token: z.string().regex(/^\d{3,20}:[A-Za-z0-9_-]{20,100}$/, "must be a token as BotFather gives it"),
  chat_id: z
    .union([z.string(), z.number().int().transform(String)])
    .pipe(z.string().regex(/^(-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/, "must be a chat's number or @name")),
});

const pagerdutyConfig = z.strictObject({
  routing_key: z
    .string()
    .regex(/^[A-Za-z0-9]{20,64}$/, "must be the integration key of an Events API v2 integration"),
});

/** What each type is set up by. */
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
  created_at: readOnly,
  updated_at: readOnly,
};

const createFields = { ...readOnlyFields, org_id: orgIdField, name: targetFields.name };

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
  .meta({ id: "AlertChannelCreate" });
export type AlertChannelCreate = z.output<typeof alertChannelCreate>;

export const alertChannelUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: targetFields.name.optional(),
    type: z.string().optional().meta({ description: "Cannot change: make another channel" }),
    config: z.record(z.string(), z.unknown()).optional().meta({
      description: "The fields to change, as for a create; what an answer masks may be sent back and is kept",
    }),
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
      .meta({ description: "Of secrets only the last four characters are shown" }),
    signing_secret: z.string().nullable().meta({
      description:
        "Of a webhook, for admins: `whsec_…`, with which messages are signed as Standard Webhooks has it",
    }),
    recipient_states: z.array(recipientStateSchema).meta({
      description: "Of e-mail, what each recipient has said; of other types empty",
    }),
    disabled_at: timestamp.nullable().meta({
      description: "Since when nothing is sent, for the receiver is gone; a PUT enables it again",
    }),
    disabled_reason: z.string().nullable(),
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
    .meta({ description: "Disables the rules that use it, instead of being refused" }),
  org_id: z.string().optional(),
});

export const channelTestSchema = z
  .object({
    delivered: z.boolean(),
    status_code: z.number().nullable().meta({ description: "What the receiver answered, if it did" }),
    error: z.string().nullable().meta({ description: "Why it was not delivered" }),
    duration_ms: z.number(),
  })
  .meta({ id: "AlertChannelTest" });
export type ChannelTest = z.output<typeof channelTestSchema>;
