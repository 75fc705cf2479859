import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeMember, makeOrg } from "../../../../../test/app.ts";
import { messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { type TestDatabase, testDatabase } from "../../../../../test/database/database.ts";
import { testRequest } from "../../../../../test/deliveries.ts";
import { PushSubscriber } from "../../../../../test/on-call/push-subscriber.ts";
import { newId } from "../../../../platform/kernel/ids.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import { listPushDevices, savePushDevice } from "../../../on-call/push/push-queries.ts";
import { createPushToMembers } from "../../../on-call/push/push-to-members.ts";
import { createWebPush } from "../../../on-call/push/web-push.ts";
import type { Message } from "../../messages/message.ts";
import { CHANNELS } from "../registry.ts";

/** Alerts on the devices of members, against a push service that decrypts as their browsers do. */

const NOW_MS = Date.parse("2026-11-27T02:00:00Z");
const ACKNOWLEDGE_URL = "https://vedette.example.org/a/token";

type Received = { device: string; topic: unknown; urgency: unknown; payload: Record<string, unknown> };
type Member = { id: string; email: string; device: string };

let db: TestDatabase;
let base = "";
let orgId = "";
const received: Received[] = [];
const browsers = new Map<string, PushSubscriber>();
/** Answers other than 201, by the path of the device. */
const answers = new Map<string, { status: number; headers?: Record<string, string> }>();

const pushService = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const device = (request.url ?? "").slice(1);
    const payload = browsers.get(device)?.decrypt(Buffer.concat(chunks)) as Record<string, unknown>;
    const { topic, urgency } = request.headers;
    received.push({ device, topic, urgency, payload });
    const { status, headers } = answers.get(device) ?? { status: 201 };
    response.writeHead(status, headers).end();
  });
});
beforeAll(async () => {
  db = await testDatabase();
  await new Promise<void>((resolve) => pushService.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  received.length = 0;
  answers.clear();
  orgId = (await makeOrg(db.database)).orgId;
});
afterAll(async () => {
  pushService.close();
  await db.drop();
});

async function addDevice(personId: string): Promise<string> {
  const path = randomBytes(8).toString("hex");
  const browser = new PushSubscriber();
  browsers.set(path, browser);
  await savePushDevice(db.database, {
    ...{ id: newId(NOW_MS), personId, endpoint: `${base}/${path}`, endpointHash: randomBytes(32) },
    ...{ p256dh: browser.p256dh, auth: browser.auth, userAgent: "Test", now: new Date(NOW_MS) },
  });
  return path;
}

async function addMember(role: Role = "member", org = orgId): Promise<Member> {
  const { id, email } = await makeMember(db.database, { orgId: org, role });
  return { id, email, device: await addDevice(id) };
}

function send(message: Message, config: Record<string, unknown>, deliveredTo: readonly string[] = []) {
  const clock = { now: () => NOW_MS, monotonic: () => 0 };
  const webPush = createWebPush({
    ...{ database: db.database, clock, request: testRequest(), secret: "a secret of tests" },
    serverUrl: "https://vedette.example.org",
  });
  const inOrg = { ...message, organization: { id: orgId, name: "Acme" } };
  const pushToMembers = createPushToMembers(db.database, webPush);
  return CHANNELS.webpush.send(inOrg, config, sendContext({ pushToMembers, deliveredTo }));
}

const opened = (): Message => ({ ...messageOf("opened"), acknowledgeUrl: ACKNOWLEDGE_URL });
const devices = () => received.map(({ device }) => device).sort();

test("an alert goes to all devices of the named members, and to no one else", async () => {
  const [ada, bob] = [await addMember(), await addMember()];
  const second = await addDevice(ada.id);
  await addMember("owner");
  expect(await send(opened(), { people: [ada.id, bob.id] })).toEqual({ ok: true, statusCode: 201 });
  expect(devices()).toEqual([ada.device, bob.device, second].sort());
  expect(received[0]?.payload).toEqual({
    ...{ kind: "opened", title: "Shop is down", acknowledge_url: ACKNOWLEDGE_URL, badge: null },
    body: "3 checks in a row failed at paris. Last error: Shop",
    ...{ url: "https://vedette.example.org/alerts/1", alert_id: "019ac000-0000-7000-8000-000000000001" },
  });
});

test("the recovery replaces the notification of its alert", async () => {
  const ada = await addMember();
  for (const message of [opened(), messageOf("resolved")]) await send(message, { people: [ada.id] });
  const [first, second] = received;
  expect(second?.topic).toBe(first?.topic);
  expect([first?.urgency, second?.urgency]).toEqual(["high", "normal"]);
  expect(second?.payload).toMatchObject({ kind: "resolved", acknowledge_url: null });
  expect(second?.payload.alert_id).toBe(first?.payload.alert_id);
});

test("a role means who has it in this organization at the time of sending", async () => {
  const [ada, bob] = [await addMember("admin"), await addMember("member")];
  const { orgId: other } = await makeOrg(db.database);
  await addMember("admin", other);
  await send(opened(), { role: "admin" });
  expect(devices()).toEqual([ada.device]);
  await db.database.run(
    sql`update membership set role = 'admin' where org_id = ${orgId} and person_id = ${bob.id}`,
  );
  await send(opened(), { role: "admin" });
  expect(devices()).toEqual([ada.device, ada.device, bob.device].sort());
  expect(await send(opened(), { role: "viewer" })).toMatchObject({
    ...{ ok: false, isPermanent: false, error: "no member has this role" },
  });
});

test("who has left is skipped and named as gone; without anyone left the channel is disabled", async () => {
  const [ada, bob] = [await addMember(), await addMember()];
  await db.database.run(sql`delete from membership where org_id = ${orgId} and person_id = ${bob.id}`);
  expect(await send(opened(), { people: [ada.id, bob.id] })).toMatchObject({
    ...{ ok: true, error: "no longer members: 1" },
  });
  expect(devices()).toEqual([ada.device]);
  expect(await send(opened(), { people: [bob.id] })).toMatchObject({ ok: false, isPermanent: true });
  expect(devices()).toEqual([ada.device]);
});

test.each([404, 410])(
  "a device that answers %d is deleted, and who has no other one is named",
  async (status) => {
    const [ada, bob] = [await addMember(), await addMember()];
    answers.set(ada.device, { status });
    expect(await send(opened(), { people: [ada.id, bob.id] })).toMatchObject({
      ...{ ok: true, error: `${ada.email}: has no device; add one under Profile > Devices` },
    });
    expect(await listPushDevices(db.database, ada.id)).toEqual([]);
    expect(await send(opened(), { people: [ada.id] })).toMatchObject({ ok: false, isPermanent: false });
  },
);

test("a push service that asks to wait is asked again later, without repeating what arrived", async () => {
  const [ada, bob] = [await addMember(), await addMember()];
  answers.set(ada.device, { status: 429, headers: { "retry-after": "120" } });
  const outcome = await send(opened(), { people: [ada.id, bob.id] });
  expect(outcome).toMatchObject({ ok: false, statusCode: 201, isPermanent: false, retryAfterSeconds: 120 });
  answers.clear();
  received.length = 0;
  const deliveredTo = outcome.ok ? [] : (outcome.deliveredTo ?? []);
  expect(await send(opened(), { people: [ada.id, bob.id] }, deliveredTo)).toMatchObject({ ok: true });
  expect(devices()).toEqual([ada.device]);
});

test("a device that fails does not delay the others of its member", async () => {
  const ada = await addMember();
  const second = await addDevice(ada.id);
  answers.set(second, { status: 503 });
  expect(await send(opened(), { people: [ada.id] })).toEqual({ ok: true, statusCode: 201 });
});

test("many alerts are one notification of their own", async () => {
  const ada = await addMember();
  await send(messageOf("digest"), { people: [ada.id] });
  expect(received[0]?.payload).toMatchObject({ kind: "opened", title: "1 alerts: 1 opened", alert_id: null });
  expect(received[0]?.topic).toBeUndefined();
});
