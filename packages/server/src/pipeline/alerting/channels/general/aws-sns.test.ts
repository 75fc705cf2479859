import { createHash, createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HOSTILE_TEXT, messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { type Received, type Receiver, startReceiver } from "../../../../../test/servers/receiver.ts";
import { awsSnsChannel } from "./aws-sns.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const TOPIC = "arn:aws:sns:eu-central-1:123456789012:alerts";
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const KEY_ID = "AKIAIOSFODNN7EXAMPLE";
const ACCEPTED = {
  headers: { "content-type": "text/xml" },
  body: `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>567910cd-659e-55d4-8ccb-5aaf14679dc0</MessageId></PublishResult><ResponseMetadata><RequestId>d74b8436</RequestId></ResponseMetadata></PublishResponse>`,
};
const rejected = (status: number, code: string, message: string) => ({
  status,
  body: `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
});

const send = (kind: Parameters<typeof messageOf>[0] = "opened", text = "Shop", topic = TOPIC) =>
  awsSnsChannel().send(
    messageOf(kind, text),
    { topic_arn: topic, access_key_id: KEY_ID, secret_access_key: SECRET, endpoint: receiver.url },
    sendContext({ secrets: [SECRET] }),
  );

/** Computes the signature of a request as the service does. Source: AWS's "Create a signed AWS API request". */
function signatureOf({ headers, body }: Received): string {
  const authorization = headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? "";
  const date = headers["x-amz-date"] ?? "";
  const scope = `${date.slice(0, 8)}/eu-central-1/sns/aws4_request`;
  expect(authorization).toContain(`Credential=${KEY_ID}/${scope}, `);
  const signed = names.split(";").map((name) => `${name}:${headers[name]?.trim()}\n`);
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const canonical = ["POST", "/", "", signed.join(""), names, sha256(body)].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = scope.split("/").reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${SECRET}`);
  return hmac(key, toSign).toString("hex");
}

test("a message is a signed Publish with the documented form", async () => {
  receiver.responses.push(ACCEPTED);
  expect(await send()).toMatchObject({ ok: true, statusCode: 200 });
  const [sent] = receiver.received;
  if (!sent) throw new Error("nothing was sent");
  expect(sent.path).toBe("/");
  expect(sent.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  const names = /SignedHeaders=([^,]+)/.exec(sent.headers.authorization ?? "")?.[1]?.split(";");
  expect(names).toEqual(expect.arrayContaining(["content-type", "host", "x-amz-date"]));
  expect(/Signature=([0-9a-f]{64})$/.exec(sent.headers.authorization ?? "")?.[1]).toBe(signatureOf(sent));
  expect(Object.fromEntries(new URLSearchParams(sent.body))).toEqual({
    ...{ Action: "Publish", Version: "2010-03-31", TopicArn: TOPIC, Subject: "Shop is down" },
    Message: expect.stringMatching(/^Shop is down\n3 checks .*https:\/\/vedette\.example\.org\/alerts\/1$/s),
    "MessageAttributes.entry.1.Name": "kind",
    "MessageAttributes.entry.1.Value.DataType": "String",
    "MessageAttributes.entry.1.Value.StringValue": "opened",
    "MessageAttributes.entry.2.Name": "severity",
    "MessageAttributes.entry.2.Value.DataType": "String",
    "MessageAttributes.entry.2.Value.StringValue": "critical",
  });
});

test("a FIFO topic keeps the messages of an alert in order and drops repeated ones", async () => {
  receiver.responses.push(ACCEPTED);
  await send("resolved", "Shop", `${TOPIC}.fifo`);
  const form = new URLSearchParams(receiver.received[0]?.body);
  expect(form.get("MessageGroupId")).toBe("019ac000-0000-7000-8000-000000000001");
  expect(form.get("MessageDeduplicationId")).toBe("019ac000-0000-7000-8000-00000000000a");
});

test("a subject is short ASCII on one line", async () => {
  receiver.responses.push(ACCEPTED);
  await send("opened", `Läden ${HOSTILE_TEXT} ${"x".repeat(200)}`);
  const subject = new URLSearchParams(receiver.received[0]?.body).get("Subject") ?? "";
  expect(subject).toMatch(/^[\x21-\x7e][\x20-\x7e]{1,98}$/);
});

test.each([
  [
    rejected(404, "NotFound", "Topic does not exist"),
    true,
    "SNS returned 404 NotFound: Topic does not exist",
  ],
  [rejected(403, "InvalidClientTokenId", "The security token is invalid"), true, "InvalidClientTokenId"],
  [rejected(403, "SignatureDoesNotMatch", SECRET), false, "SignatureDoesNotMatch"],
  [rejected(400, "Throttling", "Rate exceeded"), false, "SNS returned 400 Throttling: Rate exceeded"],
  [{ status: 302, headers: { location: "https://evil.example/" } }, false, "redirects are not followed"],
  [{ status: 500, body: "x".repeat(1_000_000) }, false, "HTTP 500"],
  [{ status: 200, body: "<html>Sign in</html>" }, false, "not one of Amazon SNS"],
])("the answer %j fails for good: %s", async (response, isPermanent, error) => {
  receiver.responses.push(response);
  const outcome = await send();
  expect(outcome).toMatchObject({ ok: false, isPermanent, error: expect.stringContaining(error) });
  if (!outcome.ok) expect(outcome.error).not.toContain(SECRET);
  expect(receiver.received).toHaveLength(1);
});
