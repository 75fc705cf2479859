import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newSigningSecret, signatureOf } from "./signing-secret.ts";

/** The verification code as printed in the guide for webhook receivers. */
const GUIDE = readFileSync(join(import.meta.dirname, "../../../../../../docs/guide/alerting.md"), "utf8");
const CODE = /```js\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? "";
type Verify = (secret: string, headers: Record<string, string | undefined>, body: string) => boolean;
const { isFromVedette }: { isFromVedette: Verify } = await import(
  `data:text/javascript,${encodeURIComponent(CODE)}`
);

const secret = newSigningSecret();
const body = '{"type":"alert.opened"}';

function headersOf(timestamp: number) {
  const signature = signatureOf(secret, `msg-7.${timestamp}.${body}`);
  return {
    "webhook-id": "msg-7",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,b2xk ${signature}`,
  };
}
const now = Math.floor(Date.now() / 1_000);

test("the guide's code accepts a signed message", () => {
  expect(isFromVedette(secret, headersOf(now), body)).toBe(true);
});

test.each([
  ["a changed body", headersOf(now), `${body} `],
  ["another id", { ...headersOf(now), "webhook-id": "msg-8" }, body],
  ["an old message", headersOf(now - 600), body],
  ["no signature", { "webhook-id": "msg-7", "webhook-timestamp": String(now) }, body],
  ["no timestamp", { ...headersOf(now), "webhook-timestamp": undefined }, body],
])("the guide's code rejects %s", (_what, headers, given) => {
  expect(isFromVedette(secret, headers, given)).toBe(false);
});
