import { z } from "zod";
import { timestamp } from "../common/paging.ts";

/** Whether the owner of an email address agreed to receive alerts. */
export const RECIPIENT_STATUSES = ["confirmed", "unconfirmed", "refused"] as const;

const status = z.enum(RECIPIENT_STATUSES).meta({
  description:
    "`unconfirmed`: no alerts are sent until the recipient opens the confirmation link; `refused`: the recipient declined",
});

export const recipientStateSchema = z
  .object({
    email: z.string(),
    status,
    asked_at: timestamp.nullable().meta({ description: "When the last confirmation email was sent" }),
  })
  .meta({ id: "RecipientState" });
export type RecipientState = z.output<typeof recipientStateSchema>;

export const recipientResend = z
  .strictObject({
    email: z.string().max(254).meta({ description: "An `unconfirmed` recipient of the channel" }),
    org_id: z
      .string()
      .nullish()
      .meta({ description: "The organization of the caller; any other ID returns 403" }),
  })
  .meta({ id: "RecipientResend" });

/** Longer than any link that Vedette generates. */
const TOKEN_LENGTH_MAX = 1_000;
const token = z.string().max(TOKEN_LENGTH_MAX).meta({ description: "The part of the link after `#`" });

export const recipientLinkBody = z.strictObject({ token }).meta({ id: "RecipientLink" });

export const recipientRefusal = z
  .strictObject({
    token,
    everywhere: z
      .boolean()
      .default(false)
      .meta({ description: "Refuse emails from every organization on this server" }),
  })
  .meta({ id: "RecipientRefusal" });
export type RecipientRefusal = z.output<typeof recipientRefusal>;

export const recipientDecisionSchema = z
  .object({ email: z.string(), organization_name: z.string(), status })
  .meta({ id: "RecipientAnswer" });
export type RecipientDecision = z.output<typeof recipientDecisionSchema>;
