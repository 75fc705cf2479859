import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { makeMember, makeOrg } from "../../../../test/app.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { createManualClock, type ManualClock, testRequest } from "../../../../test/deliveries.ts";
import { startMailServer, type TestMailServer } from "../../../../test/servers/mail-server.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { testVault } from "../../../../test/vault.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { sealChannelSecrets } from "../../alerting/delivery/channel-secrets.ts";
import { endPages } from "./end-pages.ts";
import { type NewPage, pagePeople } from "./page-people.ts";
import { pagingJobs } from "./paging-jobs.ts";
import type { SendPageDeps } from "./send-page.ts";

/** Pages of a real database, a mail server and a server that answers as Twilio does. */

let opened: TestDatabase;
let mail: TestMailServer;
let twilio: Receiver;
let clock: ManualClock;
let orgId: string;
let ada: { id: string; email: string };
let alertId: string;
const vault = testVault();
const rejections = new Map<string, { code: number; text: string }>();
const PHONE = "+15550100009";
const SID = `SM${"1".repeat(32)}`;
const created = (sid = SID) => ({ status: 201, body: JSON.stringify({ sid, status: "queued" }) });
const refused = (code: number, status = 400) => ({
  status,
  body: JSON.stringify({ code, message: "refused", status }),
});

beforeAll(async () => {
  opened = await testDatabase();
  mail = await startMailServer({ rejectionOf: (address) => rejections.get(address) ?? null });
  twilio = await startReceiver();
});
afterAll(async () => {
  await mail.close();
  await twilio.close();
  await opened.drop();
});
beforeEach(async () => {
  const { database } = opened;
  await database.run(sql`update page_notification set status = 'discarded' where status = 'pending'`);
  clock = createManualClock();
  orgId = (await makeOrg(database)).orgId;
  ada = await makeMember(database, { orgId, role: "viewer" });
  alertId = await makeAlert(database, { orgId, atMs: clock.now() });
  twilio.received.length = 0;
  twilio.responses.length = 0;
});

const page = (more: Partial<NewPage> = {}): NewPage => ({
  ...{
    orgId,
    personId: ada.id,
    alertId,
    escalationId: newId(clock.now()),
    step: 0,
    round: 0,
    isDrill: false,
  },
  ...more,
});
const pageAll = (pages: readonly NewPage[]) =>
  opened.database.transaction((db) => pagePeople(db, pages, clock.now()));
const end = (reason: "acknowledged" | "resolved") =>
  opened.database.transaction((db) => endPages(db, [alertId], { reason, nowMs: clock.now() }));

async function send(more: Partial<SendPageDeps> = {}): Promise<void> {
  const jobs = pagingJobs({
    ...{
      database: opened.database,
      vault,
      clock,
      mailer: mail.mailer,
      request: testRequest(),
      log: silentLogger,
    },
    ...{ publicUrl: "https://vedette.example", random: () => 0.5 },
    push: async () => null,
    acknowledgeLink: async () => "https://vedette.example/a/token",
    keyUrl: ({ pageId }) => `https://vedette.example/keys/${pageId}`,
    ...more,
  });
  await jobs["on_call.overdue_pages"]({ signal: new AbortController().signal });
}

async function receipts() {
  return opened.database.rows<Record<string, unknown>>(sql`
    select n.method_type as type, n.kind, n.status, n.attempts, n.error, n.provider_id from page_notification n
    join page p on p.id = n.page_id where p.org_id = ${orgId} order by n.created_at, n.after_seconds, n.method_type`);
}
const subjects = (address = ada.email) => mail.mailsTo(address).map(({ subject }) => subject);

async function phone(type: "sms" | "call", rules: readonly number[]): Promise<string> {
  const { database } = opened;
  const channelId = newId(clock.now());
  const config = {
    ...{ account_sid: `AC${"0".repeat(32)}`, auth_token: "f".repeat(32), from: "+15550100001" },
    api_url: twilio.url,
  };
  const context = { orgId, id: channelId, version: 1 };
  const encrypted = await sealChannelSecrets({ db: database, vault }, context, {
    config,
    signingSecret: null,
  });
  await database.run(sql`
    insert into alert_channel (id, org_id, name, type, config, encrypted_config, created_at, updated_at)
    values (${channelId}, ${orgId}, 'Phone', ${`twilio_${type}`}, '{}', ${encrypted}, now(), now())`);
  await database.run(
    type === "sms"
      ? sql`insert into on_call_settings (org_id, sms_channel_id, updated_at) values (${orgId}, ${channelId}, now())
          on conflict (org_id) do update set sms_channel_id = ${channelId}`
      : sql`insert into on_call_settings (org_id, call_channel_id, updated_at) values (${orgId}, ${channelId}, now())
          on conflict (org_id) do update set call_channel_id = ${channelId}`,
  );
  const id = newId(clock.now());
  await database.run(sql`
    insert into contact_method (id, org_id, person_id, type, address, verified_at, created_at)
    values (${id}, ${orgId}, ${ada.id}, ${type}, ${PHONE}, now(), now())`);
  for (const seconds of rules)
    await database.run(sql`
      insert into notification_rule (method_id, severity, after_seconds, position) values (${id}, 'any', ${seconds}, 0)`);
  return id;
}

describe("a page", () => {
  test("without rules is an email at once, with a link to acknowledge", async () => {
    expect(await pageAll([page()])).toEqual([{ personId: ada.id, outcome: "paged" }]);
    await send();
    expect(subjects()).toEqual(["Shop is down"]);
    expect(mail.mailsTo(ada.email)[0]?.text).toContain("Acknowledge: https://vedette.example/a/token");
    expect(await receipts()).toMatchObject([
      { type: "email", status: "sent" },
      { type: "push", status: "discarded", error: "the person has no devices" },
    ]);
  });

  test("is written once for a step, also if the step is repeated after a crash", async () => {
    const same = page();
    await pageAll([same, same]);
    expect(await pageAll([same])).toEqual([{ personId: ada.id, outcome: "paged" }]);
    await send();
    await send();
    expect(subjects()).toHaveLength(1);
    await pageAll([{ ...same, round: 1 }]);
    await send();
    expect(subjects()).toHaveLength(2);
  });

  test("reports people who left or cannot be reached, and sends them nothing", async () => {
    const { database } = opened;
    const gone = await makeMember(database, { orgId, role: "viewer" });
    await database.run(sql`delete from membership where person_id = ${gone.id}`);
    const bounced = await makeMember(database, { orgId, role: "viewer" });
    await database.run(sql`
      update contact_method set failed_at = now(), failed_reason = 'bounced' where person_id = ${bounced.id}`);
    const foreign = await makeMember(database, { orgId: (await makeOrg(database)).orgId, role: "owner" });
    const pages = [gone, bounced, foreign].map(({ id }) => page({ personId: id }));
    expect((await pageAll(pages)).map(({ outcome }) => outcome)).toEqual([
      ...["not_member", "unreachable", "not_member"],
    ]);
    await send();
    expect([...subjects(gone.email), ...subjects(bounced.email), ...subjects(foreign.email)]).toEqual([]);
  });

  test("is not sent to a person who left after it was written", async () => {
    await pageAll([page()]);
    await opened.database.run(sql`delete from membership where person_id = ${ada.id}`);
    await send();
    expect(subjects()).toEqual([]);
    expect(await receipts()).toMatchObject([
      { status: "discarded", error: "the person is no longer a member" },
      { status: "discarded" },
    ]);
  });
});

describe("a message by phone", () => {
  test("follows the rules, and its ID at Twilio is kept", async () => {
    await phone("sms", [0]);
    await phone("call", [180]);
    twilio.responses.push(created(), created(`CA${"2".repeat(32)}`));
    await pageAll([page()]);
    await send();
    expect(twilio.received).toHaveLength(1);
    const sms = new URLSearchParams(twilio.received[0]?.body);
    expect([sms.get("To"), sms.get("From")]).toEqual([PHONE, "+15550100001"]);
    expect(sms.get("Body")).toMatch(
      /^Shop is down: It is\nReply \d{4} to acknowledge\nhttps:\/\/vedette.example\/a\/token$/,
    );
    clock.move(180_000);
    await send();
    const call = new URLSearchParams(twilio.received[1]?.body).get("Twiml") ?? "";
    expect(call).toContain("warning alert of");
    expect(call).toContain("To acknowledge, press 1.");
    expect(call).toMatch(/action="https:\/\/vedette.example\/keys\/[0-9a-f-]{36}"/);
    expect(await receipts()).toMatchObject([
      { type: "sms", status: "sent", provider_id: SID },
      { type: "call", status: "sent", provider_id: `CA${"2".repeat(32)}` },
    ]);
  });

  test("is retried after a rejection that may pass, and waits as requested", async () => {
    await phone("sms", [0]);
    twilio.responses.push({ ...refused(20_429, 429), headers: { "retry-after": "30" } }, created());
    await pageAll([page()]);
    await send();
    clock.move(29_000);
    await send();
    expect(twilio.received).toHaveLength(1);
    clock.move(2_000);
    await send();
    expect(twilio.received).toHaveLength(2);
    expect(await receipts()).toMatchObject([{ type: "sms", status: "sent", attempts: 2 }]);
  });

  test("that is rejected for good marks the method, and the email address of the account is used", async () => {
    await phone("sms", [0]);
    twilio.responses.push(refused(21_610));
    await pageAll([page()]);
    await send();
    expect(subjects()).toEqual(["Shop is down"]);
    expect(await receipts()).toMatchObject([
      { type: "email", status: "sent" },
      { type: "sms", status: "failed", error: "Twilio error 21610: refused" },
    ]);
    // The next page does not use it.
    await pageAll([page()]);
    await send();
    expect(twilio.received).toHaveLength(1);
    expect(subjects()).toHaveLength(2);
  });

  test("that fails because of the account does not mark the method", async () => {
    const id = await phone("sms", [0]);
    twilio.responses.push(refused(20_003, 401));
    await pageAll([page()]);
    await send();
    const method = await opened.database.find(sql`select failed_at from contact_method where id = ${id}`);
    expect(method).toEqual({ failed_at: null });
    expect(subjects()).toHaveLength(1);
  });

  test("is replaced by email beyond 20 an hour", async () => {
    await phone("sms", [0]);
    for (let count = 0; count < 21; count++) twilio.responses.push(created());
    for (let count = 0; count < 21; count++)
      await pageAll([page({ alertId: await makeAlert(opened.database, { orgId, atMs: clock.now() }) })]);
    await send();
    expect(twilio.received).toHaveLength(20);
    expect(subjects()).toHaveLength(1);
    twilio.responses.length = 0;
  });
});

describe("a process that ends", () => {
  test("before a message is sent loses nothing", async () => {
    await pageAll([page()]);
    const crash = new Error("killed");
    await send({ mailer: { isConfigured: true, send: () => Promise.reject(crash) } });
    expect(subjects()).toEqual([]);
    clock.move(61_000);
    await send();
    expect(subjects()).toHaveLength(1);
  });

  test("after a message was accepted sends it again with the same Message-ID", async () => {
    await pageAll([page()]);
    await send({
      mailer: {
        isConfigured: true,
        async send(each) {
          await mail.mailer.send(each);
          throw new Error("killed");
        },
      },
    });
    clock.move(61_000);
    await send();
    const ids = mail.mailsTo(ada.email).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toBeDefined();
  });
});

describe("the end of an alert", () => {
  test("discards what waits, and notifies those who were paged", async () => {
    await phone("sms", [0, 600]);
    twilio.responses.push(created(), created());
    await pageAll([page()]);
    await send();
    await end("resolved");
    clock.move(600_000);
    await send();
    expect(twilio.received.map(({ body }) => new URLSearchParams(body).get("Body"))).toEqual([
      expect.stringContaining("Shop is down: It is"),
      "Resolved: Shop is down",
    ]);
    await end("resolved");
    await send();
    expect(twilio.received).toHaveLength(2);
  });

  test("names who acknowledged, and does not notify them", async () => {
    const bob = await makeMember(opened.database, { orgId, role: "member" });
    const escalationId = newId(clock.now());
    await pageAll([page({ escalationId }), page({ escalationId, personId: bob.id })]);
    await send();
    await opened.database.run(sql`
      update alert set acknowledged_at = now(), acknowledged_by = ${bob.id} where id = ${alertId}`);
    await end("acknowledged");
    await send();
    expect(subjects()).toEqual(["Shop is down", expect.stringMatching(/^Acknowledged by .+: Shop is down$/)]);
    expect(subjects(bob.email)).toEqual(["Shop is down"]);
    const [first, second] = mail.mailsTo(ada.email).map(({ raw }) => raw);
    const id = /^Message-ID: (.*)$/im.exec(first ?? "")?.[1];
    expect(second).toContain(`In-Reply-To: ${id}`);
  });

  test("says nothing to a person who was not notified yet", async () => {
    await phone("call", [600]);
    await pageAll([page()]);
    await send();
    await end("acknowledged");
    clock.move(600_000);
    await send();
    expect(twilio.received).toEqual([]);
    expect(subjects()).toEqual([]);
  });
});
