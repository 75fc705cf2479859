import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { confirmationMail } from "./confirmation-mail.ts";
import type { Recipients } from "./recipients.ts";

export type ConfirmationDeps = { db: Db; recipients: Recipients; mailer: Mailer; clock: Clock; log: Logger };

export type ConfirmationRequest = { orgId: OrgId; organizationName: string };

/**
 * Sends confirmation requests to the recipients who have none yet, within the limits. The others stay
 * unconfirmed until someone sends a request manually.
 */
export async function requestConfirmations(
  deps: ConfirmationDeps,
  asking: ConfirmationRequest,
  emails: readonly string[],
): Promise<void> {
  const { db, recipients, mailer } = deps;
  if (!mailer.isConfigured) return;
  const states = await recipients.statesOf(db, asking.orgId, emails);
  for (const [email, { status, askedAt }] of states) {
    if (status !== "unconfirmed" || askedAt !== null) continue;
    const mayMail =
      (await recipients.takeUnsolicited(db, email)).ok &&
      (await recipients.takeMails(db, asking.orgId, 1)).ok;
    if (mayMail) await sendConfirmation(deps, asking, email);
  }
}

/** Sends one mail, which the caller has counted. Failures are logged. */
export async function sendConfirmation(
  { db, recipients, mailer, clock, log }: ConfirmationDeps,
  { orgId, organizationName }: ConfirmationRequest,
  email: string,
): Promise<void> {
  const url = recipients.urlOf({ orgId, email, nowMs: clock.now() });
  try {
    await recipients.markConfirmationSent(db, orgId, email);
    await mailer.send(confirmationMail({ to: email, organizationName, url }));
  } catch (error) {
    log.warn("recipients.confirmation_mail_failed", { org_id: orgId, ...errorFacts(error) });
  }
}
