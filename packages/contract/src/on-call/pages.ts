import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { CONTACT_METHOD_TYPES } from "./contact-method-limits.ts";

/** Pages: one person notified about one alert by one step of an escalation. */

export const PAGE_OUTCOMES = ["paged", "unreachable", "not_member"] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

export const RECEIPT_KINDS = ["opened", "acknowledged", "resolved"] as const;
export const RECEIPT_STATUSES = ["pending", "sent", "failed", "discarded"] as const;

export const receiptSchema = z
  .object({
    kind: z.enum(RECEIPT_KINDS),
    type: z.enum(CONTACT_METHOD_TYPES),
    address: z.string().nullable().meta({
      description: "The last characters of the address; null if the contact method was deleted",
    }),
    status: z.enum(RECEIPT_STATUSES),
    attempts: z.number().int(),
    due_at: timestamp,
    finished_at: timestamp.nullable(),
    error: z.string().nullable().meta({ description: "Why it failed, is retried, or was discarded" }),
    provider_id: z.string().nullable().meta({ description: "ID of the message or call at Twilio" }),
  })
  .meta({ id: "PageReceipt" });
export type PageReceipt = z.output<typeof receiptSchema>;

export const pageSchema = z
  .object({
    id: z.string(),
    person_id: z.string(),
    person_name: z.string().nullable().meta({ description: "Null: no longer a member" }),
    step: z.number().int(),
    round: z.number().int(),
    outcome: z.enum(PAGE_OUTCOMES),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
    end_reason: z.enum(["acknowledged", "resolved"]).nullable(),
    receipts: z.array(receiptSchema),
  })
  .meta({ id: "Page" });
export type PersonPage = z.output<typeof pageSchema>;
