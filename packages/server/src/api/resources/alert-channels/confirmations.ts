import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { RecipientState } from "@vedette/contract/alerts/mail-recipients.ts";
import type { RecipientQuota } from "../../../pipeline/alerting/recipients/recipients.ts";
import {
  requestConfirmations,
  sendConfirmation,
} from "../../../pipeline/alerting/recipients/request-confirmations.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { getOrganization } from "../organizations/service.ts";
import { auditTargetOf, type ChannelContext, getChannelRow, recipientsIn } from "./service.ts";

/** Confirmation mails to the recipients of e-mail channels. They are sent after the commit. */

export type ConfirmationContext = ChannelContext & {
  database: Database;
  mailer: Mailer;
  log: Logger;
  afterCommit(work: () => Promise<void>): void;
};

/** Sends confirmation mails to the recipients who got none yet. */
export function requestNewConfirmations(
  ctx: ConfirmationContext,
  { recipient_states: states }: AlertChannel,
): void {
  const emails = states.filter(needsConfirmationRequest).map(({ email }) => email);
  if (emails.length === 0) return;
  const { orgId } = ctx;
  ctx.afterCommit(async () => {
    try {
      const outside = withoutTransaction(ctx);
      const { name: organizationName } = await getOrganization(outside);
      await requestConfirmations(outside, { orgId, organizationName }, emails);
    } catch (error) {
      ctx.log.warn("recipients.confirmation_mail_failed", errorFacts(error));
    }
  });
}

/** Sends an unconfirmed recipient the confirmation link again, after the commit. Counts and audits the mail. */
export async function resendConfirmation(
  ctx: ConfirmationContext,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { db, orgId, recipients } = ctx;
  const row = await getChannelRow(ctx, id);
  const address = email.trim().toLowerCase();
  const isRecipient = recipientsIn(row).some((recipient) => recipient.toLowerCase() === address);
  const status = (await recipients.statesOf(db, orgId, [address])).get(address)?.status;
  if (!isRecipient || status !== "unconfirmed") {
    throw badFields([{ path: "email", message: "is not an unconfirmed recipient of this channel" }]);
  }
  assertWithinLimit(
    await recipients.takeUnsolicited(db, address),
    "This address was mailed within the last hour.",
  );
  assertWithinLimit(
    await recipients.takeMails(db, orgId, 1),
    "The organization has reached its hourly limit of mails.",
  );
  const { name } = await getOrganization(ctx);
  await audit(ctx, {
    action: "alert_channel.ask_recipient",
    target: auditTargetOf(row),
    after: { email: address },
  });
  if (!ctx.mailer.isConfigured) {
    throw new AppError("SERVICE_UNAVAILABLE", "This server sends no mail. Ask its operator to set SMTP_URL.");
  }
  ctx.afterCommit(() =>
    sendConfirmation(withoutTransaction(ctx), { orgId, organizationName: name }, address),
  );
}

/** For work after the commit, when the transaction of the request has ended. */
function withoutTransaction(ctx: ConfirmationContext): ConfirmationContext {
  return { ...ctx, db: ctx.database };
}

function needsConfirmationRequest({ status, asked_at: askedAt }: RecipientState): boolean {
  return status === "unconfirmed" && askedAt === null;
}

function assertWithinLimit(taken: RecipientQuota, reason: string): void {
  if (taken.ok) return;
  const { retryAfterSeconds } = taken;
  const message = `${reason} Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
  throw new AppError("TOO_MANY_REQUESTS", message, { retryAfterSeconds });
}
