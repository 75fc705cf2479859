import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOSTILE_TEXT, messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { type Receiver, startReceiver } from "../../../../../test/servers/receiver.ts";
import type { SendContext } from "../../messages/channel.ts";
import type { Message } from "../../messages/message.ts";
import { segmentsOf } from "../../messages/sms-text.ts";
import { twilioCallChannel } from "./twilio-call.ts";
import { twilioSmsChannel } from "./twilio-sms.ts";
import { vonageSmsChannel } from "./vonage-sms.ts";

/** messages/twilio.test.ts tests the requests of Twilio's API. */

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const TO = ["+15550100002", "+15550100003"];
const twilio = () => ({
  account_sid: `AC${"0".repeat(32)}`,
  auth_token: "f".repeat(32),
  from: "+15550100001",
  to: TO,
  api_url: receiver.url,
});
const VONAGE = { api_key: "abcd1234", api_secret: "s3cretOfVonage01", from: "Vedette", to: TO };
const created = (sid: string) => ({ status: 201, body: JSON.stringify({ sid, status: "queued" }) });
const SMS = created(`SM${"a".repeat(32)}`);
const CALL = created(`CA${"b".repeat(32)}`);
const rejected = (status: number, code: number) => ({
  status,
  body: JSON.stringify({ code, message: "rejected", status }),
});
const vonage = (status: string, more = {}) => ({
  body: JSON.stringify({ "message-count": "1", messages: [{ status, ...more }] }),
});
const formOf = (nr: number) => Object.fromEntries(new URLSearchParams(receiver.received[nr]?.body));
type Kind = Parameters<typeof messageOf>[0];

describe("SMS by Twilio", () => {
  const send = (kind: Kind, context: Partial<SendContext> = {}, text = "Shop") =>
    twilioSmsChannel().send(messageOf(kind, text), twilio(), sendContext(context));

  test("reach each recipient with headline, cause and link in at most two segments", async () => {
    receiver.responses.push(SMS, SMS);
    expect(await send("opened")).toMatchObject({ ok: true, statusCode: 201 });
    expect([formOf(0).To, formOf(1).To].sort()).toEqual(TO);
    const { Body: body = "" } = formOf(0);
    expect(body).toMatch(/^Shop is down: 3 checks .*\nhttps:\/\/vedette\.example\.org\/alerts\/1$/s);
    expect(segmentsOf(body)).toBeLessThanOrEqual(2);
  });

  test("have no control character, so that a modem finds no command", async () => {
    receiver.responses.push(SMS, SMS);
    await send("opened", {}, HOSTILE_TEXT);
    const { Body: body = "" } = formOf(0);
    expect(body.split("\n").slice(0, -1).join("")).not.toMatch(/\p{Cc}/u);
    expect(body).not.toMatch(/\n(?!https:)/);
    expect(segmentsOf(body)).toBeLessThanOrEqual(2);
  });

  test("are sent again only to recipients that did not get them", async () => {
    receiver.responses.push(SMS, rejected(500, 20_500));
    const first = await send("opened");
    const got = formOf(0).To ?? "";
    expect(first).toMatchObject({ ok: false, isPermanent: false, deliveredTo: [got] });
    receiver.responses.push(SMS);
    expect(await send("opened", { deliveredTo: [got] })).toMatchObject({ ok: true });
    expect(receiver.received).toHaveLength(3);
    expect(formOf(2).To).not.toBe(got);
  });

  test("name a recipient that cannot be reached, and fail for good only if none can", async () => {
    receiver.responses.push(SMS, rejected(400, 21_610));
    expect(await send("opened")).toMatchObject({
      ok: true,
      error: expect.stringContaining("Twilio error 21610"),
    });
    receiver.responses.push(rejected(401, 20_003), rejected(401, 20_003));
    expect(await send("opened")).toMatchObject({ ok: false, isPermanent: true });
  });
});

describe("an SMS with an acknowledge link", () => {
  const acknowledgeUrl = "https://vedette.example.org/a/0123456789abcdefghijklmnopqrstuvwxyz_-ABCDE";
  const textOf = async (message: Message) => {
    receiver.responses.push(SMS, SMS);
    await twilioSmsChannel().send(message, twilio(), sendContext());
    return new URLSearchParams(receiver.received.at(-1)?.body).get("Body");
  };

  test("has a code for a reply only if it is about one alert", async () => {
    const one = await textOf({ ...messageOf("opened"), acknowledgeUrl });
    expect(one).toMatch(/\nReply \d{5} to acknowledge\nhttps:\S+\/a\/\S+$/);
    const several = await textOf({ ...messageOf("digest"), acknowledgeUrl });
    expect(several).not.toContain("Reply");
    expect(several).toContain(acknowledgeUrl);
  });
});

describe("a call by Twilio", () => {
  const send = (kind: Kind, more = {}) =>
    twilioCallChannel().send(messageOf(kind, HOSTILE_TEXT), { ...twilio(), ...more }, sendContext());

  test("speaks the message, escaped", async () => {
    receiver.responses.push(CALL, CALL);
    expect(await send("opened")).toMatchObject({ ok: true, statusCode: 201 });
    const { Twiml: twiml = "" } = formOf(0);
    expect(twiml).toMatch(/<Say loop="2">Vedette\. .*is down\. 3 checks in a row failed/);
    expect(twiml).not.toContain("<Dial>");
  });

  test("is made for recoveries only if the channel says so", async () => {
    expect(await send("resolved")).toEqual({ ok: true, statusCode: null });
    expect(receiver.received).toHaveLength(0);
    receiver.responses.push(CALL, CALL);
    expect(await send("resolved", { call_on_recovery: true })).toMatchObject({ ok: true });
    expect(formOf(0).Twiml).toContain("Resolved: ");
  });
});

describe("SMS by Vonage", () => {
  const send = (text = "Shop") =>
    vonageSmsChannel({ baseUrl: receiver.url }).send(
      messageOf("opened", text),
      { ...VONAGE, to: TO.slice(0, 1) },
      sendContext({ secrets: [VONAGE.api_secret] }),
    );

  test("are the documented form, as Unicode only if needed", async () => {
    receiver.responses.push(vonage("0", { "message-id": "aaaa" }), vonage("0"));
    expect(await send()).toMatchObject({ ok: true, statusCode: 200 });
    expect(receiver.received[0]?.path).toBe("/sms/json");
    expect(receiver.received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(formOf(0)).toEqual({
      ...{ api_key: "abcd1234", api_secret: VONAGE.api_secret, from: "Vedette", to: "15550100002" },
      ...{ text: expect.stringContaining("Shop is down"), type: "text" },
    });
    await send("Лавка");
    expect(formOf(1).type).toBe("unicode");
  });

  test.each([
    ["1", "Throughput Rate Exceeded", { isPermanent: false, retryAfterSeconds: 1 }],
    ["4", "Bad Credentials", { isPermanent: true, retryAfterSeconds: null }],
    ["29", "Non-Whitelisted Destination", { isPermanent: true }],
    ["5", "Internal Error", { isPermanent: false }],
  ])("rejected in a 200 with the status %s fail", async (status, error, outcome) => {
    receiver.responses.push(vonage(status, { "error-text": `${error} ${VONAGE.api_secret}` }));
    const failed = await send();
    expect(failed).toMatchObject({
      ok: false,
      error: expect.stringContaining(`Vonage error ${status}: ${error}`),
      ...outcome,
    });
    if (!failed.ok) expect(failed.error).not.toContain(VONAGE.api_secret);
  });

  test.each([
    ["a page of a proxy", { body: "<html>Sign in</html>" }],
    ["a redirect", { status: 301, headers: { location: "https://evil.example/" } }],
    ["a huge error", { status: 500, body: "x".repeat(1_000_000) }],
  ])("are not sent by %s", async (_, response) => {
    receiver.responses.push(response);
    expect(await send()).toMatchObject({ ok: false, isPermanent: false });
    expect(receiver.received).toHaveLength(1);
  });
});
