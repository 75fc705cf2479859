import { z } from "zod";
import type { SendOutcome } from "./channel.ts";
import { type PostMessageContext, postMessage } from "./post-message.ts";
import { serviceUrl } from "./service-url.ts";

/**
 * Twilio's REST API of 2010-04-01: one form-encoded POST with basic authentication. An accepted message is queued by
 * Twilio, not yet delivered; its id is the `thread` of the outcome. The credentials must be among the secrets of the
 * context. Source: Twilio's documentation of the resources Message and Call, and its dictionary of errors.
 */
export type TwilioAccount = {
  /** `AC` and 32 hexadecimal digits. */
  accountSid: string;
  authToken: string;
  /** A number of the account in E.164; for SMS also the id of a messaging service (`MG…`) or a sender's name. */
  from: string;
  /** The API of a region; null or undefined: that of the US. */
  apiUrl?: string | null | undefined;
};

/** Longer bodies are rejected with error 21617. */
const TWILIO_SMS_LENGTH_MAX = 1_600;
/** Longer documents are rejected with error 32018. */
export const TWIML_LENGTH_MAX = 4_000;

const API_URL = "https://api.twilio.com";

/** Sends one SMS to a number in E.164. */
export function twilioSms(
  ctx: PostMessageContext,
  { to, text, ...account }: TwilioAccount & { to: string; text: string },
): Promise<SendOutcome> {
  const sender = MESSAGING_SERVICE.test(account.from) ? "MessagingServiceSid" : "From";
  const body = text.slice(0, TWILIO_SMS_LENGTH_MAX).toWellFormed();
  return postForm(ctx, account, {
    resource: "Messages",
    form: { To: to, [sender]: account.from, Body: body },
  });
}

/** Whether a message from this sender can be replied to. Names of senders take no replies. */
export function takesReplies(from: string): boolean {
  return /^\+\d/.test(from) || MESSAGING_SERVICE.test(from);
}

const MESSAGING_SERVICE = /^MG[0-9a-fA-F]{32}$/;

/** Calls a number in E.164 and runs a TwiML document, which must not exceed `TWIML_LENGTH_MAX`. */
export function twilioCall(
  ctx: PostMessageContext,
  { to, twiml, ...account }: TwilioAccount & { to: string; twiml: string },
): Promise<SendOutcome> {
  return postForm(ctx, account, { resource: "Calls", form: { To: to, From: account.from, Twiml: twiml } });
}

function postForm(
  ctx: PostMessageContext,
  { accountSid, authToken, apiUrl }: TwilioAccount,
  { resource, form }: { resource: "Messages" | "Calls"; form: Record<string, string> },
): Promise<SendOutcome> {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return postMessage(
    { ...ctx, secrets: [...ctx.secrets, authToken, credentials] },
    {
      url: serviceUrl(
        apiUrl ?? API_URL,
        `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`,
      ),
      headers: { authorization: `Basic ${credentials}`, accept: "application/json" },
      body: new URLSearchParams(form).toString(),
      contentType: "application/x-www-form-urlencoded",
    },
    { threadOf, rejectionOf, failureOf },
  );
}

const createdSchema = z.object({
  sid: z.string().regex(/^(SM|MM|CA)[0-9a-fA-F]{32}$/),
  status: z.string().optional(),
  error_code: z.number().nullish(),
  error_message: z.string().nullish(),
});

function threadOf(reply: unknown): string | undefined {
  return createdSchema.safeParse(reply).data?.sid;
}

/** A created message can have failed already; a success without an id is not Twilio's. */
function rejectionOf(reply: unknown): string | undefined {
  const created = createdSchema.safeParse(reply).data;
  if (created === undefined) return "The response is not one of Twilio's API: it names no message";
  if (created.status !== "failed" && !created.error_code) return undefined;
  return `Twilio error ${created.error_code ?? "unknown"}: ${created.error_message ?? "the message failed"}`;
}

const exceptionSchema = z.object({ code: z.number().int(), message: z.string() });

function failureOf(reply: unknown): { error: string; isPermanent: boolean } | undefined {
  const exception = exceptionSchema.safeParse(reply).data;
  if (exception === undefined) return undefined;
  const { code, message } = exception;
  return { error: `Twilio error ${code}: ${message}`, isPermanent: PERMANENT_CODES.has(code) };
}

/** The number called is invalid, cannot be reached, is blocked, replied STOP, is no mobile number, or is a landline. */
const RECIPIENT_CODES: readonly number[] = [13223, 13224, 21211, 21214, 21216, 21217, 21610, 21614, 21635];

/** Errors after which no later message to this number by this account can succeed. */
const PERMANENT_CODES: ReadonlySet<number> = new Set([
  ...RECIPIENT_CODES,
  // The credentials are wrong, the account is suspended, or it does not exist.
  ...[20003, 20005, 20404],
  // The country is not enabled for the account.
  ...[21215, 21408, 13227],
  // The sender is not a number of the account, or cannot send SMS.
  ...[21210, 21212, 21606, 21659, 21660],
]);

/** Whether an error of an outcome is about the number called, and not about the account. */
export function rejectsRecipient(error: string): boolean {
  const code = /^Twilio error (\d+):/.exec(error)?.[1];
  return RECIPIENT_CODES.includes(Number(code));
}
