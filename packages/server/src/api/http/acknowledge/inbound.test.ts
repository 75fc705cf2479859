import { createHmac, randomBytes } from "node:crypto";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeMember, makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { replyCodeOf } from "../../../pipeline/alerting/messages/reply-code.ts";
import { pagePeople } from "../../../pipeline/on-call/paging/page-people.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { twilioSignature } from "./twilio-replies.ts";

const PUBLIC_URL = "https://vedette.example";
const SIGNING_SECRET = "0123456789abcdef0123456789abcdef";
const AUTH_TOKEN = "fedcba9876543210fedcba9876543210";
const PHONE = "+15550100042";

let running: TestApp;
let org: TestOrg;
let nowMs = Date.now();
/** What was sent to Slack and Telegram. */
const sent: { url: string; body: string }[] = [];
beforeAll(async () => {
  running = await startTestApp({
    clock: { now: () => nowMs, monotonic: () => nowMs },
    config: { publicUrl: PUBLIC_URL },
    sendRequest: async (url, { body }) => {
      sent.push({ url, body: String(body) });
      return { statusCode: 200, retryAfter: null, text: "{}", bytes: Buffer.from("{}") };
    },
  });
});
beforeEach(async () => {
  nowMs = Date.now();
  sent.length = 0;
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function makeChannel(type: string, config: object): Promise<string> {
  const payload = { name: "Ops", type, config };
  const response = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/alerts/channels",
    payload,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
}

/** An alert that the channel was notified of. */
async function makeNotified(channelId: string): Promise<string> {
  const { orgId } = org;
  const alertId = await makeAlert(running.database, { orgId, atMs: nowMs });
  await running.database.run(sql`
    insert into alert_notification (id, org_id, alert_id, channel_id, kind, status, created_at, due_at, finished_at)
    values (${newId(nowMs)}, ${orgId}, ${alertId}, ${channelId}, 'opened', 'delivered', now(), now(), now())`);
  return alertId;
}

const post = (url: string, payload: string, headers: Record<string, string>) =>
  running.app.server.inject({ method: "POST", url, payload, headers });
const acknowledgedBy = async (alertId: string) =>
  (await running.call(org.keys.admin, { method: "GET", url: `/api/v1/alerts/${alertId}` })).json().data
    .acknowledged_by;
const auditNames = () =>
  running.database.rows<{ actor_name: string }>(sql`
    select actor_name from audit_entry where org_id = ${org.orgId} and action = 'alert.acknowledge'`);

describe("Slack", () => {
  const make = () =>
    makeChannel("slack", { bot_token: "xoxb-0123456789", channel: "#ops", signing_secret: SIGNING_SECRET });
  const press = (channelId: string, alertId: string, change: { atMs?: number; secret?: string } = {}) => {
    const payload = {
      ...{ type: "block_actions", user: { id: "U1", username: "ada" }, channel: { id: "C1" } },
      message: { ts: "1.2", blocks: [{ type: "header" }, { type: "actions" }] },
      actions: [{ action_id: "acknowledge", value: alertId }],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const at = String(Math.floor((change.atMs ?? nowMs) / 1_000));
    const hmac = createHmac("sha256", change.secret ?? SIGNING_SECRET).update(`v0:${at}:${body}`);
    return post(`/api/v1/slack/actions/${channelId}`, body, {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": at,
      "x-slack-signature": `v0=${hmac.digest("hex")}`,
    });
  };

  test("a press acknowledges once, and replaces the button of the message", async () => {
    const channelId = await make();
    const alertId = await makeNotified(channelId);
    for (let time = 0; time < 3; time += 1) expect((await press(channelId, alertId)).statusCode).toBe(200);
    expect(await acknowledgedBy(alertId)).toBe(channelId);
    expect(await auditNames()).toEqual([{ actor_name: "channel Ops by Slack user ada" }]);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]?.url).toBe("https://slack.com/api/chat.update");
    const { ts, blocks } = JSON.parse(sent[0]?.body ?? "");
    expect(ts).toBe("1.2");
    expect(blocks).toEqual([
      { type: "header" },
      { type: "context", elements: [expect.objectContaining({ text: "Acknowledged by ada" })] },
    ]);
  });

  test("wrong signatures, old requests and alerts of others change nothing", async () => {
    const channelId = await make();
    const alertId = await makeNotified(channelId);
    expect((await press(channelId, alertId, { secret: "f".repeat(32) })).statusCode).toBe(404);
    expect((await press(channelId, alertId, { atMs: nowMs - 301_000 })).statusCode).toBe(404);
    expect((await press(channelId, alertId, { atMs: nowMs + 301_000 })).statusCode).toBe(404);
    expect((await press(newId(nowMs), alertId)).statusCode).toBe(404);
    expect(await acknowledgedBy(alertId)).toBeNull();
    const other = await makeOrg(running.database);
    const foreign = await makeAlert(running.database, { orgId: other.orgId });
    expect((await press(channelId, foreign)).statusCode).toBe(200);
    const row = await running.database.find<{ acknowledged_at: Date | null }>(sql`
      select acknowledged_at from alert where id = ${foreign}`);
    expect(row).toEqual({ acknowledged_at: null });
  });

  test("a body beyond the limit is rejected", async () => {
    const channelId = await make();
    expect((await post(`/api/v1/slack/actions/${channelId}`, "x".repeat(1_000_000), {})).statusCode).toBe(
      413,
    );
  });
});

describe("Telegram", () => {
  const TOKEN = "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  async function make(): Promise<{ channelId: string; secret: string }> {
    const channelId = await makeChannel("telegram", { bot_token: TOKEN, chat_id: "-100" });
    await expect.poll(() => sent.length).toBe(1);
    const { url, secret_token: secret } = JSON.parse(sent.splice(0)[0]?.body ?? "");
    expect(url).toBe(`${PUBLIC_URL}/api/v1/telegram/updates/${channelId}`);
    return { channelId, secret };
  }
  const tap = (channelId: string, alertId: string, secret: string, updateId = 1) => {
    const query = {
      ...{ id: "q", data: `acknowledge:${alertId}`, from: { id: 7, username: "ada" } },
      message: { message_id: 5, chat: { id: -100 } },
    };
    return post(
      `/api/v1/telegram/updates/${channelId}`,
      JSON.stringify({ update_id: updateId, callback_query: query }),
      { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
    );
  };

  test("a tap with the secret that Telegram was given acknowledges once", async () => {
    const { channelId, secret } = await make();
    const alertId = await makeNotified(channelId);
    expect((await tap(channelId, alertId, "wrong")).statusCode).toBe(404);
    expect(await acknowledgedBy(alertId)).toBeNull();
    for (let time = 0; time < 2; time += 1)
      expect((await tap(channelId, alertId, secret)).statusCode).toBe(200);
    expect(await acknowledgedBy(alertId)).toBe(channelId);
    expect(await auditNames()).toEqual([{ actor_name: "channel Ops by Telegram user ada" }]);
    await expect
      .poll(() => sent.map(({ url }) => url.split("/").at(-1)))
      .toEqual(["answerCallbackQuery", "editMessageReplyMarkup"]);
  });
});

describe("Twilio", () => {
  const make = () =>
    makeChannel("twilio_sms", {
      ...{ account_sid: `AC${"0".repeat(32)}`, auth_token: AUTH_TOKEN, from: "+15550100001", to: [PHONE] },
    });
  type Reply = { body: string; from?: string; sid?: string; token?: string; host?: string };
  const reply = (
    channelId: string,
    { body, from = PHONE, sid, token = AUTH_TOKEN, host = PUBLIC_URL }: Reply,
  ) => {
    const path = `/api/v1/twilio/sms/${channelId}`;
    const MessageSid = sid ?? `SM${randomBytes(16).toString("hex")}`;
    const params = new URLSearchParams({ MessageSid, From: from, Body: body });
    return post(path, params.toString(), {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": twilioSignature(token, { url: `${host}${path}`, params }),
    });
  };

  test("the signature is that of the example of Twilio", () => {
    // https://www.twilio.com/docs/usage/security
    const params = new URLSearchParams({
      ...{ CallSid: "CA1234567890ABCDE", Caller: "+14158675310", Digits: "1234", From: "+14158675310" },
      To: "+18005551212",
    });
    expect(twilioSignature("12345", { url: "https://example.com/myapp.php?foo=1&bar=2", params })).toBe(
      "L/OH5YylLD5NRKLltdqwSvS0BnU=",
    );
  });

  test("a reply with a code acknowledges that alert, and the audit log masks the number", async () => {
    const channelId = await make();
    const [first, second] = [await makeNotified(channelId), await makeNotified(channelId)];
    const unclear = await reply(channelId, { body: "ok" });
    expect([unclear.statusCode, unclear.headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
    expect(unclear.body).toContain("Several alerts are open");
    const sid = "SM1";
    const done = await reply(channelId, { body: ` ack ${replyCodeOf(first)} `, sid });
    expect(done.body).toContain("<Message>Acknowledged: Shop is down</Message>");
    expect(await acknowledgedBy(first)).toBe(channelId);
    expect(await acknowledgedBy(second)).toBeNull();
    expect(await auditNames()).toEqual([{ actor_name: "channel Ops by SMS from +15…42" }]);
    const replayed = await reply(channelId, { body: "ok", sid });
    expect(replayed.body).toContain("<Response></Response>");
    expect(await acknowledgedBy(second)).toBeNull();
    await reply(channelId, { body: "ok" });
    expect(await acknowledgedBy(second)).toBe(channelId);
  });

  test("other numbers, wrong tokens and other hosts acknowledge nothing", async () => {
    const channelId = await make();
    const alertId = await makeNotified(channelId);
    expect((await reply(channelId, { body: "ok", from: "+15550109999" })).body).toContain(
      "no such open alert",
    );
    expect((await reply(channelId, { body: "ok", token: "0".repeat(32) })).statusCode).toBe(404);
    expect((await reply(channelId, { body: "ok", host: "https://evil.example" })).statusCode).toBe(404);
    expect(await acknowledgedBy(alertId)).toBeNull();
  });

  describe("to a person who was paged", () => {
    let ada: Awaited<ReturnType<typeof makeMember>>;
    beforeEach(async () => {
      ada = await makeMember(running.database, { orgId: org.orgId, role: "viewer" });
      await running.database.run(sql`
        insert into contact_method (id, org_id, person_id, type, address, verified_at, created_at)
        values (${newId(nowMs)}, ${org.orgId}, ${ada.id}, 'sms', ${PHONE}, now(), now())`);
    });

    /** A page of the person, with the code in its SMS. */
    async function makePage(): Promise<{ id: string; alertId: string; code: string }> {
      const { orgId } = org;
      const alertId = await makeAlert(running.database, { orgId, atMs: nowMs });
      const page = {
        orgId: orgId as OrgId,
        personId: ada.id,
        alertId,
        escalationId: newId(nowMs),
        isDrill: false,
      };
      await running.database.transaction((db) => pagePeople(db, [{ ...page, step: 0, round: 0 }], nowMs));
      const row = await running.database.find<{ id: string; reply_code: string }>(sql`
        select id, reply_code from page where alert_id = ${alertId}`);
      return { id: row?.id ?? "", alertId, code: row?.reply_code ?? "" };
    }

    test("a reply acknowledges as the person, also if the number is no recipient of the channel", async () => {
      const channelId = await makeChannel("twilio_sms", {
        ...{
          account_sid: `AC${"0".repeat(32)}`,
          auth_token: AUTH_TOKEN,
          from: "+15550100001",
          to: ["+15550100077"],
        },
      });
      const [first, second] = [await makePage(), await makePage()];
      expect((await reply(channelId, { body: "ok" })).body).toContain("Several alerts are open");
      expect((await reply(channelId, { body: first.code, from: "+15550109999" })).body).toContain(
        "no such open",
      );
      expect((await reply(channelId, { body: `Ack ${first.code}!` })).body).toContain("Acknowledged: ");
      expect([await acknowledgedBy(first.alertId), await acknowledgedBy(second.alertId)]).toEqual([
        ada.id,
        null,
      ]);
      const [entry] = await auditNames();
      expect(entry?.actor_name).toMatch(/ by SMS from \+15…42$/);
      await running.database.run(sql`delete from membership where person_id = ${ada.id}`);
      expect((await reply(channelId, { body: second.code })).body).toContain("no such open");
      expect(await acknowledgedBy(second.alertId)).toBeNull();
    });

    type Press = { digits: string; sid?: string; token?: string };
    const press = (channelId: string, pageId: string, { digits, sid = "CA1", token = AUTH_TOKEN }: Press) => {
      const path = `/api/v1/twilio/voice/${channelId}?page=${pageId}`;
      const params = new URLSearchParams({ CallSid: sid, To: PHONE, Digits: digits });
      return post(path, params.toString(), {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": twilioSignature(token, { url: `${PUBLIC_URL}${path}`, params }),
      });
    };
    const makeCaller = () =>
      makeChannel("twilio_call", {
        ...{ account_sid: `AC${"0".repeat(32)}`, auth_token: AUTH_TOKEN, from: "+15550100001", to: [PHONE] },
      });

    test("the key 1 of a call acknowledges once, and the answer is spoken", async () => {
      const channelId = await makeCaller();
      const page = await makePage();
      const other = await press(channelId, page.id, { digits: "2" });
      expect(other.body).toContain("<Say>The alert is not acknowledged. Goodbye.</Say>");
      expect((await press(channelId, page.id, { digits: "" })).statusCode).toBe(200);
      expect(await acknowledgedBy(page.alertId)).toBeNull();
      const done = await press(channelId, page.id, { digits: "1" });
      expect([done.statusCode, done.headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
      expect(done.body).toContain("<Say>Acknowledged: Shop is down. Goodbye.</Say>");
      expect(await acknowledgedBy(page.alertId)).toBe(ada.id);
      await press(channelId, page.id, { digits: "1" });
      expect(await auditNames()).toEqual([{ actor_name: expect.stringMatching(/ by call to \+15…42$/) }]);
    });

    test("a key with a wrong signature, of another page or of another organization acknowledges nothing", async () => {
      const channelId = await makeCaller();
      const page = await makePage();
      expect((await press(channelId, page.id, { digits: "1", token: "0".repeat(32) })).statusCode).toBe(404);
      expect((await press(channelId, "x", { digits: "1" })).statusCode).toBe(404);
      expect((await press(channelId, newId(nowMs), { digits: "1" })).body).toContain("no such open alert");
      org = await makeOrg(running.database);
      expect((await press(await makeCaller(), page.id, { digits: "1" })).body).toContain(
        "no such open alert",
      );
      const row = await running.database.find(
        sql`select acknowledged_at from alert where id = ${page.alertId}`,
      );
      expect(row).toEqual({ acknowledged_at: null });
    });
  });
});
