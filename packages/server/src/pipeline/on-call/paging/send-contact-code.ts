import type { OrgId } from "@vedette/contract/common/ids.ts";
import { CODE_MINUTES } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { twilioCall, twilioSms } from "../../alerting/messages/twilio.ts";
import { twimlOf } from "../../alerting/messages/twiml.ts";
import { findPhoneAccount } from "./phone-account.ts";

/** Sends the code that verifies a contact method. Returns why it was not sent, or null. */
export type SendContactCode = (code: {
  orgId: OrgId;
  type: "email" | "sms" | "call";
  address: string;
  code: string;
}) => Promise<string | null>;

type Deps = {
  database: Database;
  vault: Vault;
  clock: Clock;
  mailer: Mailer;
  request: SendRequest;
  log: Logger;
};

const HINT = `It is valid for ${CODE_MINUTES} minutes. If you did not ask for it, ignore this message.`;

export function createSendContactCode(deps: Deps): SendContactCode {
  const { database, clock, mailer, request, log } = deps;
  return async ({ orgId, type, address, code }) => {
    if (type === "email") return sendCodeMail({ mailer, log }, { address, code });
    const account = await findPhoneAccount({ ...deps, db: database }, orgId, type);
    if (!account) {
      const name = type === "sms" ? "SMS" : "calls";
      return `The organization has no channel for ${name}. Ask an admin to choose one in the on-call settings.`;
    }
    const { channelId: _, ...sender } = account;
    const ctx = { request, secrets: [code], nowMs: clock.now() };
    const outcome =
      type === "sms"
        ? await twilioSms(ctx, { ...sender, to: address, text: `${code} is your Vedette code. ${HINT}` })
        : await twilioCall(ctx, { ...sender, to: address, twiml: twimlOf({ text: spoken(code), times: 3 }) });
    return outcome.ok ? null : outcome.error;
  };
}

/** Digits with pauses, so that they can be written down. */
function spoken(code: string): string {
  return `Your Vedette code is: ${[...code].join(", ")}.`;
}

async function sendCodeMail(
  { mailer, log }: Pick<Deps, "mailer" | "log">,
  { address, code }: { address: string; code: string },
): Promise<string | null> {
  if (!mailer.isConfigured) return "This server does not send email: the operator has not set SMTP_URL.";
  const body = "Enter this code in Vedette to receive pages at this address:";
  try {
    await mailer.send({
      to: address,
      subject: "Your Vedette code",
      text: `${body}\n\n${code}\n\n${HINT}\n`,
      html: `<p>${body}</p><p style="font-size:24px;letter-spacing:4px"><strong>${code}</strong></p><p>${HINT}</p>`,
    });
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log.warn("on_call.code_mail_failed", errorFacts(error));
    return "The mail server did not accept the email. Check the address and try again.";
  }
}
