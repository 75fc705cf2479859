import type { SendContext } from "../../src/pipeline/alerting/messages/channel.ts";
import type { AlertPayload, Message } from "../../src/pipeline/alerting/messages/message.ts";
import { newId } from "../../src/platform/kernel/ids.ts";
import { NO_DEVICES, testOpenSmtp, testRequest, testSendBytes } from "../deliveries.ts";

/** Messages as channels get them, and what a channel needs to send one. */

const SENT_AT_MS = Date.parse("2026-03-01T12:05:07Z");

/** Names and responses from outside that try to inject markup, mentions, commands or headers. */
export const HOSTILE_TEXT =
  '@team #1 /close [ok](https://evil.example) <img src=x> </Say><Dial>+1900</Dial> "],\\ `c`\r\nBcc: eve@example.org\r\nAT+CMGD=1 \u001a\u202egnp';

function alertOf(text = "Shop", change: Partial<AlertPayload> = {}): AlertPayload {
  return {
    ...{ id: "019ac000-0000-7000-8000-000000000001", org_id: newId(SENT_AT_MS), rule_id: newId(SENT_AT_MS) },
    ...{ rule_type: "consecutive_failures", severity: "critical", status: "pending" },
    target: {
      ...{ type: "monitor", id: newId(SENT_AT_MS), name: text, description: null },
      ...{ runbook_url: "https://wiki.example/shop_run", owner: "Team Checkout" },
    },
    title: `${text} is down`,
    message: `3 checks in a row failed at paris. Last error: ${text}`,
    evidence: {
      ...{ location: "paris", locations: ["paris"], result_id: null, run_id: null },
      error: { code: "CONNECT_REFUSED", message: text },
      ...{ threshold: 3, value: 3 },
    },
    ...{ group_key: null, suppressed_by: null, sent_at: null, acknowledged_at: null, acknowledged_by: null },
    ...{ triggered_at: "2026-03-01T12:00:00.000Z", resolved_at: null, resolved_by: null },
    ...change,
  };
}

const common = () => ({
  id: "019ac000-0000-7000-8000-00000000000a",
  organization: { id: newId(SENT_AT_MS), name: "Acme" },
  url: "https://vedette.example.org/alerts/1",
});

/** A message of each kind about the same alert. */
export function messageOf(kind: Message["kind"], text = "Shop"): Message {
  const alert = alertOf(text);
  switch (kind) {
    case "digest":
      return { ...common(), kind, alerts: [{ kind: "opened", alert }] };
    case "operator":
      return { ...common(), kind, title: text, text };
    case "test":
      return { ...common(), kind, channelName: text };
    case "resolved":
      return {
        ...common(),
        kind,
        alert: { ...alert, status: "resolved", resolved_at: "2026-03-01T12:05:07.000Z", resolved_by: "auto" },
      };
    default:
      return { ...common(), kind, alert };
  }
}

export function sendContext(change: Partial<SendContext> = {}): SendContext {
  return {
    request: testRequest(),
    sendBytes: testSendBytes(),
    openSmtp: testOpenSmtp(),
    pushToMembers: NO_DEVICES,
    mailer: { isConfigured: false, send: () => Promise.reject(new Error("sends no mail")) },
    nowMs: SENT_AT_MS,
    ...{ signingSecret: null, thread: null, unsubscribeUrlOf: () => null, deliveredTo: [], secrets: [] },
    ...change,
  };
}
