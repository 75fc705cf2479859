import type { AlertPayload, Message } from "../../src/pipeline/alerting/messages/message.ts";

/** Messages of one alert, for the tests of channels. */

export const NOW_MS = Date.parse("2026-03-01T12:05:07Z");
export const ALERT_ID = "0195510a-5b3f-7c00-8000-000000000001";
export const MESSAGE_ID = "0195510a-5b3f-7c00-8000-000000000002";
const OTHER_ID = "0195510a-5b3f-7c00-8000-000000000003";

/** A name from outside that tries to inject markup, mentions or headers. */
export const HOSTILE_TEXT =
  "@everyone <!channel> <https://evil.example|ok> [ok](https://evil.example) `c` <img src=x>\r\nBcc: eve@example.org \u202egnp";

const ALERT: AlertPayload = {
  ...{ id: ALERT_ID, org_id: OTHER_ID, rule_id: OTHER_ID, rule_type: "consecutive_failures" },
  severity: "critical",
  status: "pending",
  target: { type: "monitor", id: OTHER_ID, name: "Shop", description: null, runbook_url: null, owner: null },
  title: "Shop is down",
  message: "3 checks in a row failed. Last error: connection refused",
  evidence: {
    ...{ location: "paris", result_id: null, run_id: null, threshold: 3, value: 3, locations: ["paris"] },
    error: { code: "CONNECT_REFUSED", message: "connection refused" },
  },
  ...{ group_key: null, suppressed_by: null, triggered_at: "2026-03-01T12:00:00.000Z", sent_at: null },
  ...{ acknowledged_at: null, acknowledged_by: null, resolved_at: null, resolved_by: null },
};

const COMMON = {
  id: MESSAGE_ID,
  organization: { id: OTHER_ID, name: "Acme" },
  url: "https://vedette.example.org/alerts/1",
};

export const openedMessage = (): Message => ({ ...COMMON, kind: "opened", alert: ALERT });

export const resolvedMessage = (): Message => ({
  ...COMMON,
  kind: "resolved",
  alert: { ...ALERT, status: "resolved", resolved_at: "2026-03-01T12:05:07.000Z" },
});

export const hostileMessage = (): Message => ({
  ...COMMON,
  kind: "opened",
  alert: {
    ...ALERT,
    title: HOSTILE_TEXT,
    message: HOSTILE_TEXT,
    target: { ...ALERT.target, name: HOSTILE_TEXT },
  },
});
