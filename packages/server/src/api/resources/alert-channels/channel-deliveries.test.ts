import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { ChannelDelivery } from "@vedette/contract/alerts/channel-deliveries.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import {
  NO_DEVICES,
  type TestDeliveries,
  testDeliveries,
  testOpenSmtp,
  testRequest,
  testSendBytes,
} from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import { createSendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";

const NO_MAILER = {
  isConfigured: false,
  send: () => Promise.reject(new Error("this test must not send e-mail")),
};

let running: TestApp;
let org: TestOrg;
let receiver: Receiver;
let deliveries: TestDeliveries;
beforeAll(async () => {
  const request = testRequest();
  const clock = systemClock;
  const sendOnChannel = createSendOnChannel({
    channels: CHANNELS,
    request,
    sendBytes: testSendBytes(),
    openSmtp: testOpenSmtp(),
    pushToMembers: NO_DEVICES,
    mailer: NO_MAILER,
    clock,
  });
  running = await startTestApp({ sendOnChannel });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  receiver = await startReceiver();
  deliveries = testDeliveries(running.database);
  deliveries.clock.move(Date.now() - deliveries.clock.now());
});
afterEach(() => receiver.close());
afterAll(() => running.stop());

const BASE = "/api/v1/alerts/channels";
const call = (method: "GET" | "POST", path: string, payload?: object) =>
  running.call(org.keys.admin, { method, url: `${BASE}${path}`, ...(payload && { payload }) });
/** As a key reads it that may not see the signing secret. */
const health = async (id: string): Promise<AlertChannel["health"]> =>
  (await running.call(org.keys.read, { method: "GET", url: `${BASE}/${id}` })).json().data.health;
const log = async (id: string, query = ""): Promise<ChannelDelivery[]> =>
  (await call("GET", `/${id}/deliveries${query}`)).json().data;

async function createWebhook(): Promise<string> {
  const payload = { name: "Ops", type: "webhook", config: { url: `${receiver.url}/hook` } };
  return (await call("POST", "", payload)).json().data.id;
}

async function openAlert(channelId: string, name: string): Promise<string> {
  const alertId = await makeAlert(running.database, { orgId: org.orgId, name });
  await deliveries.notify([{ orgId: org.orgId, alertId, channelId, kind: "opened" }]);
  return alertId;
}

test("a new channel is untested, works after an accepted message, and fails from the first refused one on", async () => {
  const id = await createWebhook();
  const unused = { last_delivery_at: null, failing_since: null, delivered_24h: 0, failed_24h: 0 };
  expect(await health(id)).toEqual({ status: "untested", reason: null, ...unused });
  await call("POST", `/${id}/test`);
  expect(await health(id)).toMatchObject({ status: "working", delivered_24h: 1, failed_24h: 0 });
  receiver.responses.push({ status: 500 }, { status: 503 });
  await call("POST", `/${id}/test`);
  await call("POST", `/${id}/test`);
  const failing = await health(id);
  const [last, first] = await log(id, "?ok=false");
  expect(failing).toEqual({
    status: "failing",
    reason: last?.error,
    last_delivery_at: last?.at,
    failing_since: first?.at,
    delivered_24h: 1,
    failed_24h: 2,
  });
  await call("POST", `/${id}/test`);
  expect(await health(id)).toMatchObject({ status: "working", reason: null, failing_since: null });
});

test("the log has every attempt with its alert, newest first, in pages", async () => {
  const { id } = await deliveries.channel(org.orgId, {
    config: { url: `${receiver.url}/hook`, headers: {} },
  });
  receiver.responses.push({ status: 500 });
  const alertId = await openAlert(id, "Shop");
  await deliveries.run(id);
  expect(await health(id)).toMatchObject({ status: "failing", reason: expect.stringContaining("500") });
  deliveries.clock.move(3_600_000);
  await deliveries.run(id);
  const all = await log(id);
  const alert = { id: alertId, title: "Shop is down" };
  expect(all).toMatchObject([
    { kind: "opened", alert, attempt: 2, ok: true, status_code: 200, error: null },
    { kind: "opened", alert, attempt: 1, ok: false, status_code: 500 },
  ]);
  const { data, meta } = (await call("GET", `/${id}/deliveries?limit=1`)).json();
  expect([data, meta.has_more]).toEqual([[all[0]], true]);
  expect(await log(id, `?limit=1&cursor=${meta.next_cursor}`)).toEqual([all[1]]);
  expect(await log(id, "?ok=true")).toEqual([all[0]]);
});

test("an email channel without a mail server is unavailable, and says why", async () => {
  const payload = { name: "Mail", type: "email", config: { recipients: ["ada@example.com"] } };
  const { health: state } = (await call("POST", "", payload)).json().data as AlertChannel;
  expect(state).toMatchObject({ status: "unavailable", reason: expect.stringContaining("SMTP_URL") });
});

test("the log of another organization is not found, and a wrong filter is named", async () => {
  const id = await createWebhook();
  const other = await makeOrg(running.database);
  const url = `${BASE}/${id}/deliveries`;
  expect((await running.call(other.keys.admin, { method: "GET", url })).statusCode).toBe(404);
  const refused = await call("GET", `/${id}/deliveries?ok=maybe`);
  expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, "ok"]);
});
