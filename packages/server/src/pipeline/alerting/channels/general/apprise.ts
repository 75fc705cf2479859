import { appriseType } from "@vedette/contract/alerts/channels/general/apprise.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage, type Rejection } from "../../messages/post-message.ts";
import { serviceUrl } from "../../messages/service-url.ts";
import { descriptionBody } from "../../messages/text-content.ts";
import { type Urgency, urgencyOf } from "../../messages/urgency.ts";

/** Apprise splits or cuts a longer text by the limits of each service. */
const TEXT_LENGTH_MAX = 4_000;
const NO_CONTENT = 204;
const TYPES: Record<Urgency, string> = {
  critical: "failure",
  warning: "warning",
  resolved: "success",
  info: "info",
};

/** Source: caronc/apprise-api, README, "Stateless Solution" and "Persistent Storage Solution". */
export function appriseChannel(): Channel {
  return defineChannel({
    declaration: appriseType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send(message, { server_url: server, config_key: key, tag, urls }, ctx) {
      const description = describeMessage(message);
      const body = JSON.stringify({
        ...(urls ? { urls } : tag && { tag }),
        title: description.headline,
        body: descriptionBody(description, { lengthMax: TEXT_LENGTH_MAX }),
        type: TYPES[urgencyOf(message)],
        format: "text",
      });
      const url = serviceUrl(server, key ? `/notify/${key}` : "/notify");
      return postMessage(ctx, { url, headers: { accept: "application/json" }, body }, { rejectionOf });
    },
  });
}

/** 204 means that the server sent nothing. */
function rejectionOf(_reply: unknown, statusCode: number): Rejection | undefined {
  if (statusCode !== NO_CONTENT) return undefined;
  return { error: "Apprise has no service for this configuration key and tag" };
}
