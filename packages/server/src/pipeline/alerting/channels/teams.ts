import { CHANNEL_CONFIGS } from "@vedette/contract/alerts/alert-channels.ts";
import { type Channel, defineChannel } from "../messages/channel.ts";
import { describeMessage } from "../messages/describe-message.ts";
import { POST_TIMEOUT_MS, postMessage } from "../messages/post-message.ts";
import { teamsContent } from "../messages/teams-content.ts";

/** Microsoft Teams by the URL of a workflow, as an adaptive card. Workflows do not support replies. */
export function teamsChannel(): Channel {
  return defineChannel({
    type: "teams",
    configSchema: CHANNEL_CONFIGS.teams,
    secretFields: { webhook_url: "path" },
    timeoutMs: POST_TIMEOUT_MS,
    digests: true,
    send: (message, { webhook_url: url }, ctx) =>
      postMessage(ctx, { url, body: JSON.stringify(teamsContent(describeMessage(message))) }),
  });
}
