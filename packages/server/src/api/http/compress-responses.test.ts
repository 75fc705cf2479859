import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../test/app.ts";
import { makeMonitor } from "../../../test/builders.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
  const url = `https://shop.example/${"long".repeat(450)}`;
  for (let count = 0; count < 40; count += 1)
    await makeMonitor(running.database, { orgId: org.orgId, url: `${url}/${count}` });
});
afterAll(() => running.stop());

const list = (query: string, encodings: string) =>
  running.call(org.keys.agent, {
    method: "GET",
    url: `/api/v1/targets${query}`,
    headers: { "accept-encoding": encodings },
  });

test("a long response is compressed for a client that accepts gzip, with the same content", async () => {
  const plain = await list("", "identity");
  const compressed = await list("", "br, gzip, deflate");
  expect(compressed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(plain.json());
});

test.each(["identity", "br", "gzip;q=0", "x-gzip-not"])(
  "Accept-Encoding '%s' gets an uncompressed response",
  async (says) => {
    const answer = await list("", says);
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(answer.json().data).toHaveLength(40);
  },
);

test("a short response is not compressed", async () => {
  const answer = await list("?limit=1", "gzip");
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.json().data).toHaveLength(1);
});

test("a response with a secret is neither compressed nor cached", async () => {
  for (let count = 0; count < 45; count += 1) {
    const url = `https://hooks.example/${"long".repeat(450)}/${count}`;
    const body = { name: `channel ${count}`, type: "webhook", config: { url } };
    const made = await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/alerts/channels",
      payload: body,
    });
    expect(made.statusCode).toBe(201);
  }
  const answer = await running.call(org.keys.admin, {
    method: "GET",
    url: "/api/v1/alerts/channels?limit=200",
    headers: { "accept-encoding": "gzip" },
  });
  expect(answer.rawPayload.length).toBeGreaterThan(65_536);
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.headers["cache-control"]).toBe("no-store");
});
