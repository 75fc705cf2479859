import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { NO_DEVICES, testOpenSmtp, testRequest, testSendBytes } from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import { writeNotifications } from "../../../pipeline/alerting/delivery/notifications.ts";
import { createSendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NO_MAILER = {
  isConfigured: false,
  send: () => Promise.reject(new Error("this test must not send e-mail")),
};

let running: TestApp;
let org: TestOrg;
let receiver: Receiver;
beforeAll(async () => {
  const request = testRequest();
  running = await startTestApp({
    sendOnChannel: createSendOnChannel({
      channels: CHANNELS,
      request,
      sendBytes: testSendBytes(),
      openSmtp: testOpenSmtp(),
      pushToMembers: NO_DEVICES,
      mailer: NO_MAILER,
      clock: systemClock,
    }),
  });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(() => running.stop());

const BASE = "/api/v1/alerts/channels";
const CANARY = "c4nary-Secret-0f-the-test";

const send = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  payload?: object,
  key = org.keys.admin,
) => running.call(key, { method, url: `${BASE}${path}`, ...(payload && { payload }) });

async function createChannel(type: string, config: object, name = "Ops"): Promise<AlertChannel> {
  const response = await send("POST", "", { name, type, config });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data;
}

async function updateChannel(id: string, payload: object): Promise<AlertChannel> {
  const response = await send("PUT", `/${id}`, payload);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json().data;
}

async function expectInvalid(type: string, config: unknown, path: string): Promise<void> {
  const response = await send("POST", "", { name: "Ops", type, config });
  expect([response.statusCode, response.body]).toEqual([400, expect.anything()]);
  const { details } = response.json().error as { details: { path: string; message: string }[] };
  expect(details.map((detail) => detail.path)).toEqual([path]);
}

test("a channel of devices names members of this organization, and keeps who left", async () => {
  const memberOf = (orgId: string) => makeMember(running.database, { orgId, role: "member" });
  const [ada, bob] = [await memberOf(org.orgId), await memberOf(org.orgId)];
  const stranger = await memberOf((await makeOrg(running.database)).orgId);
  await expectInvalid("webpush", { people: [ada.id, stranger.id] }, "config.people.1");
  await expectInvalid("webpush", { people: [] }, "config.people");
  await expectInvalid("webpush", { people: [ada.id], role: "owner" }, "config.role");
  await expectInvalid("webpush", {}, "config.people");
  const channel = await createChannel("webpush", { people: [ada.id, bob.id] });
  await running.database.run(sql`delete from membership where id = ${bob.membershipId}`);
  expect(await updateChannel(channel.id, { name: "Devices", config: channel.config })).toMatchObject({
    ...{ name: "Devices", config: { people: [ada.id, bob.id] } },
  });
  expect(await updateChannel(channel.id, { config: { people: null, role: "admin" } })).toMatchObject({
    config: { role: "admin" },
  });
  const response = await send("PUT", `/${channel.id}`, { config: { people: [stranger.id], role: null } });
  expect(response.json().error.details).toMatchObject([{ path: "config.people.0" }]);
});

const webhookConfig = (headers: Record<string, string> = {}) => ({ url: `${receiver.url}/hook`, headers });

describe("a channel", () => {
  test.each([
    [
      "slack",
      { webhook_url: `https://hooks.slack.com/services/T0/B0/${CANARY}` },
      { webhook_url: "https://hooks.slack.com/••••test" },
    ],
    [
      "slack",
      { bot_token: `xoxb-1234567890-${CANARY}`, channel: "#ops" },
      { bot_token: "••••test", channel: "#ops" },
    ],
    ["email", { recipients: ["ada@example.org"] }, { recipients: ["ada@example.org"] }],
    [
      "webhook",
      { url: "https://example.com/hook", headers: { authorization: `Bearer ${CANARY}`, "x-a": "b" } },
      { url: "https://example.com/hook", headers: { authorization: "••••test", "x-a": "••••" } },
    ],
    [
      "webhook",
      { url: `https://example.com/hook?key=${CANARY}` },
      { url: "https://example.com/hook?••••test", headers: {} },
    ],
    [
      "discord",
      { webhook_url: `https://discord.com/api/webhooks/1/${CANARY}` },
      { webhook_url: "https://discord.com/••••test" },
    ],
    [
      "teams",
      { webhook_url: `https://example.com/workflows/${CANARY}` },
      { webhook_url: "https://example.com/••••test" },
    ],
    [
      "telegram",
      { bot_token: `123456:${CANARY}`, chat_id: -100_200 },
      { bot_token: "••••test", chat_id: "-100200" },
    ],
    ["pagerduty", { routing_key: "R0123456789012345678901234567890" }, { routing_key: "••••7890" }],
  ])(
    "of type %s shows only the last characters of its secrets and keeps the secrets if the masked values are sent back",
    async (type, config, maskedConfig) => {
      const created = await createChannel(type, config);
      expect(created).toMatchObject({
        name: "Ops",
        type,
        config: maskedConfig,
        org_id: org.orgId,
        disabled_at: null,
      });
      const before = await stored(created.id);
      expect(await updateChannel(created.id, created)).toEqual(created);
      expect(await stored(created.id)).toEqual(before);
      expect(await updateChannel(created.id, { ...created, name: "Others" })).toMatchObject({
        name: "Others",
        config: maskedConfig,
      });
      for (const path of ["", `/${created.id}`]) expect((await send("GET", path)).body).not.toContain(CANARY);
      const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" });
      expect(log.body).toContain("alert_channel.update");
      expect(log.body).not.toContain(CANARY);
      const rows = await running.database.rows(
        sql`select to_jsonb(c)::text from alert_channel c where id = ${created.id}`,
      );
      expect(JSON.stringify(rows)).not.toContain(CANARY);
    },
  );

  test.each([
    ["slack", {}, "config.webhook_url"],
    ["slack", { webhook_url: "ftp://example.com" }, "config.webhook_url"],
    ["slack", { webhook_url: "https://example.com/{{TOKEN}}" }, "config.webhook_url"],
    ["slack", { bot_token: "xoxb-1234567890-a" }, "config.channel"],
    ["email", { recipients: [] }, "config.recipients"],
    ["email", { recipients: ["ada"] }, "config.recipients.0"],
    ["email", { recipients: ["ada@example.org", "Ada@example.org"] }, "config.recipients"],
    ["email", { recipients: ["ada@example.org\r\nBcc: eve@example.org"] }, "config.recipients.0"],
    ["webhook", { url: "http://user:pass@example.com/" }, "config.url"],
    ["webhook", { url: "http://example.com", headers: { "a b": "c" } }, "config.headers.a b"],
    ["webhook", { url: "http://example.com", headers: { a: "b\r\nc: d" } }, "config.headers.a"],
    ["webhook", { url: "http://example.com", headers: { "Webhook-Id": "1" } }, "config.headers.Webhook-Id"],
    ["webhook", { url: "http://example.com", recipients: [] }, "config.recipients"],
    ["telegram", { bot_token: "no", chat_id: "1" }, "config.bot_token"],
    ["telegram", { bot_token: "123456:abcdefghijklmnopqrstuv/../x", chat_id: "1" }, "config.bot_token"],
    ["pagerduty", { routing_key: "" }, "config.routing_key"],
    ["pigeon", {}, "type"],
  ])("of type %s is rejected with %j", expectInvalid);

  test("of another organization is not found", async () => {
    const created = await createChannel("email", { recipients: ["ada@example.org"] });
    const other = await makeOrg(running.database);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/test"],
    ] as const) {
      const payload = method === "PUT" ? { name: "Mine" } : undefined;
      expect((await send(method, `/${created.id}${path}`, payload, other.keys.admin)).statusCode).toBe(404);
    }
    expect((await send("GET", "", undefined, other.keys.admin)).json().data).toEqual([]);
  });

  test("is readable with a read key but not with an agent key", async () => {
    const created = await createChannel("email", { recipients: ["ada@example.org"] });
    expect((await send("GET", `/${created.id}`, undefined, org.keys.read)).statusCode).toBe(200);
    expect((await send("GET", "", undefined, org.keys.agent)).statusCode).toBe(403);
    expect((await send("POST", `/${created.id}/test`, undefined, org.keys.read)).statusCode).toBe(403);
  });

  test("cannot change its type", async () => {
    const created = await createChannel("email", { recipients: ["ada@example.org"] });
    const response = await send("PUT", `/${created.id}`, { type: "slack" });
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, "type"]);
  });

  test("is listed in pages and filtered by type and name", async () => {
    await createChannel("email", { recipients: ["ada@example.org"] }, "B");
    await createChannel("webhook", webhookConfig(), "A");
    const { data } = (await send("GET", "?sort=name")).json();
    expect(data.map(({ name }: AlertChannel) => name)).toEqual(["A", "B"]);
    expect((await send("GET", "?type=email")).json().data).toHaveLength(1);
    const found = (await send("GET", "?search=b")).json().data;
    expect(found.map(({ name }: AlertChannel) => name)).toEqual(["B"]);
    expect((await send("GET", "?limit=1&sort=name")).json().meta.has_more).toBe(true);
  });

  test("is enabled again by an update after it was disabled", async () => {
    const created = await createChannel("webhook", webhookConfig());
    await running.database.run(
      sql`update alert_channel set disabled_at = now(), disabled_reason = 'HTTP 410' where id = ${created.id}`,
    );
    const before = (await send("GET", `/${created.id}`)).json().data;
    expect(before).toMatchObject({ disabled_at: expect.any(String), disabled_reason: "HTTP 410" });
    expect(await updateChannel(created.id, before)).toMatchObject({
      disabled_at: null,
      disabled_reason: null,
    });
    expect((await send("POST", `/${created.id}/test`)).json().data.delivered).toBe(true);
  });
});

describe("secrets", () => {
  test("a signing secret is generated for webhooks, returned to admins, and null for others", async () => {
    const created = await createChannel("webhook", webhookConfig());
    expect(created.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await createChannel("email", { recipients: ["ada@example.org"] })).signing_secret).toBeNull();
    expect(
      (await send("GET", `/${created.id}`, undefined, org.keys.read)).json().data.signing_secret,
    ).toBeNull();
    for (const [role, isShown] of [
      ["member", false],
      ["admin", true],
    ] as const) {
      const member = await makeMember(running.database, { orgId: org.orgId, role });
      const response = await running.callAs(member, { method: "GET", url: `${BASE}/${created.id}` });
      expect(response.json().data.signing_secret).toBe(isShown ? created.signing_secret : null);
    }
    const changed = await updateChannel(created.id, { name: "B" });
    expect(changed.signing_secret).toBe(created.signing_secret);
  });

  test("a header sent back masked keeps its value when another header changes", async () => {
    const created = await createChannel(
      "webhook",
      webhookConfig({ authorization: `Bearer ${CANARY}`, "x-b": "old" }),
    );
    const headers = { ...(created.config.headers as object), "x-b": "new" };
    await updateChannel(created.id, { config: { headers } });
    await send("POST", `/${created.id}/test`);
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: `Bearer ${CANARY}`, "x-b": "new" });
  });

  test("a masked header is not carried over to another host by a user who cannot read it", async () => {
    const created = await createChannel("webhook", webhookConfig({ authorization: `Bearer ${CANARY}` }));
    const eve = await startReceiver();
    try {
      for (const config of [{ url: eve.url }, { url: eve.url, headers: created.config.headers }]) {
        const response = await send("PUT", `/${created.id}`, { config });
        expect([response.statusCode, response.json().error.details[0].path]).toEqual([
          400,
          "config.headers.authorization",
        ]);
      }
      await updateChannel(created.id, { config: { url: eve.url, headers: null } });
      await send("POST", `/${created.id}/test`);
      expect(eve.received[0]?.headers.authorization).toBeUndefined();
    } finally {
      await eve.close();
    }
  });
});

describe("a channel test", () => {
  test("sends immediately and reports the delivery", async () => {
    const created = await createChannel("webhook", webhookConfig());
    const response = await send("POST", `/${created.id}/test`);
    expect(response.json().data).toEqual({
      delivered: true,
      status_code: 200,
      error: null,
      duration_ms: expect.any(Number),
    });
    expect(receiver.received[0]?.json()).toMatchObject({ type: "alert.test" });
  });

  test("reports the failure and does not disable the channel", async () => {
    receiver.responses.push({ status: 410, body: "gone" });
    const created = await createChannel("webhook", webhookConfig());
    const response = await send("POST", `/${created.id}/test`);
    expect([response.statusCode, response.json().data]).toEqual([
      200,
      { delivered: false, status_code: 410, error: "HTTP 410: gone", duration_ms: expect.any(Number) },
    ]);
    expect((await send("GET", `/${created.id}`)).json().data.disabled_at).toBeNull();
  });

  test("does not reach addresses that checks must not reach", async () => {
    const created = await createChannel("webhook", { url: "http://169.254.169.254/latest/meta-data" });
    const { delivered, error } = (await send("POST", `/${created.id}/test`)).json().data;
    expect(delivered).toBe(false);
    expect(error).toContain("metadata");
  });
});

describe("a channel that rules use", () => {
  const rule = (channelId: string) =>
    makeRule(running.database, {
      orgId: org.orgId,
      type: "ssl_expiry",
      params: { days: 14 },
      channelIds: [channelId],
    });

  test("cannot be deleted, and the error names the rule", async () => {
    const created = await createChannel("webhook", webhookConfig());
    await rule(created.id);
    const response = await send("DELETE", `/${created.id}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toContain("the rule 'Test'");
    expect((await send("GET", `/${created.id}`)).statusCode).toBe(200);
  });

  test("is deleted with force=true, and its rules are disabled", async () => {
    const created = await createChannel("webhook", webhookConfig());
    const ruleId = await rule(created.id);
    expect((await send("DELETE", `/${created.id}?force=true`)).json().data).toEqual({
      id: created.id,
      deleted: true,
    });
    expect((await send("GET", `/${created.id}`)).statusCode).toBe(404);
    const [row] = await running.database.rows(sql`select enabled from alert_rule where id = ${ruleId}`);
    expect(row).toEqual({ enabled: false });
  });

  test("leaves no alert waiting for a notification when it is deleted", async () => {
    const created = await createChannel("webhook", webhookConfig());
    const { database } = running;
    const alertId = await makeAlert(database, { orgId: org.orgId });
    await database.transaction((db) =>
      writeNotifications(
        db,
        [{ orgId: org.orgId, alertId, channelId: created.id, kind: "opened" }],
        Date.now(),
      ),
    );
    expect((await send("DELETE", `/${created.id}`)).statusCode).toBe(200);
    expect(await database.find(sql`select status from alert where id = ${alertId}`)).toEqual({
      status: "failed",
    });
  });
});

const stored = (id: string) =>
  running.database.find(
    sql`select encrypted_config, version, updated_at from alert_channel where id = ${id}`,
  );
