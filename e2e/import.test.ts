import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, startApi } from "../packages/server/test/servers/api-target.ts";
import { runNow } from "./harness/api-monitors.ts";
import { enterSharedVedette } from "./harness/sharing/shared-vedette.ts";
import type { Vedette } from "./harness/vedette.ts";

/** Imported API monitors run unchanged against a real API on loopback. */

let vedette: Vedette;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  vedette = await enterSharedVedette();
  api = await startApi(({ method, body }, response) =>
    method === "POST" ? json(response, 201, { id: "1", sent: body }) : json(response, 200, { orders: [1] }),
  );
});
afterAll(() => api.close());

const postman = () => ({
  info: { name: "Orders", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  variable: [{ key: "base", value: api.url }],
  item: [
    {
      name: "list",
      event: [
        {
          listen: "test",
          script: {
            exec: ["pm.test('ok', () => { pm.response.to.have.status(200); });"],
            type: "text/javascript",
          },
        },
      ],
      request: {
        method: "GET",
        url: {
          raw: "{{base}}/orders?page=1",
          host: ["{{base}}"],
          path: ["orders"],
          query: [{ key: "page", value: "1" }],
        },
      },
    },
    {
      name: "make",
      request: {
        method: "POST",
        header: [{ key: "Content-Type", value: "application/json" }],
        body: { mode: "raw", raw: '{"colour":"red"}' },
        url: { raw: "{{base}}/orders", host: ["{{base}}"], path: ["orders"] },
      },
    },
  ],
});

const har = () => {
  const message = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: -1 };
  const content = { size: 14, mimeType: "application/json", text: '{"orders":[1]}' };
  const entry = {
    startedDateTime: "2026-11-21T06:00:00.000Z",
    time: 5,
    request: {
      ...message,
      method: "GET",
      url: `${api.url}/orders`,
      headers: [{ name: "Accept", value: "application/json" }],
      queryString: [],
    },
    response: { ...message, status: 200, statusText: "OK", headers: [], content, redirectURL: "" },
    cache: {},
    timings: { send: 0, wait: 5, receive: 0 },
  };
  return {
    log: {
      version: "1.2",
      creator: { name: "WebInspector", version: "537.36" },
      pages: [],
      entries: [entry],
    },
  };
};

const openapi = () => ({
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: api.url }],
  paths: {
    "/orders": {
      get: { summary: "List", responses: { 200: { description: "orders" } } },
      post: {
        summary: "Make",
        requestBody: { content: { "application/json": { example: { colour: "red" } } } },
        responses: { 201: { description: "made" } },
      },
    },
  },
});

test.each([
  ["postman", postman, 2],
  ["har", har, 1],
  ["openapi", openapi, 2],
] as const)("a document of %s is imported and passes", async (format, make, steps) => {
  const response = await vedette.request("POST", "/api/v1/api-monitors/import", {
    content: JSON.stringify(make()),
    dry_run: false,
  });
  expect([response.status, response.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
  const { data } = response.body as { data: { format: string; created: string[] } };
  expect(data).toMatchObject({ format, created: [expect.any(String)] });
  const { run } = await runNow(vedette, data.created[0] ?? "");
  expect([run.error, run.status, run.steps_passed]).toEqual([null, "passed", steps]);
});

/** A recording of 45 MiB: 920 requests, each with a JSON response of 50 KB. */
function largeHar(): string {
  const one = har().log.entries[0];
  if (!one) throw new Error("the recording has no request");
  const text = JSON.stringify(
    Array.from({ length: 1_000 }, (_, id) => ({ id, state: "delivered", price: 12.5 })),
  );
  const entries = Array.from({ length: 920 }, (_, index) => ({
    ...one,
    request: { ...one.request, url: `${api.url}/orders/${index}` },
    response: { ...one.response, content: { ...one.response.content, text } },
  }));
  return JSON.stringify({ log: { ...har().log, entries } });
}

test("a recording of 45 MiB is read or rejected with the reason, and the API responds during the import", async () => {
  const document = largeHar();
  expect(document.length).toBeGreaterThan(45 * 1_048_576);
  expect(document.length).toBeLessThan(50 * 1_048_576);
  const form = new FormData();
  form.append("file", new Blob([gzipSync(document)]), "recording.har");
  let hasEnded = false;
  const importing = fetch(`${vedette.url}/api/v1/api-monitors/import/file`, {
    method: "POST",
    headers: { authorization: `Bearer ${vedette.key}` },
    body: form,
    signal: AbortSignal.timeout(60_000),
  }).finally(() => {
    hasEnded = true;
  });
  const phases = new Set<string>();
  while (!hasEnded) {
    const { status, body } = await vedette.request("GET", "/api/v1/api-monitors/import");
    expect(status).toBe(200);
    phases.add((body as { data: { phase: string } }).data.phase);
  }
  // The two phases take seconds and run in another thread; a poll may miss one of them, not both.
  expect(phases.has("reading") || phases.has("converting")).toBe(true);
  const response = await importing;
  const result = (await response.json()) as {
    data?: { operations_total: number };
    error?: { message: string };
  };
  if (response.status === 200) expect(result.data?.operations_total).toBe(920);
  // A busy machine exceeds the deadline; the response names it.
  else
    expect([response.status, result.error?.message]).toEqual([
      400,
      expect.stringContaining("too long to read"),
    ]);
  const { status } = await vedette.request("GET", "/api/v1/api-monitors");
  expect(status).toBe(200);
}, 90_000);
