import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type IncomingHttpHeaders, request } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../test/app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../../../test/pages/status-pages.ts";

/** Fastify publishes here when it calls the handler of a route. */
const HANDLED = "tracing:fastify.request.handler:start";

let running: TestApp;
let make: PageMaker;
let port: number;
let handled = 0;
const count = () => {
  handled += 1;
};

beforeAll(async () => {
  running = await startTestApp({
    config: { publicUrl: "https://vedette.example", statusDomain: "status.example", metricsToken: "m" },
  });
  make = await pageMaker(running);
  port = Number(new URL(await running.app.server.listen({ port: 0, host: "127.0.0.1" })).port);
  subscribe(HANDLED, count);
});
afterAll(async () => {
  unsubscribe(HANDLED, count);
  await running.stop();
});
beforeEach(() => {
  handled = 0;
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; isEarly: boolean };

async function visit(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const before = handled;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request({ host: "127.0.0.1", port, path, method, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray());
    const { statusCode: status = 0, headers: received } = response;
    resolve({ status, headers: received, body, isEarly: handled === before });
  })
    .on("error", reject)
    .end();
  return promise;
}

const OF_ONE_RESPONSE = ["x-request-id", "date", "connection", "keep-alive"];

function shared(headers: object): object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_RESPONSE.includes(name)));
}

test.each([
  ["at its path", "/status/early", {}],
  ["in a coding", "/status/early", { "accept-encoding": "br, gzip" }],
  ["in a language", "/status/early", { "accept-language": "de", "accept-encoding": "gzip" }],
  ["at its own host name", "/", { host: "early.status.example" }],
])("a public page in memory is sent without the framework, %s", async (_where, url, headers) => {
  if ((await idOf("early")) === null) await make.page({ slug: "early", languages: ["en", "de"] });
  await visitUntil(running, "/status/early", ({ statusCode }) => statusCode === 200);
  // An injected request passes no server, only the framework.
  const usual = await running.app.server.inject({ url, headers });
  const early = await visit(url, { ...headers, "x-request-id": "mine" });
  expect([early.isEarly, early.status, usual.statusCode]).toEqual([true, 200, 200]);
  expect(shared(early.headers)).toEqual(
    shared({ ...usual.headers, "content-length": String(usual.headers["content-length"]) }),
  );
  expect(early.body.equals(usual.rawPayload)).toBe(true);
  expect(early.headers["x-request-id"]).toBe("mine");
});

test("a change of the page is in the next answer", async () => {
  const page = await make.page({ slug: "changing", title: "Before" });
  await visitUntil(running, "/status/changing", ({ body }) => body.includes("Before"));
  await visit("/status/changing");
  expect((await visit("/status/changing")).isEarly).toBe(true);
  await make.send("PUT", `/status-pages/${page.id}`, { title: "After" });
  await expect.poll(async () => (await visit("/status/changing")).body.toString()).toContain("After");
});

test.each([
  ["HEAD", "/status/plain", {}, "HEAD"],
  ["a query", "/status/plain?lang=en", {}, "GET"],
  ["a known ETag", "/status/plain", { "if-none-match": '"x"' }, "GET"],
  ["an origin", "/status/plain", { origin: "https://other.example" }, "GET"],
  ["a body", "/status/plain", { "content-length": "0" }, "GET"],
  ["another path", "/status/plain/history", {}, "GET"],
  ["a page with a password", "/status/locked", {}, "GET"],
  ["a page for some addresses", "/status/local", {}, "GET"],
])("a request with %s takes the usual way", async (_what, path, headers, method) => {
  if ((await idOf("plain")) === null) {
    await make.page({ slug: "plain" });
    await make.page({ slug: "locked", access: "password", password: "correct horse" });
    await make.page({ slug: "local", ip_allow: ["127.0.0.0/8"] });
    for (const slug of ["plain", "locked", "local"])
      await visitUntil(running, `/status/${slug}`, ({ statusCode }) => statusCode !== 404);
  }
  await visit(path);
  const { isEarly } = await visit(path, headers, method);
  expect(isEarly).toBe(false);
});

test("early answers are counted like all others", async () => {
  await make.page({ slug: "counted" });
  await visitUntil(running, "/status/counted", ({ statusCode }) => statusCode === 200);
  await visit("/status/counted");
  const before = await countedVisits();
  for (let index = 0; index < 3; index++) expect((await visit("/status/counted")).isEarly).toBe(true);
  expect((await countedVisits()) - before).toBe(3);
});

async function countedVisits(): Promise<number> {
  const { body } = await visit("/metrics", { authorization: "Bearer m" });
  const line = /vedette_http_requests_total\{method="GET",route="\/status\/:slug",status="200"\} (\d+)/;
  return Number(line.exec(body.toString())?.[1] ?? 0);
}

async function idOf(slug: string): Promise<string | null> {
  const { data } = (await make.send("GET", "/status-pages")).json<{ data: { id: string; slug: string }[] }>();
  return data.find((page) => page.slug === slug)?.id ?? null;
}
