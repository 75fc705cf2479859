import { z } from "zod";
import { cursorSchema, limitSchema, timestamp } from "../common/paging.ts";
import { DELIVERY_KINDS } from "./delivery-kinds.ts";

/** What was sent on an alert channel, and whether the channel works. */

/**
 * `working`: the last message was accepted. `failing`: it was not. `untested`: nothing was sent yet. `disabled`: its
 * receiver no longer exists. `unavailable`: nothing can be sent, because this server has no mail server or no recipient
 * accepts mail.
 */
export const CHANNEL_STATES = ["working", "failing", "untested", "disabled", "unavailable"] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

export const channelHealthSchema = z
  .object({
    status: z.enum(CHANNEL_STATES).meta({
      description:
        "`working`: the last message was accepted. `failing`: it was not. `untested`: nothing was sent yet. `disabled`: the " +
        "receiver no longer exists. `unavailable`: this server has no mail server, or no recipient accepts mail",
    }),
    reason: z.string().nullable().meta({ description: "Why messages are not delivered" }),
    last_delivery_at: timestamp.nullable().meta({ description: "Time of the last attempt" }),
    failing_since: timestamp
      .nullable()
      .meta({ description: "First failed attempt since the last accepted message" }),
    delivered_24h: z.number().int().meta({ description: "Accepted attempts of the last 24 hours" }),
    failed_24h: z.number().int().meta({ description: "Failed attempts of the last 24 hours" }),
  })
  .meta({ id: "AlertChannelHealth" });
export type ChannelHealth = z.output<typeof channelHealthSchema>;

export const channelDeliverySchema = z
  .object({
    id: z.string(),
    kind: z.enum(DELIVERY_KINDS),
    alert: z
      .object({ id: z.string(), title: z.string() })
      .nullable()
      .meta({ description: "Null for a test message and for a message about another channel" }),
    attempt: z.number().int(),
    at: timestamp,
    ok: z.boolean().meta({ description: "Whether the receiver accepted the message" }),
    status_code: z.number().int().nullable().meta({ description: "Response status of the receiver" }),
    error: z.string().nullable(),
  })
  .meta({ id: "AlertChannelDelivery" });
export type ChannelDelivery = z.output<typeof channelDeliverySchema>;

export const channelDeliveryListQuery = z.strictObject({
  limit: limitSchema,
  cursor: cursorSchema,
  ok: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ description: "`true`: only accepted attempts; `false`: only failed ones" }),
  org_id: z.string().optional(),
});
export type ChannelDeliveryListQuery = z.output<typeof channelDeliveryListQuery>;
