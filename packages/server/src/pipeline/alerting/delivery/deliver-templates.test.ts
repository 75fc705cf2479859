import type { ChannelTemplates } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type TestDeliveries, testDeliveries } from "../../../../test/deliveries.ts";
import { makeBundle } from "../../../../test/evidence/make-bundle.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { sql } from "../../../platform/storage/sql.ts";

let harness: TestDatabase;
let orgId: string;
let receiver: Receiver;
let deliveries: TestDeliveries;
beforeAll(async () => {
  harness = await testDatabase();
});
beforeEach(async () => {
  orgId = await makeOrganization(harness.database);
  receiver = await startReceiver();
  deliveries = testDeliveries(harness.database);
});
afterEach(() => receiver.close());
afterAll(() => harness.drop());

async function webhook(templates: ChannelTemplates): Promise<string> {
  const { id } = await deliveries.channel(orgId, { config: { url: `${receiver.url}/hook`, headers: {} } });
  const { database } = harness;
  await database.run(
    sql`update alert_channel set templates = ${JSON.stringify(templates)}::jsonb where id = ${id}`,
  );
  return id;
}

async function open(channelId: string, alert: { name?: string; ruleId?: string; targetId?: string } = {}) {
  deliveries.clock.move(1);
  const alertId = await makeAlert(harness.database, { orgId, atMs: deliveries.clock.now(), ...alert });
  await deliveries.notify([{ orgId, alertId, channelId, kind: "opened" }]);
  return alertId;
}

const HOSTILE = 'x","admin":true,"y":"\\';

test("a body has the values of the alert, its rule and its target, and no value changes its structure", async () => {
  const channelId = await webhook({
    title: "[{{message.kind}}] {{target.name}}",
    body:
      '{"text":"{{message.headline}} | {{target.url}}","rule":"{{rule.name}}","n":{{evidence.value}},' +
      '"tags":{{target.tags}},"id":{{alert.id}}}',
  });
  const { id: targetId } = await makeMonitor(harness.database, { orgId });
  await harness.database.run(
    sql`update stored_target set address = ${HOSTILE}, tags = array['a', 'b"c'] where id = ${targetId}`,
  );
  const condition = { type: "ssl_expiry", params: { days: 14 } } as const;
  const ruleId = await makeRule(harness.database, { orgId, ...condition });
  const alertId = await open(channelId, { name: HOSTILE, ruleId, targetId });
  await deliveries.run(channelId);
  expect(receiver.received[0]?.json()).toEqual({
    text: `[opened] ${HOSTILE} | ${HOSTILE}`,
    ...{ rule: "Test", n: 3, tags: ["a", 'b"c'], id: alertId },
  });
  expect(receiver.received[0]?.headers["content-type"]).toBe("application/json");
  expect(receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("the standard payload has the texts of templates if there is none for the body", async () => {
  const channelId = await webhook({
    title: "Look: {{alert.title}}",
    text: "{{alert.message}}\n{{rule.name}}",
  });
  await open(channelId);
  await deliveries.run(channelId);
  expect(receiver.received[0]?.json()).toMatchObject({
    type: "alert.opened",
    data: { title: "Look: Shop is down", text: "It is.\n" },
  });
});

test("the verdict is in the messages that are sent after it is known; none waits for it", async () => {
  const channelId = await webhook({ title: "{{alert.verdict}} {{alert.evidence_url}}" });
  const { id: targetId } = await makeMonitor(harness.database, { orgId });
  const alertId = await open(channelId, { targetId });
  await harness.database.run(sql`update alert set rule_type = 'consecutive_failures' where id = ${alertId}`);
  await deliveries.run(channelId);
  expect(receiver.received[0]?.json().data).not.toHaveProperty("verdict");
  const changedAt = new Date(deliveries.clock.now() - 1_000);
  const summary = "1 of 4 addresses refuses connections: 203.0.113.7";
  const verdict = { layer: "tcp", scope: "one_address", certainty: "certain", summary } as const;
  await makeBundle(harness.database, { orgId, targetId, at: changedAt, verdict });
  deliveries.clock.move(60_000);
  await deliveries.notify([{ orgId, alertId, channelId, kind: "reminder" }]);
  await deliveries.run(channelId);
  const reminder: { data?: { url: string } } = receiver.received[1]?.json() ?? {};
  const url = `${reminder.data?.url}#evidence`;
  expect(reminder.data).toMatchObject({
    verdict: { ...verdict, url },
    title: `${summary} ${url}`,
  });
});

test("a digest has the body of the template with its own texts, and null for the fields of an alert", async () => {
  const body =
    "kind={{message.kind}}&title={{message.headline}}&count={{message.alert_count}}&id={{alert.id}}";
  const contentType = "application/x-www-form-urlencoded";
  const channelId = await webhook({ title: "Look: {{alert.title}}", body, content_type: contentType });
  for (let nr = 0; nr < 5; nr++) await open(channelId, { name: `Shop & ${nr}` });
  await deliveries.run(channelId);
  const form = new URLSearchParams(receiver.received[0]?.body);
  expect(Object.fromEntries(form)).toEqual({
    kind: "digest",
    title: "5 alerts: 5 opened",
    count: "5",
    id: "",
  });
  expect(receiver.received[0]?.headers["content-type"]).toBe(contentType);
});
