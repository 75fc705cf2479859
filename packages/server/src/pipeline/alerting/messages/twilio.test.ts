import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testRequest } from "../../../../test/deliveries.ts";
import { type Receiver, startReceiver } from "../../../../test/servers/receiver.ts";
import { twilioCall, twilioSms } from "./twilio.ts";
import { twimlOf } from "./twiml.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const ACCOUNT = `AC${"0123456789abcdef".repeat(2)}`;
const TOKEN = "fedcba9876543210fedcba9876543210";
const SMS_ID = `SM${"a".repeat(32)}`;
const CALL_ID = `CA${"b".repeat(32)}`;
const context = () => ({ request: testRequest(), secrets: [], nowMs: Date.parse("2026-03-01T12:00:00Z") });
const account = (from = "+15550100001") => ({
  accountSid: ACCOUNT,
  authToken: TOKEN,
  from,
  apiUrl: receiver.url,
});
const exception = (status: number, code: number, message: string) => ({
  status,
  body: JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }),
});
const created = (sid: string, more = {}) => ({
  status: 201,
  body: JSON.stringify({ sid, status: "queued", error_code: null, error_message: null, ...more }),
});
const sms = (from?: string) =>
  twilioSms(context(), { ...account(from), to: "+15550100002", text: "Shop & co. is down +1 é" });

describe("an SMS", () => {
  test("is a form with basic authentication, and its id is returned", async () => {
    receiver.responses.push(created(SMS_ID));
    expect(await sms()).toEqual({ ok: true, statusCode: 201, thread: SMS_ID });
    const [sent] = receiver.received;
    expect(sent?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT}/Messages.json`);
    expect(sent?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(atob(sent?.headers.authorization?.replace("Basic ", "") ?? "")).toBe(`${ACCOUNT}:${TOKEN}`);
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      To: "+15550100002",
      From: "+15550100001",
      Body: "Shop & co. is down +1 é",
    });
  });

  test("is sent by a messaging service if the sender is one", async () => {
    const service = `MG${"c".repeat(32)}`;
    receiver.responses.push(created(SMS_ID));
    await sms(service);
    const form = new URLSearchParams(receiver.received[0]?.body);
    expect(form.get("MessagingServiceSid")).toBe(service);
    expect(form.has("From")).toBe(false);
  });

  test.each([
    [400, 21211, "The 'To' number is not a valid phone number", true],
    [400, 21610, "Attempt to send to unsubscribed recipient", true],
    [401, 20003, "Authenticate", true],
    [429, 20429, "Too many requests", false],
    [500, 20500, "Internal server error", false],
    [400, 21617, "The concatenated message body exceeds the 1600 character limit", false],
  ])("rejected with %i and %i fails for good: %s %s", async (status, code, message, isPermanent) => {
    receiver.responses.push(exception(status, code, message));
    expect(await sms()).toMatchObject({
      ok: false,
      statusCode: status,
      error: `Twilio error ${code}: ${message}`,
      isPermanent,
    });
  });

  test("waits as long as Twilio requests", async () => {
    receiver.responses.push({
      ...exception(429, 20429, "Too many requests"),
      headers: { "retry-after": "7" },
    });
    expect(await sms()).toMatchObject({ ok: false, retryAfterSeconds: 7 });
  });

  test.each([
    ["a success of another server", { status: 200, body: "<html>Sign in</html>" }],
    ["a message that failed already", created(SMS_ID, { status: "failed", error_code: 30_007 })],
    ["a redirect", { status: 302, headers: { location: "https://evil.example/" } }],
  ])("is not sent by %s", async (_, response) => {
    receiver.responses.push(response);
    expect(await sms()).toMatchObject({ ok: false, isPermanent: false });
    expect(receiver.received).toHaveLength(1);
  });

  test("shows no credentials that a response echoes", async () => {
    const basic = btoa(`${ACCOUNT}:${TOKEN}`);
    receiver.responses.push(exception(400, 21_211, `token ${TOKEN} of ${basic}`));
    const outcome = await sms();
    if (outcome.ok) throw new Error("the message was sent");
    expect(outcome.error).not.toContain(TOKEN);
    expect(outcome.error).not.toContain(basic);
  });
});

describe("a call", () => {
  test("carries its document, with the spoken text escaped", async () => {
    receiver.responses.push(created(CALL_ID));
    const twiml = twimlOf({
      text: `</Say><Dial>+1900</Dial>\u0007 "A" & 'B'\n`,
      action: "https://a.test/?a=1&b=2",
    });
    const outcome = await twilioCall(context(), { ...account(), to: "+15550100002", twiml });
    expect(outcome).toEqual({ ok: true, statusCode: 201, thread: CALL_ID });
    const [sent] = receiver.received;
    expect(sent?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT}/Calls.json`);
    const form = new URLSearchParams(sent?.body);
    expect(form.get("To")).toBe("+15550100002");
    expect(form.get("Twiml")).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><Response><Gather /);
    expect(form.get("Twiml")).toContain('action="https://a.test/?a=1&amp;b=2"');
    expect(form.get("Twiml")).toContain("&lt;/Say&gt;&lt;Dial&gt;+1900&lt;/Dial&gt; &quot;A&quot; &amp;");
    expect(form.get("Twiml")).not.toContain("<Dial>");
  });

  test("without an action asks for no key, and stays within Twilio's limit", () => {
    const twiml = twimlOf({ text: "'\u{1f4a5}".repeat(2_000) });
    expect(twiml).not.toContain("Gather");
    expect(twiml.length).toBeLessThanOrEqual(4_000);
    expect(twiml.isWellFormed()).toBe(true);
  });
});
