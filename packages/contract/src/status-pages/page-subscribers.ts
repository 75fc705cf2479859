import { z } from "zod";
import { urlError } from "../common/http-rules.ts";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { PAGE_LANGUAGES } from "./page-languages.ts";
import { PAGE_COMPONENTS_MAX } from "./page-limits.ts";
import {
  DELIVERY_STATES,
  SUBSCRIBER_STATES,
  SUBSCRIBER_TYPES,
  SUBSCRIPTION_TOPICS,
  type SubscriberType,
} from "./subscriber-words.ts";

/** Subscribers of a status page, and the messages to them. */

const EMAIL_LENGTH_MAX = 254;
const URL_LENGTH_MAX = 2_048;
const emailSchema = z.email().max(EMAIL_LENGTH_MAX);

/** Returns why a text is not an address of the type, or null. */
export function subscriberAddressError(type: SubscriberType, text: string): string | null {
  if (type === "email") return emailSchema.safeParse(text).success ? null : "must be an email address";
  return text.length > URL_LENGTH_MAX ? `must be at most ${URL_LENGTH_MAX} characters` : urlError(text);
}

const fields = {
  type: z.enum(SUBSCRIBER_TYPES),
  topics: z
    .array(z.enum(SUBSCRIPTION_TOPICS))
    .min(1)
    .refine((all) => new Set(all).size === all.length, "must not contain duplicates"),
  components: z
    .array(z.string().max(64))
    .min(1)
    .max(PAGE_COMPONENTS_MAX)
    .meta({ description: "IDs of components; null: all, also those that are added later" }),
  language: z.enum(PAGE_LANGUAGES),
};

export const pageSubscriberCreate = z
  .strictObject({
    id: readOnly,
    org_id: orgIdField,
    type: fields.type,
    address: z
      .string()
      .trim()
      .min(1)
      .max(URL_LENGTH_MAX)
      .meta({ description: "An email address, or the URL of a webhook" }),
    topics: fields.topics.default([...SUBSCRIPTION_TOPICS]),
    components: fields.components.nullish(),
    language: fields.language.nullish().meta({ description: "Default: `default_language` of the page" }),
    confirmed: z.boolean().default(false).meta({
      description:
        "The address agreed to get messages, so that none asks it to confirm. The audit log records who says so",
    }),
  })
  .superRefine(({ type, address }, ctx) => {
    const message = subscriberAddressError(type, address);
    if (message !== null) ctx.addIssue({ code: "custom", path: ["address"], message });
  })
  .meta({ id: "PageSubscriberCreate" });
export type PageSubscriberCreate = z.output<typeof pageSubscriberCreate>;
export type PageSubscriberCreateInput = z.input<typeof pageSubscriberCreate>;

export const pageSubscriberSchema = z
  .object({
    id: z.string(),
    page_id: z.string(),
    type: fields.type,
    address: z
      .string()
      .meta({ description: "An email address, or the origin of a URL, whose path is secret" }),
    state: z.enum(SUBSCRIBER_STATES).meta({
      description: "`pending`: not confirmed; `disabled`: messages were not accepted",
    }),
    topics: z.array(z.enum(SUBSCRIPTION_TOPICS)),
    components: z.array(z.string()).nullable().meta({ description: "Null: all" }),
    language: fields.language,
    error: z.string().nullable().meta({ description: "Why the last message was not accepted" }),
    confirmed_at: timestamp.nullable(),
    ended_at: timestamp.nullable().meta({ description: "When it was unsubscribed or disabled" }),
    created_by: z
      .string()
      .meta({ description: "ID of the user or API key; `visitor` for the form of the page" }),
    created_at: timestamp,
  })
  .meta({ id: "PageSubscriber" });
export type PageSubscriber = z.output<typeof pageSubscriberSchema>;

export const pageSubscriberListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  state: z.enum(SUBSCRIBER_STATES).optional(),
  type: z.enum(SUBSCRIBER_TYPES).optional(),
  address: z.string().max(URL_LENGTH_MAX).optional().meta({ description: "The whole address" }),
  org_id: z.string().optional(),
});
export type PageSubscriberListQuery = z.output<typeof pageSubscriberListQuery>;

export const subscriberCountsSchema = z
  .object({
    pending: z.number(),
    active: z.number(),
    unsubscribed: z.number(),
    disabled: z.number(),
  })
  .meta({ id: "PageSubscriberCounts" });
export type SubscriberCounts = z.output<typeof subscriberCountsSchema>;

export const subscriberDeliverySchema = z
  .object({
    event: z.string().meta({ description: "What was published, such as `incident_opened`" }),
    title: z.string().meta({ description: "Title of the incident or the maintenance" }),
    published_at: timestamp,
    state: z.enum(DELIVERY_STATES),
    tries: z.number().meta({ description: "Failed tries" }),
    due_at: timestamp.nullable().meta({ description: "The next try of a pending one" }),
    finished_at: timestamp.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "PageSubscriberDelivery" });
export type SubscriberDelivery = z.output<typeof subscriberDeliverySchema>;

export const pageSubscriberParams = z.object({ id: z.string(), subscriber_id: z.string() });
