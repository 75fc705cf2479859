import { teamsType } from "@vedette/contract/alerts/channels/chat/teams.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../../messages/post-message.ts";
import { teamsContent } from "../../messages/teams-content.ts";

/** Microsoft Teams by the URL of a workflow, as an adaptive card. Workflows do not support replies. */
export function teamsChannel(): Channel {
  return defineChannel({
    declaration: teamsType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(teamsContent(describeMessage(message))) }),
  });
}
