import type { SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import { MailError } from "../../../platform/mail/mail-error.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import type { Description } from "../../alerting/messages/describe-message.ts";
import { discordContent } from "../../alerting/messages/discord-content.ts";
import { oneLine } from "../../alerting/messages/plain-text.ts";
import { postMessage } from "../../alerting/messages/post-message.ts";
import { slackContent } from "../../alerting/messages/slack-content.ts";
import { teamsContent } from "../../alerting/messages/teams-content.ts";
import type { SignedRequest } from "./webhook-body.ts";

/** Sends one message once. A message that is not accepted is a value, not an error. */

const ERROR_LENGTH_MAX = 200;

/** `isPermanent`: the recipient does not exist. */
export async function sendMailOnce(send: (mail: Mail) => Promise<void>, mail: Mail): Promise<SendOutcome> {
  try {
    await send(mail);
    return { ok: true, statusCode: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const text = oneLine(error.message, ERROR_LENGTH_MAX);
    return {
      ...{ ok: false, statusCode: null, error: text },
      ...{ isPermanent: error.isBounce, retryAfterSeconds: null },
    };
  }
}

type Receiver = { request: SendRequest; url: string; nowMs: number };

export function postToChat(
  receiver: Receiver,
  type: Exclude<SubscriberType, "email" | "webhook">,
  description: Description,
): Promise<SendOutcome> {
  const content = { slack: slackContent, discord: discordContent, teams: teamsContent }[type](description);
  return post(receiver, { headers: {}, body: JSON.stringify(content) });
}

export function postToWebhook(receiver: Receiver, signed: SignedRequest): Promise<SendOutcome> {
  return post(receiver, signed);
}

function post({ request, url, nowMs }: Receiver, sent: SignedRequest): Promise<SendOutcome> {
  const { pathname, search } = new URL(url);
  // An empty path is not a secret; masking it would mask every slash.
  const secret = `${pathname}${search}`.slice(1);
  return postMessage({ request, nowMs, secrets: secret === "" ? [] : [secret] }, { url, ...sent });
}
