import { vonageSmsType } from "@vedette/contract/alerts/channels/phone/vonage-sms.ts";
import { z } from "zod";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS, postMessage, type Rejection } from "../../messages/post-message.ts";
import { sendToEach } from "../../messages/services/send-to-each.ts";
import { smsMessage } from "../../messages/services/sms-message.ts";
import { isGsmText } from "../../messages/sms-text.ts";

/** SMS by Vonage, one to each recipient. Source: Vonage's SMS API, "Send an SMS" and "Troubleshooting". */
export function vonageSmsChannel({ baseUrl = "https://rest.nexmo.com" }: { baseUrl?: string } = {}): Channel {
  return defineChannel({
    declaration: vonageSmsType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { api_key: key, api_secret: secret, from, to: recipients }, ctx) {
      const text = smsMessage(message);
      return sendToEach(recipients, ctx, (to) => {
        const body = new URLSearchParams({
          ...{ api_key: key, api_secret: secret, from: digitsOf(from), to: digitsOf(to), text },
          type: isGsmText(text) ? "text" : "unicode",
        });
        return postMessage(
          ctx,
          { url: `${baseUrl}/sms/json`, body },
          { rejectionOf, permanentStatuses: [401] },
        );
      });
    },
  });
}

/** Vonage takes numbers without the plus sign. */
function digitsOf(number: string): string {
  return number.replace(/^\+/, "");
}

const replySchema = z.object({
  messages: z.array(z.object({ status: z.string(), "error-text": z.string().optional() })).min(1),
});
const THROTTLED = "1";
/**
 * The credentials are wrong, the number is barred or deactivated, the account is barred, HTTP is not enabled, the sender is
 * not allowed, or the number is not on the list of a trial account.
 */
const PERMANENT_CODES = ["4", "7", "8", "11", "15", "29", "33"];

/** Vonage returns 200 also when it rejects a message. Each part of a long text has its own status. */
function rejectionOf(reply: unknown): Rejection | undefined {
  const { data } = replySchema.safeParse(reply);
  if (data === undefined) return { error: "The response is not one of Vonage's SMS API" };
  const failed = data.messages.find(({ status }) => status !== "0");
  if (failed === undefined) return undefined;
  return {
    error: `Vonage error ${failed.status}: ${failed["error-text"] ?? "the message was rejected"}`,
    isPermanent: PERMANENT_CODES.includes(failed.status),
    ...(failed.status === THROTTLED && { retryAfterSeconds: 1 }),
  };
}
