import { ntfyType } from "@vedette/contract/alerts/channels/push/ntfy.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionBody } from "../../messages/text-content.ts";
import { type Urgency, urgencyOf } from "../../messages/urgency.ts";

/** ntfy turns a message of more than 4,096 bytes into an attachment; a character can have three bytes. */
const TEXT_LENGTH_MAX = 1_300;
const TITLE_LENGTH_MAX = 250;
const PERMANENT_STATUSES = [401, 403];

const PRIORITIES: Record<Urgency, number> = { critical: 5, warning: 3, resolved: 3, info: 3 };
const TAGS: Record<Urgency, string> = {
  critical: "rotating_light",
  warning: "warning",
  resolved: "white_check_mark",
  info: "information_source",
};

/** Source: docs.ntfy.sh, "Publishing", sections "Publish as JSON", "Message priority", "Action buttons" and "Access tokens". */
export function ntfyChannel(): Channel {
  return defineChannel({
    declaration: ntfyType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, topic, token }, ctx) {
      const description = describeMessage(message);
      const urgency = urgencyOf(message);
      const body = JSON.stringify({
        topic,
        title: description.headline.slice(0, TITLE_LENGTH_MAX).toWellFormed(),
        message: descriptionBody(description, { lengthMax: TEXT_LENGTH_MAX }),
        priority: PRIORITIES[urgency],
        tags: [TAGS[urgency]],
        click: description.link.url,
        ...(description.acknowledge !== null && {
          actions: [{ action: "view", ...description.acknowledge, clear: true }],
        }),
      });
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      return postMessage(
        ctx,
        { url: serviceUrl(server, "/"), headers, body },
        { permanentStatuses: PERMANENT_STATUSES },
      );
    },
  });
}
