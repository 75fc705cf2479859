import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { CONTACT_METHOD_TYPES } from "./contact-method-limits.ts";

/** How an organization reaches its members. */

const smsChannel = z
  .string()
  .max(64)
  .nullable()
  .meta({ description: "Channel of type `twilio_sms` that sends SMS to members; null: no SMS" });
const callChannel = z
  .string()
  .max(64)
  .nullable()
  .meta({ description: "Channel of type `twilio_call` that calls members; null: no calls" });

export const onCallSettingsSchema = z
  .object({
    sms_channel_id: smsChannel,
    call_channel_id: callChannel,
    updated_at: timestamp.nullable(),
  })
  .meta({ id: "OnCallSettings" });
export type OnCallSettings = z.output<typeof onCallSettingsSchema>;

export const onCallSettingsUpdate = z
  .strictObject({
    org_id: orgIdField,
    sms_channel_id: smsChannel.optional(),
    call_channel_id: callChannel.optional(),
    updated_at: readOnly,
  })
  .meta({ id: "OnCallSettingsUpdate" });
export type OnCallSettingsUpdate = z.output<typeof onCallSettingsUpdate>;

/** Members of one response; an organization with more sees those that are harder to reach first. */
export const REACHABLE_MEMBERS_MAX = 500;

const memberReach = z
  .object({
    person_id: z.string(),
    name: z.string(),
    contact_types: z.array(z.enum(CONTACT_METHOD_TYPES)).meta({
      description: "Types of verified contact methods that accept messages",
    }),
    problems: z.array(z.string()).meta({ description: "Why the member is hard to reach, as sentences" }),
  })
  .meta({ id: "MemberReach" });
export type MemberReach = z.output<typeof memberReach>;

export const reachabilitySchema = z
  .object({
    members: z.array(memberReach),
    has_more: z.boolean(),
  })
  .meta({ id: "Reachability" });
export type Reachability = z.output<typeof reachabilitySchema>;
