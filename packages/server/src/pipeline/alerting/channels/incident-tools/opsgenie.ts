import { opsgenieType } from "@vedette/contract/alerts/channels/incident-tools/opsgenie.ts";
import { type Channel, defineChannel } from "../../messages/channel.ts";
import { POST_TIMEOUT_MS } from "../../messages/post-message.ts";
import { sendOpsgenieAlert } from "../../messages/services/opsgenie-alerts.ts";

/** Opsgenie, until Atlassian ends it in April 2027. */
export function opsgenieChannel(): Channel {
  return defineChannel({
    declaration: opsgenieType,
    timeoutMs: POST_TIMEOUT_MS,
    digests: false,
    send(message, { api_key: apiKey, api_url: apiUrl }, ctx) {
      const baseUrl = (apiUrl ?? "https://api.opsgenie.com").replace(/\/+$/, "");
      return sendOpsgenieAlert(ctx, { message, baseUrl, apiKey });
    },
  });
}
