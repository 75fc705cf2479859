import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert, makeRule } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { testRequest } from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import { writeNotifications } from "../../../pipeline/alerting/delivery/notifications.ts";
import { createSendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NO_MAILER = { isConfigured: false, send: () => Promise.reject(new Error("no mail is sent here")) };

let running: TestApp;
let org: TestOrg;
let receiver: Receiver;
beforeAll(async () => {
  const request = testRequest();
  running = await startTestApp({
    sendOnChannel: createSendOnChannel({
      channels: CHANNELS,
      request,
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

async function make(type: string, config: object, name = "Ops"): Promise<AlertChannel> {
  const answer = await send("POST", "", { name, type, config });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().data;
}

async function change(id: string, payload: object): Promise<AlertChannel> {
  const answer = await send("PUT", `/${id}`, payload);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json().data;
}

async function expectRefused(type: string, config: unknown, path: string): Promise<void> {
  const answer = await send("POST", "", { name: "Ops", type, config });
  expect([answer.statusCode, answer.body]).toEqual([400, expect.anything()]);
  const { details } = answer.json().error as { details: { path: string; message: string }[] };
  expect(details.map((detail) => detail.path)).toEqual([path]);
}

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
    "of type %s shows of its secrets the last characters, and keeps them when that is sent back",
    async (type, config, shown) => {
      const made = await make(type, config);
      expect(made).toMatchObject({ name: "Ops", type, config: shown, org_id: org.orgId, disabled_at: null });
      const before = await stored(made.id);
      expect(await change(made.id, made)).toEqual(made);
      expect(await stored(made.id)).toEqual(before);
      expect(await change(made.id, { ...made, name: "Others" })).toMatchObject({
        name: "Others",
        config: shown,
      });
      for (const path of ["", `/${made.id}`]) expect((await send("GET", path)).body).not.toContain(CANARY);
      const log = await running.call(org.keys.admin, { method: "GET", url: "/api/v1/audit-log" });
      expect(log.body).toContain("alert_channel.update");
      expect(log.body).not.toContain(CANARY);
      const rows = await running.database.rows(
        sql`select to_jsonb(c)::text from alert_channel c where id = ${made.id}`,
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
  ])("of type %s is not set up by %j", expectRefused);

  test("of another organization is nobody's", async () => {
    const made = await make("email", { recipients: ["ada@example.org"] });
    const other = await makeOrg(running.database);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/test"],
    ] as const) {
      const payload = method === "PUT" ? { name: "Mine" } : undefined;
      expect((await send(method, `/${made.id}${path}`, payload, other.keys.admin)).statusCode).toBe(404);
    }
    expect((await send("GET", "", undefined, other.keys.admin)).json().data).toEqual([]);
  });

  test("is read by a read key, and by an agent's not", async () => {
    const made = await make("email", { recipients: ["ada@example.org"] });
    expect((await send("GET", `/${made.id}`, undefined, org.keys.read)).statusCode).toBe(200);
    expect((await send("GET", "", undefined, org.keys.agent)).statusCode).toBe(403);
    expect((await send("POST", `/${made.id}/test`, undefined, org.keys.read)).statusCode).toBe(403);
  });

  test("never changes its type", async () => {
    const made = await make("email", { recipients: ["ada@example.org"] });
    const answer = await send("PUT", `/${made.id}`, { type: "slack" });
    expect([answer.statusCode, answer.json().error.details[0].path]).toEqual([400, "type"]);
  });

  test("is listed in pages, and by type", async () => {
    await make("email", { recipients: ["ada@example.org"] }, "B");
    await make("webhook", webhookConfig(), "A");
    const { data } = (await send("GET", "?sort=name")).json();
    expect(data.map(({ name }: AlertChannel) => name)).toEqual(["A", "B"]);
    expect((await send("GET", "?type=email")).json().data).toHaveLength(1);
    expect((await send("GET", "?limit=1&sort=name")).json().meta.has_more).toBe(true);
  });

  test("that was switched off is on again after a change", async () => {
    const made = await make("webhook", webhookConfig());
    await running.database.run(
      sql`update alert_channel set disabled_at = now(), disabled_reason = 'HTTP 410' where id = ${made.id}`,
    );
    const before = (await send("GET", `/${made.id}`)).json().data;
    expect(before).toMatchObject({ disabled_at: expect.any(String), disabled_reason: "HTTP 410" });
    expect(await change(made.id, before)).toMatchObject({ disabled_at: null, disabled_reason: null });
    expect((await send("POST", `/${made.id}/test`)).json().data.delivered).toBe(true);
  });
});

describe("secrets", () => {
  test("a signing secret is made for webhooks, shown to admins, and null to others", async () => {
    const made = await make("webhook", webhookConfig());
    expect(made.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await make("email", { recipients: ["ada@example.org"] })).signing_secret).toBeNull();
    expect(
      (await send("GET", `/${made.id}`, undefined, org.keys.read)).json().data.signing_secret,
    ).toBeNull();
    for (const [role, isShown] of [
      ["member", false],
      ["admin", true],
    ] as const) {
      const member = await makeMember(running.database, { orgId: org.orgId, role });
      const answer = await running.callAs(member, { method: "GET", url: `${BASE}/${made.id}` });
      expect(answer.json().data.signing_secret).toBe(isShown ? made.signing_secret : null);
    }
    const changed = await change(made.id, { name: "B" });
    expect(changed.signing_secret).toBe(made.signing_secret);
  });

  test("a header that was kept masked is sent as it was, beside one that changed", async () => {
    const made = await make("webhook", webhookConfig({ authorization: `Bearer ${CANARY}`, "x-b": "old" }));
    const headers = { ...(made.config.headers as object), "x-b": "new" };
    await change(made.id, { config: { headers } });
    await send("POST", `/${made.id}/test`);
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: `Bearer ${CANARY}`, "x-b": "new" });
  });

  test("a header is not carried to another host by somebody who cannot read it", async () => {
    const made = await make("webhook", webhookConfig({ authorization: `Bearer ${CANARY}` }));
    const eve = await startReceiver();
    try {
      for (const config of [{ url: eve.url }, { url: eve.url, headers: made.config.headers }]) {
        const answer = await send("PUT", `/${made.id}`, { config });
        expect([answer.statusCode, answer.json().error.details[0].path]).toEqual([
          400,
          "config.headers.authorization",
        ]);
      }
      await change(made.id, { config: { url: eve.url, headers: null } });
      await send("POST", `/${made.id}/test`);
      expect(eve.received[0]?.headers.authorization).toBeUndefined();
    } finally {
      await eve.close();
    }
  });
});

describe("a test of a channel", () => {
  test("sends at once, and says that it was delivered", async () => {
    const made = await make("webhook", webhookConfig());
    const answer = await send("POST", `/${made.id}/test`);
    expect(answer.json().data).toEqual({
      delivered: true,
      status_code: 200,
      error: null,
      duration_ms: expect.any(Number),
    });
    expect(receiver.received[0]?.json()).toMatchObject({ type: "alert.test" });
  });

  test("says why it was not, and switches nothing off", async () => {
    receiver.answers.push({ status: 410, body: "gone" });
    const made = await make("webhook", webhookConfig());
    const answer = await send("POST", `/${made.id}/test`);
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { delivered: false, status_code: 410, error: "HTTP 410: gone", duration_ms: expect.any(Number) },
    ]);
    expect((await send("GET", `/${made.id}`)).json().data.disabled_at).toBeNull();
  });

  test("does not reach what no check may reach", async () => {
    const made = await make("webhook", { url: "http://169.254.169.254/latest/meta-data" });
    const { delivered, error } = (await send("POST", `/${made.id}/test`)).json().data;
    expect(delivered).toBe(false);
    expect(error).toContain("metadata");
  });
});

describe("a channel that a rule uses", () => {
  const rule = (channelId: string) =>
    makeRule(running.database, {
      orgId: org.orgId,
      type: "ssl_expiry",
      params: { days: 14 },
      channelIds: [channelId],
    });

  test("is not deleted, and the refusal names the rule", async () => {
    const made = await make("webhook", webhookConfig());
    await rule(made.id);
    const answer = await send("DELETE", `/${made.id}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain("the rule 'Test'");
    expect((await send("GET", `/${made.id}`)).statusCode).toBe(200);
  });

  test("is deleted by force, and its rules are disabled", async () => {
    const made = await make("webhook", webhookConfig());
    const ruleId = await rule(made.id);
    expect((await send("DELETE", `/${made.id}?force=true`)).json().data).toEqual({
      id: made.id,
      deleted: true,
    });
    expect((await send("GET", `/${made.id}`)).statusCode).toBe(404);
    const [row] = await running.database.rows(sql`select enabled from alert_rule where id = ${ruleId}`);
    expect(row).toEqual({ enabled: false });
  });

  test("leaves no alert waiting for it when it is deleted", async () => {
    const made = await make("webhook", webhookConfig());
    const { database } = running;
    const alertId = await makeAlert(database, { orgId: org.orgId });
    await database.transaction((db) =>
      writeNotifications(db, [{ orgId: org.orgId, alertId, channelId: made.id, kind: "opened" }], Date.now()),
    );
    expect((await send("DELETE", `/${made.id}`)).statusCode).toBe(200);
    expect(await database.find(sql`select status from alert where id = ${alertId}`)).toEqual({
      status: "failed",
    });
  });
});

const stored = (id: string) =>
  running.database.find(sql`select sealed, version, updated_at from alert_channel where id = ${id}`);
