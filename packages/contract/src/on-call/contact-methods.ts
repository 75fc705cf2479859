import { z } from "zod";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";
import {
  AFTER_SECONDS_MAX,
  CODE_ATTEMPTS_MAX,
  CODE_LENGTH,
  CODE_MINUTES,
  CONTACT_METHOD_TYPES,
  E164_PATTERN,
  NOTIFICATION_RULES_MAX,
} from "./contact-method-limits.ts";

/** How a member is reached, and in which order. Each organization of a person has its own. */

const phoneNumber = z
  .string()
  .transform((text) => text.replaceAll(/[\s().-]/g, ""))
  .pipe(z.string().regex(E164_PATTERN, "must be a number with its country code, such as +15550100001"))
  .meta({ description: "A number in E.164, such as +15550100001" });

const emailAddress = z
  .email("must be an email address")
  .max(254)
  .transform((text) => text.toLowerCase());

const readOnlyFields = {
  ...{ id: readOnly, is_account: readOnly, verified_at: readOnly, code_expires_at: readOnly },
  ...{ failed_at: readOnly, failed_reason: readOnly, created_at: readOnly },
};

export const contactMethodCreate = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...readOnlyFields,
      org_id: orgIdField,
      type: z.literal("email"),
      address: emailAddress,
    }),
    z.strictObject({
      ...readOnlyFields,
      org_id: orgIdField,
      type: z.enum(["sms", "call"]),
      address: phoneNumber,
    }),
  ])
  .meta({ id: "ContactMethodCreate" });
export type ContactMethodCreate = z.output<typeof contactMethodCreate>;

export const contactMethodSchema = z
  .object({
    id: z.string(),
    type: z.enum(CONTACT_METHOD_TYPES),
    address: z.string().nullable().meta({
      description: "Email address or number in E.164; null for `push`, which means all devices",
    }),
    is_account: z.boolean().meta({
      description: "Whether it is the address of the account or the devices, which cannot be deleted",
    }),
    verified_at: timestamp.nullable().meta({
      description:
        "Null: nothing is sent to it. The address of the account is used from the start, also if `email_verified` of the user " +
        "is false",
    }),
    code_expires_at: timestamp.nullable().meta({
      description: `Until when the code that was sent is valid: ${CODE_MINUTES} minutes and ${CODE_ATTEMPTS_MAX} attempts`,
    }),
    failed_at: timestamp.nullable().meta({ description: "Since when messages to it are rejected" }),
    failed_reason: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "ContactMethod" });
export type ContactMethod = z.output<typeof contactMethodSchema>;

export const contactCodeVerify = z
  .strictObject({
    org_id: orgIdField,
    code: z
      .string()
      .trim()
      .regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), `must be the ${CODE_LENGTH} digits that were sent`),
  })
  .meta({ id: "ContactCodeVerify" });

export const RULE_SEVERITIES = ["any", "critical", "warning"] as const;
export type RuleSeverity = (typeof RULE_SEVERITIES)[number];

const notificationRule = z
  .strictObject({
    severity: z.enum(RULE_SEVERITIES).default("any"),
    after_seconds: z.number().int().min(0).max(AFTER_SECONDS_MAX).meta({
      description: "Time after the page; 0 notifies at once. Sent only while no one acknowledges the alert",
    }),
    contact_method_id: z.string().max(64),
  })
  .meta({ id: "NotificationRule" });
export type NotificationRule = z.output<typeof notificationRule>;

export const notificationRulesSchema = z
  .object({
    rules: z.array(notificationRule),
    is_default: z.boolean().meta({
      description: "Whether there are no rules of one's own: email and push at once",
    }),
  })
  .meta({ id: "NotificationRules" });
export type NotificationRules = z.output<typeof notificationRulesSchema>;

export const notificationRulesUpdate = z
  .strictObject({
    org_id: orgIdField,
    is_default: readOnly,
    rules: z
      .array(notificationRule)
      .max(NOTIFICATION_RULES_MAX)
      .superRefine((rules, ctx) => {
        const seen = new Set<string>();
        for (const [index, { severity, after_seconds, contact_method_id }] of rules.entries()) {
          const key = `${severity} ${after_seconds} ${contact_method_id}`;
          if (seen.has(key))
            ctx.addIssue({ code: "custom", path: [index], message: "is the same as an earlier rule" });
          seen.add(key);
        }
      })
      .meta({ description: "Replaces all rules; an empty list restores the default" }),
  })
  .meta({ id: "NotificationRulesUpdate" });
export type NotificationRulesUpdate = z.output<typeof notificationRulesUpdate>;
