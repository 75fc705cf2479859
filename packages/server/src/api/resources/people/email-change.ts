import type { EmailChangeResult } from "@vedette/contract/people/people.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import {
  changedEmailMail,
  confirmEmailMail,
  takenEmailMail,
} from "../../../platform/mail/email-change-mail.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { ChangedEmail, WantedEmail } from "../../identity/email-change.ts";
import type { Visitor } from "../../identity/visitor.ts";
import { auditOfMember } from "../members/service.ts";
import type { PeopleDeps } from "./service.ts";

/** The change of a person's address: confirmed by a mailed link if this server sends mail, else immediate. */

type Request = { visitor: Visitor; requestId: string };

export async function requestEmailChange(
  deps: PeopleDeps,
  request: Request,
  wanted: WantedEmail,
): Promise<EmailChangeResult["status"]> {
  const { identity, mailer, serverUrl } = deps;
  const { email } = wanted;
  if (!mailer.isConfigured) {
    await identity.changeEmail(request.visitor, wanted, (db, changed) => record(deps, request, db, changed));
    return "changed";
  }
  const begun = await identity.beginEmailChange(request.visitor, wanted);
  // The token follows `#`, so it appears in no server log and no Referer header.
  if (begun.mail === "link")
    send(deps, confirmEmailMail({ email, confirmUrl: `${serverUrl}/email#${begun.token}` }));
  if (begun.mail === "taken") send(deps, takenEmailMail({ email, signInUrl: serverUrl }));
  return "confirm_email";
}

export async function confirmEmailChange(deps: PeopleDeps, request: Request, token: string): Promise<void> {
  const changed = await deps.identity.confirmEmailChange(token, (db, change) =>
    record(deps, request, db, change),
  );
  send(deps, changedEmailMail({ ...changed, signInUrl: deps.serverUrl }));
}

async function record(
  { clock }: PeopleDeps,
  { visitor, requestId }: Request,
  db: Db,
  { personId, name, before, email }: ChangedEmail,
): Promise<void> {
  await auditOfMember(
    { db, clock, requestId, ip: visitor.address },
    { personId, name },
    { action: "member.change_email", before: { email: before }, after: { email } },
  );
}

/** Does not wait for the mail: the duration would reveal whether the address has an account. */
function send({ mailer, log }: PeopleDeps, mail: Mail): void {
  mailer
    .send(mail)
    .catch((error: unknown) => log.warn("identity.email_change_mail_failed", errorFacts(error)));
}
