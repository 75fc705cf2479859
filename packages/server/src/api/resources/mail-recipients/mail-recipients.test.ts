import { randomUUID } from "node:crypto";
import type { RecipientState } from "@vedette/contract/alerts/mail-recipients.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import {
  createManualClock,
  NO_DEVICES,
  testOpenSmtp,
  testRequest,
  testSendBytes,
} from "../../../../test/deliveries.ts";
import { startMailServer, type TestMailServer } from "../../../../test/servers/mail-server.ts";
import { makePerson } from "../../../../test/sessions.ts";
import { CHANNELS } from "../../../pipeline/alerting/channels/registry.ts";
import {
  createSendOnChannel,
  type SendOnChannel,
} from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import { sendToRecipients } from "../../../pipeline/alerting/delivery/send-to-recipients.ts";
import { createRecipients } from "../../../pipeline/alerting/recipients/recipients.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { addMember } from "../members/service.ts";

/** A server with open sign-up and a real mail server. */

const MAILS_PER_HOUR = 60;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const clock = createManualClock(Date.now());
let server: TestMailServer;
let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  server = await startMailServer();
  const { mailer } = server;
  const recipients = createRecipients({
    clock,
    serverUrl: "https://vedette.example.org",
    secret: "signs links in tests",
    needConfirmation: true,
    mailsPerHour: MAILS_PER_HOUR,
  });
  const plain = createSendOnChannel({
    channels: CHANNELS,
    request: testRequest(),
    sendBytes: testSendBytes(),
    openSmtp: testOpenSmtp(),
    pushToMembers: NO_DEVICES,
    mailer,
    clock,
  });
  const send: SendOnChannel = (...message) =>
    sendToRecipients(plain, {
      database: running.database,
      clock,
      recipients,
    })(...message);
  running = await startTestApp({
    config: { signUp: "open" },
    clock,
    mailer,
    recipients,
    sendOnChannel: send,
  });
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  // Each test has its own rate-limit window.
  clock.move(DAY_MS);
});
afterAll(async () => {
  await running.stop();
  await server.close();
});

const unknownAddress = () => `${randomUUID()}@elsewhere.example`;

const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object, key = org.keys.admin) =>
  running.call(key, { method, url: `/api/v1/${url}`, ...(payload && { payload }) });

async function makeChannel(recipients: readonly string[]): Promise<string> {
  const body = { name: "Mails", type: "email", config: { recipients } };
  const response = await call("POST", "alerts/channels", body);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data.id;
}

async function statesOf(channelId: string): Promise<Record<string, string>> {
  const { recipient_states: states } = (await call("GET", `alerts/channels/${channelId}`)).json().data;
  return Object.fromEntries((states as RecipientState[]).map(({ email, status }) => [email, status]));
}

const sendTest = (channelId: string) => call("POST", `alerts/channels/${channelId}/test`);

/** Returns the token of the newest recipient link that was emailed to an address. */
async function tokenFor(email: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(server.mailsTo(email).length).toBeGreaterThanOrEqual(count), 30_000);
  const link = /\/recipient#(\S+)/.exec(server.mailsTo(email).at(-1)?.text ?? "")?.[1];
  if (link === undefined) throw new Error(`no link was mailed to ${email}`);
  return link;
}

const sendDecision = (what: "read" | "confirm" | "refuse", body: object) =>
  running.call(null, { method: "POST", url: `/api/v1/mail-recipients/${what}`, payload: body });

async function actionsInLog(): Promise<string[]> {
  const entries = (await call("GET", "audit-log")).json().data as { action: string }[];
  return entries.map(({ action }) => action);
}

describe("a recipient without a membership", () => {
  test("gets one confirmation request, and nothing else before confirming", async () => {
    const email = unknownAddress();
    const channel = await makeChannel([email]);
    const token = await tokenFor(email);
    expect(await statesOf(channel)).toEqual({ [email]: "unconfirmed" });
    const refused = (await sendTest(channel)).json().data;
    expect(refused).toMatchObject({ delivered: false, error: expect.stringContaining("not confirmed yet") });
    // Saving the channel again sends no second request.
    await call("PUT", `alerts/channels/${channel}`, { name: "Renamed" });
    expect((await sendDecision("read", { token })).json().data).toMatchObject({
      email,
      status: "unconfirmed",
    });
    expect(server.mailsTo(email)).toHaveLength(1);

    expect((await sendDecision("confirm", { token })).json().data.status).toBe("confirmed");
    expect(await statesOf(channel)).toEqual({ [email]: "confirmed" });
    clock.move(MINUTE_MS + 1);
    expect((await sendTest(channel)).json().data.delivered).toBe(true);
    expect(server.mailsTo(email).map(({ subject }) => subject)).toEqual([
      "Confirm emails from Vedette",
      "Test message from Vedette",
    ]);
    expect((await actionsInLog()).filter((action) => action === "recipient.confirm")).toHaveLength(1);
  });

  test("gets no more emails after opting out, also with the link of a later email", async () => {
    const email = unknownAddress();
    const channel = await makeChannel([email]);
    const token = await tokenFor(email);
    await sendDecision("confirm", { token });
    await sendTest(channel);
    const later = await tokenFor(email, 2);
    clock.move(30 * DAY_MS);
    const response = await sendDecision("refuse", { token: later });
    expect([response.statusCode, response.json().data.status]).toEqual([200, "refused"]);
    const tested = (await sendTest(channel)).json().data;
    expect(tested).toMatchObject({ delivered: false, error: expect.stringContaining("unsubscribed from") });
    expect((await call("POST", `alerts/channels/${channel}/confirmations`, { email })).statusCode).toBe(400);
    expect(server.mailsTo(email)).toHaveLength(2);
    expect(await actionsInLog()).toContain("recipient.refuse");
  });

  test("gets neither requests nor invitations of others after opting out everywhere", async () => {
    const email = unknownAddress();
    await makeChannel([email]);
    await sendDecision("refuse", { token: await tokenFor(email), everywhere: true });
    org = await makeOrg(running.database);
    clock.move(HOUR_MS + 1);
    expect(await statesOf(await makeChannel([email]))).toEqual({ [email]: "refused" });
    const invited = await call("POST", `organizations/${org.orgId}/invitations`, { email });
    expect([invited.statusCode, invited.json().data.mailed]).toEqual([201, false]);
    expect(server.mailsTo(email)).toHaveLength(1);
  });

  test("does not block other recipients: they get the message, and the response lists the failed ones", async () => {
    const [member, email] = [await makePerson(running.database), unknownAddress()];
    await running.database.run(sql`update person set email_verified = true where id = ${member.id}`);
    await addMember(running.database, {
      orgId: org.orgId,
      personId: member.id,
      role: "viewer",
      nowMs: Date.now(),
    });
    const channel = await makeChannel([member.email, email]);
    expect(await statesOf(channel)).toEqual({ [member.email]: "confirmed", [email]: "unconfirmed" });
    const tested = (await sendTest(channel)).json().data;
    expect(tested).toMatchObject({ delivered: true, error: expect.stringContaining(email) });
    expect(server.mailsTo(member.email)).toHaveLength(1);
    // Members opt out in Vedette, so their email contains no link.
    expect(server.mailsTo(member.email)[0]?.text).not.toContain("/recipient#");
  });
});

describe("a link", () => {
  test("that was altered, or is a token of another kind, is rejected", async () => {
    const email = unknownAddress();
    await makeChannel([email]);
    const token = await tokenFor(email);
    const [content = "", signature = ""] = token.split(".");
    const forged = Buffer.from(
      Buffer.from(content, "base64url").toString().replace(email, "victim@elsewhere.example"),
    ).toString("base64url");
    for (const wrong of [
      "",
      "x",
      content,
      `${content}.`,
      `${forged}.${signature}`,
      `${content}.${content}`,
    ]) {
      for (const what of ["read", "confirm", "refuse"] as const)
        expect((await sendDecision(what, { token: wrong })).statusCode).toBe(400);
    }
  });

  test("can confirm for a week, and opt out forever", async () => {
    const email = unknownAddress();
    await makeChannel([email]);
    const token = await tokenFor(email);
    clock.move(7 * DAY_MS + 1);
    expect((await sendDecision("confirm", { token })).statusCode).toBe(400);
    expect((await sendDecision("refuse", { token })).statusCode).toBe(200);
  });

  test("writes a limited number of audit entries, and always accepts an opt-out", async () => {
    const email = unknownAddress();
    await makeChannel([email]);
    const token = await tokenFor(email);
    const statuses: number[] = [];
    for (let index = 0; index < 24; index++)
      statuses.push((await sendDecision(index % 2 === 0 ? "confirm" : "refuse", { token })).statusCode);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 200, 429, 200]);
    expect((await actionsInLog()).filter((action) => action.startsWith("recipient."))).toHaveLength(20);
  });
});

describe("limits", () => {
  test("allows a channel test once a minute, and 20 tests an hour per organization", async () => {
    const channels: string[] = [];
    for (let index = 0; index < 21; index++) channels.push(await makeChannel([unknownAddress()]));
    const statuses: number[] = [];
    for (const channel of channels) statuses.push((await sendTest(channel)).statusCode);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    const again = await sendTest(channels[0] ?? "");
    expect([again.statusCode, Number(again.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
  });

  test("allows one request or invitation an hour per address across organizations", async () => {
    const email = unknownAddress();
    const channel = await makeChannel([email]);
    // Counted in the background: the clock advances only afterwards.
    await tokenFor(email);
    for (let index = 0; index < 5; index++) {
      const { orgId, keys } = await makeOrg(running.database);
      const invited = await call("POST", `organizations/${orgId}/invitations`, { email }, keys.admin);
      expect([invited.statusCode, invited.json().data.mailed]).toEqual([201, false]);
    }
    const resend = () => call("POST", `alerts/channels/${channel}/confirmations`, { email });
    const early = await resend();
    expect(early.statusCode).toBe(429);
    expect(Number(early.headers["retry-after"])).toBeGreaterThan(0);
    clock.move(HOUR_MS + 1);
    expect((await resend()).statusCode).toBe(202);
    await tokenFor(email, 2);
    expect((await resend()).statusCode).toBe(429);
    expect(server.mailsTo(email)).toHaveLength(2);
    expect(await actionsInLog()).toContain("alert_channel.ask_recipient");
  });

  test("allows 20 invitations a day per organization with open sign-up", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 21; index++) {
      const url = `organizations/${org.orgId}/invitations`;
      statuses.push((await call("POST", url, { email: unknownAddress() })).statusCode);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });

  test("limits the emails of an organization to the configured number an hour and retries the rest later", async () => {
    const emails = Array.from({ length: 20 }, unknownAddress);
    const channels = [await makeChannel(emails), await makeChannel(emails), await makeChannel(emails)];
    for (const email of emails) {
      await sendDecision("confirm", { token: await tokenFor(email) });
    }
    const delivered: boolean[] = [];
    for (const channel of channels) delivered.push((await sendTest(channel)).json().data.delivered);
    expect(delivered).toEqual([true, true, false]);
    expect(server.mails().filter(({ to }) => emails.includes(to))).toHaveLength(MAILS_PER_HOUR);
    clock.move(HOUR_MS + 1);
    expect((await sendTest(channels[2] ?? "")).json().data.delivered).toBe(true);
  });
});

test("renders no link from the name of an organization, in subject or text", async () => {
  const name = "URGENT: verify at http://evil.example";
  await running.database.run(sql`update organization set name = ${name} where id = ${org.orgId}`);
  const [asked, invited] = [unknownAddress(), unknownAddress()];
  await makeChannel([asked]);
  await call("POST", `organizations/${org.orgId}/invitations`, { email: invited });
  await vi.waitFor(() => expect(server.mailsTo(invited)).toHaveLength(1), 30_000);
  await tokenFor(asked);
  for (const { subject, text } of [...server.mailsTo(asked), ...server.mailsTo(invited)]) {
    expect(subject).not.toMatch(/evil\.example|:\/\//);
    expect(text).not.toContain("evil.example");
  }
});

test("uses the configured URL for links in emails, not the Host header", async () => {
  const [asked, invited] = [unknownAddress(), unknownAddress()];
  const headers = { host: "evil.example" };
  const channel = { name: "Mails", type: "email", config: { recipients: [asked] } };
  const post = (url: string, payload: object) =>
    running.call(org.keys.admin, { method: "POST", url: `/api/v1/${url}`, payload, headers });
  await post("alerts/channels", channel);
  await post(`organizations/${org.orgId}/invitations`, { email: invited });
  await vi.waitFor(() => expect(server.mailsTo(invited)).toHaveLength(1), 30_000);
  await tokenFor(asked);
  for (const { text } of [...server.mailsTo(asked), ...server.mailsTo(invited)]) {
    expect(text).not.toContain("evil.example");
    expect(text).toContain("https://vedette.example.org/");
  }
});

test("returns 404 for another organization's channel and sends no request", async () => {
  const email = unknownAddress();
  const channel = await makeChannel([email]);
  await tokenFor(email);
  const other = await makeOrg(running.database);
  clock.move(HOUR_MS + 1);
  const response = await call(
    "POST",
    `alerts/channels/${channel}/confirmations`,
    { email },
    other.keys.admin,
  );
  expect(response.statusCode).toBe(404);
});
