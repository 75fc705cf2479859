import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { HOSTILE_TEXT, messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { type Receiver, type ReceiverResponse, startReceiver } from "../../../../../test/servers/receiver.ts";
import type { Channel } from "../../messages/channel.ts";
import { ilertChannel } from "./ilert.ts";
import { incidentioChannel } from "./incidentio.ts";
import { jiraServiceManagementChannel } from "./jira-service-management.ts";
import { opsgenieChannel } from "./opsgenie.ts";
import { pagerdutyChannel } from "./pagerduty.ts";
import { signl4Channel } from "./signl4.ts";
import { splunkOncallChannel } from "./splunk-oncall.ts";
import { squadcastChannel } from "./squadcast.ts";

/** Tests the senders against the documented formats of the services, and with the responses that they document. */

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const ALERT_ID = "019ac000-0000-7000-8000-000000000001";
const ACKNOWLEDGE_URL = "https://vedette.example.org/a/0123456789abcdefghijklmnopqrstuvwxyz_-ABCDE";
const TOKEN = "s3cret-t0ken-0123456789";
const json = (status: number, body: object, headers = {}): ReceiverResponse => ({
  ...{ status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) },
});

/** What a service documents: the request of an alert and of its recovery, and its responses. */
type Service = {
  channel(): Channel;
  config(): Record<string, unknown>;
  path: string;
  resolvedPath?: string;
  headers: Record<string, string>;
  opened: z.ZodType;
  resolved: z.ZodType;
  accepted: ReceiverResponse;
  gone: ReceiverResponse;
  throttled: ReceiverResponse;
};

const text = (max: number) => z.string().min(1).max(max);
const url = z.literal("https://vedette.example.org/alerts/1");
const genieAlert = z.strictObject({
  message: text(130),
  alias: z.literal(ALERT_ID),
  description: text(15_000),
  priority: z.literal("P1"),
  source: text(100),
  entity: text(512),
  details: z.record(z.string(), z.string()),
});
const genie = {
  headers: { authorization: `GenieKey ${TOKEN}` },
  opened: genieAlert,
  resolved: z.strictObject({ source: text(100), note: text(25_000) }),
  accepted: json(202, { result: "Request will be processed", took: 0.3, requestId: "43a29c5c" }),
  gone: json(403, { message: "Key is not valid", took: 0, requestId: "r" }),
  throttled: json(429, { message: "You are making too many requests!" }, { "retry-after": "7" }),
};

const SERVICES: Record<string, Service> = {
  splunk_oncall: {
    channel: splunkOncallChannel,
    config: () => ({ webhook_url: `${receiver.url}/integrations/generic/20131114/alert/${TOKEN}/shop` }),
    path: `/integrations/generic/20131114/alert/${TOKEN}/shop`,
    headers: {},
    opened: z.strictObject({
      message_type: z.literal("CRITICAL"),
      entity_id: z.literal(ALERT_ID),
      entity_display_name: text(500),
      state_message: text(20_000),
      state_start_time: z.literal(1_772_366_400),
      monitoring_tool: z.literal("Vedette"),
      alert_url: url,
    }),
    resolved: z.looseObject({ message_type: z.literal("RECOVERY"), entity_id: z.literal(ALERT_ID) }),
    accepted: json(200, { result: "success", entity_id: ALERT_ID }),
    gone: json(404, { result: "failure", message: "Unknown integration" }),
    throttled: { status: 429, headers: { "retry-after": "7" }, body: "Too Many Requests" },
  },
  incidentio: {
    channel: () => incidentioChannel({ baseUrl: receiver.url }),
    config: () => ({ alert_source_id: "01GW2G3V0S59R238FAHPDS1R66", token: TOKEN }),
    path: "/v2/alert_events/http/01GW2G3V0S59R238FAHPDS1R66",
    headers: { authorization: `Bearer ${TOKEN}` },
    opened: z.strictObject({
      title: text(500),
      description: text(20_000),
      deduplication_key: z.literal(ALERT_ID),
      status: z.literal("firing"),
      source_url: url,
      metadata: z.record(z.string(), z.string()),
    }),
    resolved: z.looseObject({ deduplication_key: z.literal(ALERT_ID), status: z.literal("resolved") }),
    accepted: json(202, { deduplication_key: ALERT_ID, message: "Event accepted", status: "success" }),
    gone: json(401, { type: "authentication_error", status: 401, errors: [{ code: "invalid_token" }] }),
    throttled: json(429, { type: "too_many_requests", status: 429 }, { "retry-after": "7" }),
  },
  ilert: {
    channel: () => ilertChannel({ baseUrl: receiver.url }),
    config: () => ({ integration_key: TOKEN }),
    path: "/api/events",
    headers: {},
    opened: z.strictObject({
      integrationKey: z.literal(TOKEN),
      eventType: z.literal("ALERT"),
      summary: text(255),
      details: text(20_000),
      alertKey: z.literal(ALERT_ID),
      priority: z.literal("HIGH"),
      links: z.tuple([z.strictObject({ href: url, text: text(100) })]),
      customDetails: z.record(z.string(), z.string()),
    }),
    resolved: z.looseObject({
      ...{ integrationKey: z.literal(TOKEN), eventType: z.literal("RESOLVE"), alertKey: z.literal(ALERT_ID) },
    }),
    accepted: { status: 202, body: "" },
    gone: json(401, { status: 401, message: "Integration key not valid", code: "UNAUTHORIZED" }),
    throttled: json(429, { status: 429, message: "Too many requests" }, { "retry-after": "7" }),
  },
  squadcast: {
    channel: squadcastChannel,
    config: () => ({ webhook_url: `${receiver.url}/v2/incidents/api/${TOKEN}` }),
    path: `/v2/incidents/api/${TOKEN}`,
    headers: {},
    opened: z.strictObject({
      message: text(500),
      description: text(20_000),
      status: z.literal("trigger"),
      event_id: z.literal(ALERT_ID),
      priority: z.literal("P1"),
      tags: z.record(z.string(), z.string()),
    }),
    resolved: z.strictObject({ status: z.literal("resolve"), event_id: z.literal(ALERT_ID) }),
    accepted: { status: 202, body: "Incident has been queued" },
    gone: json(404, { meta: { status: 404, error_message: "service not found" } }),
    throttled: { status: 429, headers: { "retry-after": "7" }, body: "" },
  },
  signl4: {
    channel: () => signl4Channel({ baseUrl: receiver.url }),
    config: () => ({ team_secret: "abc123def4" }),
    path: "/webhook/abc123def4",
    headers: {},
    opened: z.strictObject({
      ...{ Title: text(500), Message: text(20_000), Severity: z.literal("critical"), Link: url },
      "X-S4-ExternalID": z.literal(ALERT_ID),
      "X-S4-Status": z.literal("new"),
      "X-S4-SourceSystem": z.literal("Vedette"),
    }),
    resolved: z.looseObject({ "X-S4-ExternalID": z.literal(ALERT_ID), "X-S4-Status": z.literal("resolved") }),
    accepted: json(201, { eventId: "2518249" }),
    gone: { status: 401, body: "" },
    throttled: { status: 429, headers: { "retry-after": "7" }, body: "" },
  },
  opsgenie: {
    channel: opsgenieChannel,
    config: () => ({ api_key: TOKEN, api_url: receiver.url }),
    path: "/v2/alerts",
    resolvedPath: `/v2/alerts/${ALERT_ID}/close?identifierType=alias`,
    ...genie,
  },
  jira_service_management: {
    channel: () => jiraServiceManagementChannel({ baseUrl: `${receiver.url}/jsm/ops/integration` }),
    config: () => ({ api_key: TOKEN }),
    path: "/jsm/ops/integration/v2/alerts",
    resolvedPath: `/jsm/ops/integration/v2/alerts/${ALERT_ID}/close?identifierType=alias`,
    ...genie,
  },
};

describe.each(Object.entries(SERVICES))("%s", (_, service) => {
  const send = (kind: "opened" | "reminder" | "resolved" | "test" | "operator", words?: string) =>
    service.channel().send(messageOf(kind, words), service.config(), sendContext({ secrets: [TOKEN] }));

  test("opens a record with the documented request", async () => {
    receiver.responses.push(service.accepted);
    expect(await send("opened")).toMatchObject({ ok: true, statusCode: service.accepted.status });
    const [sent] = receiver.received;
    expect(sent?.path).toBe(service.path);
    expect(sent?.headers).toMatchObject({ "content-type": "application/json", ...service.headers });
    service.opened.parse(sent?.json());
    for (const words of ["Shop is down", "paris", "CONNECT_REFUSED", "/alerts/1"])
      expect(sent?.body).toContain(words);
  });

  test("gets the link that acknowledges", async () => {
    receiver.responses.push(service.accepted);
    const message = { ...messageOf("opened"), acknowledgeUrl: ACKNOWLEDGE_URL };
    await service.channel().send(message, service.config(), sendContext());
    expect(receiver.received[0]?.body).toContain(ACKNOWLEDGE_URL);
  });

  test("resolves the record under the same key", async () => {
    receiver.responses.push(service.accepted);
    expect((await send("resolved")).ok).toBe(true);
    expect(receiver.received[0]?.path).toBe(service.resolvedPath ?? service.path);
    service.resolved.parse(receiver.received[0]?.json());
  });

  test("updates the record by a reminder, and sends tests and messages to the operator", async () => {
    receiver.responses.push(service.accepted, service.accepted, service.accepted);
    expect((await send("reminder")).ok).toBe(true);
    service.opened.parse(receiver.received[0]?.json());
    expect((await send("test")).ok && (await send("operator")).ok).toBe(true);
  });

  test("is disabled once the service does not know it, and shows no secret", async () => {
    const { body = "" } = service.gone;
    receiver.responses.push({ ...service.gone, body: `${body} ${TOKEN}` });
    const outcome = await send("opened");
    expect(outcome).toMatchObject({ ok: false, isPermanent: true, statusCode: service.gone.status });
    if (!outcome.ok) expect(outcome.error).not.toContain(TOKEN);
  });

  test("waits as long as the service asks", async () => {
    receiver.responses.push(service.throttled);
    expect(await send("opened")).toMatchObject({ ok: false, isPermanent: false, retryAfterSeconds: 7 });
  });

  test.each([
    ["an error of the server", { status: 503, body: "down" }],
    ["a redirect", { status: 302, headers: { location: "https://evil.example/" } }],
    ["a huge error", { status: 500, body: "x".repeat(1_000_000) }],
  ])("retries after %s", async (_name, response) => {
    receiver.responses.push(response);
    const outcome = await send("opened");
    expect(outcome).toMatchObject({ ok: false, isPermanent: false });
    if (!outcome.ok) expect(outcome.error.length).toBeLessThanOrEqual(200);
    expect(receiver.received).toHaveLength(1);
  });

  test("keeps hostile text within its fields and lines", async () => {
    receiver.responses.push(service.accepted);
    await send("opened", HOSTILE_TEXT);
    service.opened.parse(receiver.received[0]?.json());
    expect(receiver.received[0]?.body).not.toMatch(/\\r|\\nBcc|\\nAT|\\u001a|\u202e/);
  });
});

test("a 200 of Splunk On-Call with an error is a failure", async () => {
  receiver.responses.push(json(200, { result: "failure", message: "Invalid entity_id" }), { body: "<html>" });
  const send = () =>
    splunkOncallChannel().send(messageOf("opened"), { webhook_url: `${receiver.url}/x` }, sendContext());
  expect(await send()).toMatchObject({ ok: false, error: "Splunk On-Call returned: Invalid entity_id" });
  expect(await send()).toMatchObject({ ok: false, error: "Splunk On-Call returned: no result" });
});

test("PagerDuty gets change events, which page no one, if the channel says so", async () => {
  receiver.responses.push(json(202, { status: "success", message: "Change event processed" }));
  const config = { routing_key: "R0123456789012345678901234567890", event_type: "change" };
  const send = () =>
    pagerdutyChannel({ baseUrl: receiver.url }).send(messageOf("resolved"), config, sendContext());
  expect(await send()).toMatchObject({ ok: true, statusCode: 202 });
  expect(receiver.received[0]?.path).toBe("/v2/change/enqueue");
  z.strictObject({
    routing_key: z.literal(config.routing_key),
    links: z.tuple([z.strictObject({ href: url, text: text(100) })]),
    payload: z.strictObject({
      summary: z.literal("Resolved: Shop is down"),
      source: z.literal("Shop"),
      timestamp: z.iso.datetime(),
      custom_details: z.record(z.string(), z.string()),
    }),
  }).parse(receiver.received[0]?.json());
});
