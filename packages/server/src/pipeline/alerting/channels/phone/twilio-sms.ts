import { twilioSmsType } from "@vedette/contract/alerts/channels/phone/twilio-sms.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS } from "../../messages/post-message.ts";
import { sendToEach } from "../../messages/services/send-to-each.ts";
import { smsMessage } from "../../messages/services/sms-message.ts";
import { takesReplies, twilioSms } from "../../messages/twilio.ts";

/** SMS by Twilio, one to each recipient. A recovery is a new SMS. */
export function twilioSmsChannel(): Channel {
  return defineChannel({
    declaration: twilioSmsType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(
      message,
      { account_sid: accountSid, auth_token: authToken, api_url: apiUrl, from, to: recipients },
      ctx,
    ) {
      const text = smsMessage(message, { canReply: takesReplies(from) });
      return sendToEach(recipients, ctx, (to) =>
        twilioSms(ctx, { accountSid, authToken, apiUrl, from, to, text }),
      );
    },
  });
}
