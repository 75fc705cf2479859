import { createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { testRequest } from "../../../../test/deliveries.ts";
import { PushSubscriber } from "../../../../test/on-call/push-subscriber.ts";
import { makePerson } from "../../../../test/sessions.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { encryptPush, isPushKey } from "./encrypt-push.ts";
import { listPushDevices, type PushDeviceRow, savePushDevice } from "./push-queries.ts";
import type { PushPayload } from "./send-web-push.ts";
import { createWebPush } from "./web-push.ts";

type Received = { url: string; headers: Record<string, unknown>; body: Buffer };

let db: TestDatabase;
let base = "";
let status = 201;
const received: Received[] = [];
const pushService = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end();
  });
});
beforeAll(async () => {
  db = await testDatabase();
  await new Promise<void>((resolve) => pushService.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`;
});
beforeEach(() => {
  status = 201;
  received.length = 0;
});
afterAll(async () => {
  pushService.close();
  await db.drop();
});

const NOW_MS = Date.parse("2026-11-27T02:00:00Z");
const clock = { now: () => NOW_MS, monotonic: () => 0 };
const webPush = (serverUrl = "https://vedette.example") =>
  createWebPush({
    ...{ database: db.database, clock, request: testRequest(), secret: "a secret of tests", serverUrl },
  });
const PAYLOAD: PushPayload = {
  ...{ kind: "opened", title: "Shop is down", body: "HTTP 500", url: "https://vedette.example/alerts/1" },
  ...{ acknowledge_url: "https://vedette.example/a/token", alert_id: newId(NOW_MS), badge: 2 },
};

async function makeDevice(browser: PushSubscriber): Promise<PushDeviceRow> {
  const { id: personId } = await makePerson(db.database);
  const { p256dh, auth } = browser;
  const endpoint = `${base}/push/${personId}`;
  const device = await savePushDevice(db.database, {
    ...{ id: newId(NOW_MS), personId, endpoint, p256dh, auth, userAgent: "Test", now: new Date(NOW_MS) },
    endpointHash: randomBytes(32),
  });
  if (!device) throw new Error("no device");
  return device;
}

test("encryption gives the example of RFC 8291, section 5", () => {
  const decode = (text: string) => Buffer.from(text, "base64url");
  const sealed = encryptPush(
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      p256dh: decode(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      ),
      auth: decode("BTBZMqHH6r4Tts7J_aSIgg"),
    },
    {
      privateKey: decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      salt: decode("DGv6ra1nlYgDCS1FRnbzlw"),
    },
  );
  expect(sealed.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("only the browser reads the payload, and the service sees a valid VAPID token", async () => {
  const browser = new PushSubscriber();
  const device = await makeDevice(browser);
  const results = await webPush().send([device], PAYLOAD);
  expect(results).toEqual([
    { deviceId: device.id, outcome: "delivered", statusCode: 201, error: null, retryAfterSeconds: null },
  ]);
  const [message] = received;
  if (!message) throw new Error("nothing was received");
  expect(browser.decrypt(message.body)).toEqual(PAYLOAD);
  expect(() => new PushSubscriber().decrypt(message.body)).toThrow();
  expect(message.headers).toMatchObject({
    ...{ "content-encoding": "aes128gcm", ttl: "14400", urgency: "high" },
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  const [, token = "", key = ""] =
    /^vapid t=([^,]+), k=(.+)$/.exec(String(message.headers.authorization)) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  expect(point).toEqual(await webPush().publicKey());
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({
    format: "jwk",
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
  });
  const options = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  expect(
    verify("sha256", Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, "base64url")),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
    ...{ aud: base, exp: NOW_MS / 1_000 + 43_200, sub: "https://vedette.example" },
  });
});

test("the recovery has the topic of its alert, and not the urgency", async () => {
  const device = await makeDevice(new PushSubscriber());
  await webPush().send([device], PAYLOAD);
  await webPush().send([device], { ...PAYLOAD, kind: "resolved" });
  const [opened, resolved] = received;
  expect(resolved?.headers.topic).toBe(opened?.headers.topic);
  expect(resolved?.headers.urgency).toBe("normal");
});

test.each([404, 410])("a device whose push service returns %d is deleted", async (gone) => {
  status = gone;
  const device = await makeDevice(new PushSubscriber());
  expect(await webPush().send([device], PAYLOAD)).toMatchObject([{ outcome: "gone" }]);
  expect(await listPushDevices(db.database, device.person_id)).toEqual([]);
});

test("a failure is recorded, and a success clears it", async () => {
  status = 429;
  const device = await makeDevice(new PushSubscriber());
  expect(await webPush().send([device], PAYLOAD)).toMatchObject([{ outcome: "failed", statusCode: 429 }]);
  const stored = async () => (await listPushDevices(db.database, device.person_id))[0];
  expect(await stored()).toMatchObject({ last_success_at: null, last_error: expect.stringContaining("429") });
  status = 201;
  await webPush().send([device], PAYLOAD);
  expect(await stored()).toMatchObject({ last_success_at: new Date(NOW_MS), last_error: null });
});

test("long texts of any characters fit into the payload", async () => {
  const browser = new PushSubscriber();
  const device = await makeDevice(browser);
  await webPush().send([device], {
    ...PAYLOAD,
    title: "\u{1F6A8}".repeat(500),
    body: "\u0001".repeat(5_000),
  });
  const [message] = received;
  expect(message?.body.length).toBeLessThan(3_200);
  expect(browser.decrypt(message?.body ?? Buffer.alloc(0))).toMatchObject({ url: PAYLOAD.url });
});

test("processes that start at once use one key pair", async () => {
  const keys = await Promise.all([1, 2, 3].map(() => webPush().publicKey()));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
});

test("a point that is not on the curve is no public key", () => {
  expect(isPushKey(new PushSubscriber().p256dh)).toBe(true);
  expect(isPushKey(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]))).toBe(false);
});
