import { gotifyType } from "@vedette/contract/alerts/channels/push/gotify.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionBody } from "../../messages/text-content.ts";
import { type Urgency, urgencyOf } from "../../messages/urgency.ts";

const TEXT_LENGTH_MAX = 4_000;
const PERMANENT_STATUSES = [401, 403];
const PRIORITIES: Record<Urgency, number> = { critical: 8, warning: 5, resolved: 4, info: 4 };

/** Source: gotify.net, "Push messages" and "Message extras" (client::display, client::notification). */
export function gotifyChannel(): Channel {
  return defineChannel({
    declaration: gotifyType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, token }, ctx) {
      const description = describeMessage(message);
      const body = JSON.stringify({
        title: description.headline,
        message: descriptionBody(description, { lengthMax: TEXT_LENGTH_MAX }),
        priority: PRIORITIES[urgencyOf(message)],
        extras: {
          "client::display": { contentType: "text/plain" },
          "client::notification": { click: { url: description.link.url } },
        },
      });
      const posted = { url: serviceUrl(server, "/message"), headers: { "x-gotify-key": token }, body };
      return postMessage(ctx, posted, { permanentStatuses: PERMANENT_STATUSES });
    },
  });
}
