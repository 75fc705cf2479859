import type { Clock } from "../../../platform/kernel/clock.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { toAlertPayload } from "../../alerting/alerts/alert-payload.ts";

import { alertMail } from "../../alerting/messages/alert-mail.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import { oneLine } from "../../alerting/messages/plain-text.ts";
import { takesReplies, twilioCall, twilioSms } from "../../alerting/messages/twilio.ts";
import { twimlOf } from "../../alerting/messages/twiml.ts";
import { describePagedAlert, type PagedAlertFacts, pagePush, pageSms, pageSpeech } from "./page-texts.ts";
import { findPhoneAccount } from "./phone-account.ts";
import { type ClaimedNotification, findDrillName, findPagedAlert } from "./send-queries.ts";

/** Sends one notification of a page once. A message that is not accepted is a value, not an error. */
export type SendPageDeps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  mailer: Mailer;
  request: SendRequest;
  publicUrl: string;
  /** Sends to all devices of a person; null: they have none. */
  push(to: PushedPage): Promise<SendOutcome | null>;
  /** Returns the URL of a link by which the person acknowledges the alert. */
  acknowledgeLink(db: Db, link: { orgId: string; alertId: string; personId: string }): Promise<string | null>;
  /** The URL that Twilio posts the pressed key to; null: keys are not accepted. */
  keyUrl(page: { channelId: string; pageId: string }): string | null;
};

export type PushedPage = {
  orgId: string;
  personId: string;
  /** Null for a drill. */
  alertId: string | null;
  kind: PagedAlertFacts["kind"];
  title: string;
  text: string;
  url: string;
  acknowledgeUrl: string | null;
};

/** `skipped`: it cannot be sent, and no retry helps. */
export type PageOutcomeFacts = SendOutcome | { skipped: string };

const HOUR_MS = 3_600_000;
/** SMS and calls cost money, and an alert storm must not use it up. */
const PAID_PER_METHOD_MAX = 20;
const PAID_PER_ORGANIZATION_MAX = 500;

export async function sendPage(deps: SendPageDeps, claimed: ClaimedNotification): Promise<PageOutcomeFacts> {
  const skipped = reasonToSkip(claimed);
  if (skipped !== null) return { skipped };
  const facts = await readPageFacts(deps, claimed);
  if (facts === null) return { skipped: "the alert was deleted" };
  switch (claimed.method_type) {
    case "email":
      return sendMail(deps, claimed, facts);
    case "push":
      return sendPush(deps, claimed, facts);
    case "sms":
    case "call":
      return sendByPhone(deps, { ...claimed, method_type: claimed.method_type }, facts);
  }
}

function reasonToSkip({ is_member, is_usable, method_type, address }: ClaimedNotification): string | null {
  if (!is_member) return "the person is no longer a member";
  if (is_usable === null) return "the contact method was deleted";
  if (!is_usable) return "the contact method is not verified";
  return method_type !== "push" && address === null ? "the contact method has no address" : null;
}

async function readPageFacts(
  deps: SendPageDeps,
  claimed: ClaimedNotification,
): Promise<PagedAlertFacts | null> {
  const { database, publicUrl } = deps;
  const { org_id: orgId, person_id: personId, alert_id: alertId, kind, escalation_id } = claimed;
  const common = {
    ...{ id: claimed.id, kind, byName: claimed.by_name, replyCode: claimed.reply_code },
    organization: { id: orgId, name: claimed.organization_name },
  };
  if (claimed.is_drill || alertId === null) {
    const drill = await findDrillName(database, escalation_id);
    if (!drill) return null;
    const url = `${publicUrl}/escalation-policies/${drill.policy_id}/drills/${escalation_id}`;
    return {
      ...common,
      ...{ replyCode: null, acknowledgeUrl: null, url },
      subject: { drillOf: `test of the escalation policy '${drill.policy_name}'` },
    };
  }
  const alert = await findPagedAlert(database, orgId, alertId);
  if (!alert) return null;
  const acknowledgeUrl =
    kind === "opened" ? await deps.acknowledgeLink(database, { orgId, alertId, personId }) : null;
  return {
    ...common,
    ...{ acknowledgeUrl, url: `${publicUrl}/alerts/${alertId}` },
    subject: { alert: toAlertPayload(alert) },
  };
}

async function sendMail(
  { mailer }: SendPageDeps,
  { id, address, opened_id }: ClaimedNotification,
  facts: PagedAlertFacts,
): Promise<PageOutcomeFacts> {
  if (!mailer.isConfigured) return { skipped: "this server does not send email" };
  try {
    await mailer.send({
      ...alertMail(describePagedAlert(facts)),
      ...{ to: address ?? "", messageId: id },
      ...(opened_id !== null && { inReplyTo: opened_id }),
    });
    return { ok: true, statusCode: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const text = oneLine(error.message, 200);
    const isPermanent = error.isBounce;
    return { ok: false, statusCode: null, error: text, isPermanent, retryAfterSeconds: null };
  }
}

async function sendPush(
  { push }: SendPageDeps,
  { org_id: orgId, person_id: personId, alert_id: alertId }: ClaimedNotification,
  facts: PagedAlertFacts,
): Promise<PageOutcomeFacts> {
  const { kind, url, acknowledgeUrl } = facts;
  const outcome = await push({ orgId, personId, alertId, kind, url, acknowledgeUrl, ...pagePush(facts) });
  return outcome ?? { skipped: "the person has no devices" };
}

async function sendByPhone(
  deps: SendPageDeps,
  claimed: ClaimedNotification & { method_type: "sms" | "call" },
  facts: PagedAlertFacts,
): Promise<PageOutcomeFacts> {
  const { database, request, clock, keyUrl } = deps;
  const { org_id: orgId, method_type: type, page_id: pageId } = claimed;
  const account = await findPhoneAccount({ ...deps, db: database }, orgId, type);
  if (!account) return { skipped: `the organization has no channel for ${type === "sms" ? "SMS" : "calls"}` };
  if (await isOverLimit(deps, claimed)) return { skipped: "the limit of SMS and calls was reached" };
  const { channelId, ...sender } = account;
  const ctx = { request, secrets: [], nowMs: clock.now() };
  const to = claimed.address ?? "";
  if (type === "sms") {
    const replyCode = takesReplies(sender.from) ? facts.replyCode : null;
    return twilioSms(ctx, { ...sender, to, text: pageSms({ ...facts, replyCode }) });
  }
  const action = facts.kind === "opened" && !claimed.is_drill ? keyUrl({ channelId, pageId }) : null;
  return twilioCall(ctx, {
    ...sender,
    to,
    twiml: twimlOf({ text: pageSpeech(facts, action !== null), action }),
  });
}

async function isOverLimit(
  { database, clock }: SendPageDeps,
  claimed: ClaimedNotification,
): Promise<boolean> {
  const nowMs = clock.now();
  const ofMethod = await countAction(database, {
    ...{ subject: `pages by phone to ${claimed.method_id}`, windowMs: HOUR_MS, nowMs },
  });
  if (ofMethod.actions > PAID_PER_METHOD_MAX) return true;
  const ofOrganization = await countAction(database, {
    ...{ subject: `pages by phone of ${claimed.org_id}`, windowMs: HOUR_MS, nowMs },
  });
  return ofOrganization.actions > PAID_PER_ORGANIZATION_MAX;
}
