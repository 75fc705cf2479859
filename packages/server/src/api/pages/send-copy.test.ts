import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../test/app.ts";
import { pageMaker, visitUntil } from "../../../test/pages/status-pages.ts";
import { chooseCoding } from "./store/copies.ts";

let running: TestApp;
beforeAll(async () => {
  running = await startTestApp();
  const make = await pageMaker(running);
  await make.page({ slug: "cached" });
  await visitUntil(running, "/status/cached", ({ statusCode }) => statusCode === 200);
});
afterAll(() => running.stop());

const visit = (headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  running.app.server.inject({ method, url: "/status/cached", headers });

test("a page is sent in the coding that the client accepts, and may be kept by caches", async () => {
  const plain = await visit();
  expect(plain.headers).toMatchObject({
    "cache-control": "public, max-age=15, stale-while-revalidate=60",
    vary: "Accept-Encoding, Accept-Language",
  });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const zipped = await visit({ "accept-encoding": "gzip, deflate" });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  const br = await visit({ "accept-encoding": "gzip, deflate, br" });
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(br.headers.etag).toBe(plain.headers.etag);
  const head = await visit({}, "HEAD");
  expect(head.body).toBe("");
  expect(head.headers.etag).toBe(plain.headers.etag);
});

test("a client that has the page gets no body", async () => {
  const { etag } = (await visit()).headers;
  const again = await visit({ "if-none-match": String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe("");
  expect((await visit({ "if-none-match": `"other", ${etag}` })).statusCode).toBe(304);
  expect((await visit({ "if-none-match": '"other"' })).statusCode).toBe(200);
});

test("the style sheet and the script are kept for a year, because their hash is in their address", async () => {
  const { body } = await visit();
  const files = [...body.matchAll(/(?:href|src)="([^"]+\?v=[0-9a-f]{12})"/g)].map(([, url = ""]) => url);
  expect(files).toHaveLength(2);
  for (const url of files) {
    const { headers } = await running.app.server.inject({ url });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  const script = await running.app.server.inject({ url: files.find((url) => url.includes(".js")) ?? "" });
  expect(script.rawPayload.length).toBeLessThan(5_120);
});

test.each([
  [undefined, "identity"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["BR", "br"],
  ["deflate", "identity"],
  ["gzip;q=0.000", "identity"],
])("of %j the coding %s is chosen", (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});
