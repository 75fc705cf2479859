import type { RecipientDecision, RecipientRefusal } from "@vedette/contract/alerts/mail-recipients.ts";
import {
  deleteRefusal,
  insertRefusal,
  lockOrganizationName,
  markConfirmed,
  markRefused,
} from "../../../pipeline/alerting/recipients/queries.ts";
import type { Recipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";

/** The decision of an email recipient. The link is the credential: possession of the email authorizes it. */

export type MailRecipientDeps = { database: Database; clock: Clock; recipients: Recipients };

/** Identifies the request in the audit log. */
export type DecisionRequest = { token: string; requestId: string; ip: string };

/** An old link can still opt out, but it cannot confirm. */
const CONFIRMABLE_MS = 7 * 86_400_000;
/**
 * Limit per recipient, because each change writes an entry to the organization's audit log. An opt-out is
 * never limited; there is at most one more opt-out than confirmations.
 */
const CONFIRMATIONS = { max: 10, windowMs: 86_400_000 };

export async function readDecision(deps: MailRecipientDeps, token: string): Promise<RecipientDecision> {
  const link = openLink(deps, token);
  return deps.database.transaction((db) => decisionOf(deps, db, link));
}

export async function confirm(deps: MailRecipientDeps, request: DecisionRequest): Promise<RecipientDecision> {
  const link = openLink(deps, request.token);
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
      await auditDecision(deps, db, { ...request, link, id: changed.id, action: "recipient.confirm" });
    }
    return decisionOf(deps, db, link);
  });
}

export async function refuse(
  deps: MailRecipientDeps,
  { everywhere, ...request }: DecisionRequest & Pick<RecipientRefusal, "everywhere">,
): Promise<RecipientDecision> {
  const link = openLink(deps, request.token);
  return deps.database.transaction(async (db) => {
    const recipient = recipientOf(deps, link);
    await lockOrganization(db, link);
    if (everywhere) await insertRefusal(db, recipient);
    const changed = await markRefused(db, link.orgId, recipient);
    if (changed)
      await auditDecision(deps, db, { ...request, link, id: changed.id, action: "recipient.refuse" });
    return decisionOf(deps, db, link);
  });
}

type Link = NonNullable<ReturnType<Recipients["read"]>>;

function openLink({ recipients }: MailRecipientDeps, token: string): Link {
  const link = recipients.read(token);
  if (link) return link;
  throw new AppError("BAD_REQUEST", "This link is incomplete or invalid. Open it from the email again.");
}

function recipientOf({ clock }: MailRecipientDeps, { email }: Link) {
  const nowMs = clock.now();
  return { id: newId(nowMs), email, now: new Date(nowMs) };
}

async function lockOrganization(db: Db, { orgId }: Link): Promise<string> {
  const organization = await lockOrganizationName(db, orgId);
  if (organization) return organization.name;
  throw new AppError("NOT_FOUND", "The organization of this link no longer exists. It sends no more emails.");
}

async function decisionOf({ recipients }: MailRecipientDeps, db: Db, link: Link): Promise<RecipientDecision> {
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
  throw new AppError("TOO_MANY_REQUESTS", "Too many changes. Try again tomorrow.", {
    retryAfterSeconds: Math.ceil(endsInMs / 1_000),
  });
}

type AuditedDecision = DecisionRequest & {
  link: Link;
  id: string;
  action: "recipient.confirm" | "recipient.refuse";
};

async function auditDecision(
  { clock }: MailRecipientDeps,
  db: Db,
  { link, id, action, requestId, ip }: AuditedDecision,
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
