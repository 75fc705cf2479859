import { z } from "zod";
import { timestamp } from "../common/paging.ts";

/** Whether an address that is mailed wants it. */
export const RECIPIENT_STATUSES = ["confirmed", "unconfirmed", "refused"] as const;

const status = z.enum(RECIPIENT_STATUSES).meta({
  description:
    "`unconfirmed`: nothing is sent before the address agrees by the link of a mail; `refused`: it wants no mails",
});

export const recipientStateSchema = z
  .object({
    email: z.string(),
    status,
    asked_at: timestamp.nullable().meta({ description: "When the last mail that asks went out" }),
  })
  .meta({ id: "RecipientState" });
export type RecipientState = z.output<typeof recipientStateSchema>;

export const recipientResend = z
  .strictObject({
    email: z.string().max(254).meta({ description: "One of the channel's recipients that is `unconfirmed`" }),
    org_id: z.string().nullish().meta({ description: "The caller's organization; another's is 403" }),
  })
  .meta({ id: "RecipientResend" });

/** Longer than any link that we make. */
const TOKEN_LENGTH_MAX = 1_000;
const token = z.string().max(TOKEN_LENGTH_MAX).meta({ description: "What follows `#` in the link" });

export const recipientLinkBody = z.strictObject({ token }).meta({ id: "RecipientLink" });

export const recipientRefusal = z
  .strictObject({
    token,
    everywhere: z
      .boolean()
      .default(false)
      .meta({ description: "Also of every other organization of this server" }),
  })
  .meta({ id: "RecipientRefusal" });
export type RecipientRefusal = z.output<typeof recipientRefusal>;

export const recipientDecisionSchema = z
  .object({ email: z.string(), organization_name: z.string(), status })
  .meta({ id: "RecipientAnswer" });
export type RecipientAnswer = z.output<typeof recipientDecisionSchema>;
