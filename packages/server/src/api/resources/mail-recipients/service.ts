import type { RecipientAnswer, RecipientRefusal } from "@vedette/contract/alerts/mail-recipients.ts";
import {
  deleteRefusal,
  insertRefusal,
  lockOrganizationName,
  markConfirmed,
  markRefused,
} from "../../../pipeline/alerting/recipients/queries.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { recordWrite } from "../audit-log/service.ts";

/** What a recipient says by the link of a mail. The link is the credential: who reads the mail may say it. */

export type MailRecipientDeps = { database: Database; clock: Clock; recipients: Recipients };

/** Who says it; for the audit log. */
export type Answering = { token: string; requestId: string; ip: string };

/** A link that lies around in an old mail says no, and says yes no more. */
const CONFIRMABLE_MS = 7 * 86_400_000;
/**
 * Of one recipient: each answer that changes something is an entry of the organization's audit log. A no is never
 * refused, and there is one more of them than of these at most.
 */
const CONFIRMATIONS = { max: 10, windowMs: 86_400_000 };

export async function readAnswer(deps: MailRecipientDeps, token: string): Promise<RecipientAnswer> {
  const link = openLink(deps, token);
  return deps.database.transaction((db) => answerOf(deps, db, link));
}

export async function confirm(deps: MailRecipientDeps, answering: Answering): Promise<RecipientAnswer> {
  const link = openLink(deps, answering.token);
  if (link.madeAtMs + CONFIRMABLE_MS <= deps.clock.now()) {
    throw new AppError("BAD_REQUEST", "This link has expired. Ask the organization to send another one.");
  }
  return deps.database.transaction(async (db) => {
    const recipient = recipientOf(deps, link);
    await lockOrganization(db, link);
    await deleteRefusal(db, link.email);
    const changed = await markConfirmed(db, link.orgId, recipient);
    if (changed) {
      await countConfirmation(deps, db, link);
      await record(deps, db, { ...answering, link, id: changed.id, action: "recipient.confirm" });
    }
    return answerOf(deps, db, link);
  });
}

export async function refuse(
  deps: MailRecipientDeps,
  { everywhere, ...answering }: Answering & Pick<RecipientRefusal, "everywhere">,
): Promise<RecipientAnswer> {
  const link = openLink(deps, answering.token);
  return deps.database.transaction(async (db) => {
    const recipient = recipientOf(deps, link);
    await lockOrganization(db, link);
    if (everywhere) await insertRefusal(db, recipient);
    const changed = await markRefused(db, link.orgId, recipient);
    if (changed) await record(deps, db, { ...answering, link, id: changed.id, action: "recipient.refuse" });
    return answerOf(deps, db, link);
  });
}

type Link = NonNullable<ReturnType<Recipients["read"]>>;

function openLink({ recipients }: MailRecipientDeps, token: string): Link {
  const link = recipients.read(token);
  if (link) return link;
  throw new AppError("BAD_REQUEST", "This link is not whole. Open it from the mail again.");
}

function recipientOf({ clock }: MailRecipientDeps, { email }: Link) {
  const nowMs = clock.now();
  return { id: newId(nowMs), email, now: new Date(nowMs) };
}

async function lockOrganization(db: Db, { orgId }: Link): Promise<string> {
  const organization = await lockOrganizationName(db, orgId);
  if (organization) return organization.name;
  throw new AppError("NOT_FOUND", "The organization of this link is gone. No mails of it will come.");
}

async function answerOf({ recipients }: MailRecipientDeps, db: Db, link: Link): Promise<RecipientAnswer> {
  const name = await lockOrganization(db, link);
  const states = await recipients.statesOf(db, link.orgId, [link.email]);
  return {
    email: link.email,
    organization_name: harmlessName(name),
    status: states.get(link.email)?.status ?? "unconfirmed",
  };
}

async function countConfirmation(
  { clock }: MailRecipientDeps,
  db: Db,
  { orgId, email }: Link,
): Promise<void> {
  const { max, windowMs } = CONFIRMATIONS;
  const subject = `confirmations of ${orgId} ${email}`;
  const { actions, endsInMs } = await countAction(db, { subject, windowMs, nowMs: clock.now() });
  if (actions <= max) return;
  throw new AppError("TOO_MANY_REQUESTS", "That was changed too often. Try again tomorrow.", {
    retryAfterSeconds: Math.ceil(endsInMs / 1_000),
  });
}

type Recorded = Answering & { link: Link; id: string; action: "recipient.confirm" | "recipient.refuse" };

async function record(
  { clock }: MailRecipientDeps,
  db: Db,
  { link, id, action, requestId, ip }: Recorded,
): Promise<void> {
  const nowMs = clock.now();
  const { orgId, email } = link;
  await recordWrite(db, {
    orgId,
    nowMs,
    requestId,
    ip,
    actor: { kind: "system", id: null, name: email },
    action,
    target: { type: "recipient", id },
    after: { email },
  });
}
