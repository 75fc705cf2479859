import { jiraServiceManagementType } from "@vedette/contract/alerts/channels/incident-tools/jira-service-management.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS } from "../../messages/post-message.ts";
import { sendOpsgenieAlert } from "../../messages/services/opsgenie-alerts.ts";

/** Operations of Jira Service Management, the successor of Opsgenie with the same alert API. */
export function jiraServiceManagementChannel({
  baseUrl = "https://api.atlassian.com/jsm/ops/integration",
}: {
  baseUrl?: string;
} = {}): Channel {
  return defineChannel({
    declaration: jiraServiceManagementType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send: (message, { api_key: apiKey }, ctx) => sendOpsgenieAlert(ctx, { message, baseUrl, apiKey }),
  });
}
