import { homeAssistantType } from "@vedette/contract/alerts/channels/push/home-assistant.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionBody } from "../../messages/text-content.ts";
import { threadKeyOf, urgencyOf } from "../../messages/urgency.ts";

/** A push of the companion app has at most 4,096 bytes; a character can have three bytes. */
const TEXT_LENGTH_MAX = 900;
const PERMANENT_STATUSES = [401];

/**
 * Source: Home Assistant, "REST API", `POST /api/services/<domain>/<service>`, and the companion app's
 * "Notifications", sections "Replacing" (`tag`), "Actionable notifications" (`URI`) and "Opening a URL" (`url` on iOS, `clickAction` on Android).
 */
export function homeAssistantChannel(): Channel {
  return defineChannel({
    declaration: homeAssistantType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, token, service }, ctx) {
      const description = describeMessage(message);
      const { acknowledge } = description;
      const { url } = description.link;
      const isUrgent = urgencyOf(message) === "critical";
      const body = JSON.stringify({
        title: description.headline,
        message: descriptionBody(description, { lengthMax: TEXT_LENGTH_MAX }),
        data: {
          ...{ tag: threadKeyOf(message), group: "vedette", url, clickAction: url },
          ...(acknowledge !== null && {
            actions: [{ action: "URI", title: acknowledge.label, uri: acknowledge.url }],
          }),
          ...(isUrgent && { ttl: 0, priority: "high", push: { "interruption-level": "time-sensitive" } }),
        },
      });
      const posted = {
        url: serviceUrl(server, `/api/services/notify/${service}`),
        headers: { authorization: `Bearer ${token}` },
        body,
      };
      return postMessage(ctx, posted, { permanentStatuses: PERMANENT_STATUSES });
    },
  });
}
