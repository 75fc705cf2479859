import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { STEP_TARGET_TYPES } from "./escalation-policies.ts";

/** Escalations: runs of a policy for an alert, or for the alerts of a group. */

export const ESCALATION_STATES = ["running", "suppressed", "acknowledged", "resolved", "finished"] as const;
export type EscalationState = (typeof ESCALATION_STATES)[number];

export const STEP_OUTCOMES = ["taken", "reached_no_one", "skipped"] as const;
export type EscalationStepOutcome = (typeof STEP_OUTCOMES)[number];

/** What became of one person or channel. `nobody`: no one is on call in the schedule. */
export const NOTIFIED_OUTCOMES = [
  "paged",
  "unreachable",
  "not_member",
  "nobody",
  "notified",
  "disabled",
  "deleted",
] as const;
export type NotifiedOutcome = (typeof NOTIFIED_OUTCOMES)[number];

const receiptSchema = z
  .object({
    type: z.string().meta({ description: "Type of the contact method or of the channel" }),
    status: z.enum(["pending", "sent", "failed", "discarded"]),
    at: timestamp.nullable(),
    error: z.string().nullable(),
    provider_id: z.string().nullable().meta({ description: "ID of the message or call at Twilio" }),
  })
  .meta({ id: "EscalationReceipt", description: "What became of one notification" });
export type EscalationReceipt = z.output<typeof receiptSchema>;

const notifiedSchema = z
  .object({
    type: z.enum([...STEP_TARGET_TYPES, "all"]),
    id: z.string().nullable(),
    name: z.string().nullable().meta({ description: "Null if it was deleted" }),
    person_id: z.string().nullable().meta({ description: "The person that was chosen" }),
    outcome: z.enum(NOTIFIED_OUTCOMES),
    receipts: z.array(receiptSchema),
  })
  .meta({ id: "EscalationNotified" });
export type EscalationNotified = z.output<typeof notifiedSchema>;

export const escalationSchema = z
  .object({
    id: z.string(),
    policy_id: z.string(),
    policy_name: z.string(),
    state: z.enum(ESCALATION_STATES).meta({
      description:
        "`suppressed` while notifications of the alert are suppressed; `finished` if all steps were taken and no one " +
        "acknowledged the alert",
    }),
    is_drill: z.boolean(),
    alert_ids: z.array(z.string()).meta({ description: "Several if alerts share notifications" }),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
    next_step_at: timestamp.nullable(),
    warning: z.string().nullable().meta({ description: "Why the owners were notified" }),
    steps: z.array(
      z
        .object({
          policy_id: z.string(),
          policy_name: z.string(),
          round: z.number().int().meta({ description: "Counts from 1" }),
          step: z.number().int().meta({ description: "Counts from 1" }),
          at: timestamp,
          outcome: z.enum(STEP_OUTCOMES),
          reason: z.string().nullable(),
          notified: z.array(notifiedSchema),
        })
        .meta({ id: "EscalationTakenStep" }),
    ),
  })
  .meta({ id: "Escalation" });
export type Escalation = z.output<typeof escalationSchema>;
export type EscalationTakenStep = Escalation["steps"][number];

export const escalationListSchema = z.object({ escalations: z.array(escalationSchema) });
export type EscalationList = z.output<typeof escalationListSchema>;
