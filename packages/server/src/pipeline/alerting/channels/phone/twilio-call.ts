import { twilioCallType } from "@vedette/contract/alerts/channels/phone/twilio-call.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS } from "../../messages/post-message.ts";
import { sendToEach } from "../../messages/services/send-to-each.ts";
import { twilioCall } from "../../messages/twilio.ts";
import { twimlOf } from "../../messages/twiml.ts";

/** Calls by Twilio that speak a message, one to each recipient. Recoveries are called only if the channel says so. */
export function twilioCallChannel(): Channel {
  return defineChannel({
    declaration: twilioCallType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    async send(message, config, ctx) {
      const {
        account_sid: accountSid,
        auth_token: authToken,
        api_url: apiUrl,
        from,
        to: recipients,
      } = config;
      if (message.kind === "resolved" && !config.call_on_recovery) return { ok: true, statusCode: null };
      const { headline, paragraphs, acknowledge } = describeMessage(message);
      const keys = acknowledge === null ? [] : ["To acknowledge, press 1."];
      const twiml = twimlOf({
        text: `Vedette. ${[headline, ...paragraphs, ...keys].join(". ")}`,
        action: acknowledge?.url ?? null,
      });
      return sendToEach(recipients, ctx, (to) =>
        twilioCall(ctx, { accountSid, authToken, apiUrl, from, to, twiml }),
      );
    },
  });
}
