import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

let server: Server;
let body: string;
let status: number;
let asked: { accept: string | undefined; key: string | undefined };
beforeAll(async () => {
  server = createServer((request, response) => {
    const { accept, "x-key": key } = request.headers;
    asked = { accept, key: key?.toString() };
    if (request.url === "/old") {
      response.writeHead(301, { location: "/summary.json" }).end();
      return;
    }
    response.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** As the API of Statuspage answers, with the parts that are not read. */
function summary({
  indicator = "none",
  components = [],
  incidents = [],
}: {
  indicator?: string;
  components?: [id: string, name: string, status: string][];
  incidents?: [name: string, impact: string, components?: string[], status?: string][];
}): string {
  return JSON.stringify({
    page: {
      id: "kctbh9vrtdwd",
      name: "Supplier",
      url: "https://s.example",
      updated_at: "2026-11-20T10:00:00Z",
    },
    status: { indicator, description: "…" },
    components: components.map(([id, name, of]) => ({
      ...{ id, name, status: of, position: 1, description: null, group: false, group_id: null },
    })),
    incidents: incidents.map(([name, impact, ids, of = "investigating"]) => ({
      ...{ id: "i1", name, status: of, impact, shortlink: "https://s.example/i1", incident_updates: [] },
      ...(ids && { components: ids.map((id) => ({ id, name: id.toUpperCase() })) }),
    })),
    scheduled_maintenances: [],
  });
}

async function run(text: string, fields: Record<string, unknown> = {}, code = 200) {
  [body, status] = [text, code];
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/summary.json`;
  return runCheck(specOf("supplier_status", { url, ...fields }), checkContext());
}

describe("the summary of a status page", () => {
  test.each([
    ["none", "up"],
    ["minor", "degraded"],
    ["maintenance", "degraded"],
    ["major", "down"],
    ["critical", "down"],
  ])("with the indicator %s is %s", async (indicator, expected) => {
    expect((await run(summary({ indicator }))).status).toBe(expected);
  });

  test.each([
    ["operational", "up"],
    ["degraded_performance", "degraded"],
    ["under_maintenance", "degraded"],
    ["partial_outage", "down"],
    ["major_outage", "down"],
  ])("with a component that is %s is %s, also if the page is worse", async (of, expected) => {
    const page = summary({
      indicator: "critical",
      components: [
        ["a1", "API", of],
        ["b2", "Blog", "major_outage"],
      ],
    });
    expect((await run(page, { component: "api" })).status).toBe(expected);
    expect((await run(page, { component: "a1" })).status).toBe(expected);
  });

  test("names the open incidents in the error, of a component only its own", async () => {
    const components: [string, string, string][] = [
      ["api", "API", "major_outage"],
      ["web", "WEB", "operational"],
    ];
    const incidents: [string, string, string[]?, string?][] = [
      ["Errors of the API", "critical", ["api"]],
      ["Slow website", "minor", ["web"]],
      ["Old outage", "critical", ["api"], "resolved"],
      ["Everywhere", "major"],
    ];
    const page = summary({ indicator: "critical", components, incidents });
    expect((await run(page)).error).toEqual({
      code: "SUPPLIER_DOWN",
      message:
        "the status page reports critical for the supplier: Errors of the API; Slow website; Everywhere",
      phase: "assertion",
    });
    expect((await run(page, { component: "API" })).error?.message).toBe(
      "the status page reports major outage for API: Errors of the API; Everywhere",
    );
  });

  test("is evaluated by assertions, and one on the status replaces the default", async () => {
    const page = summary({ indicator: "major", incidents: [["Errors", "major"]] });
    const is = (type: string, operator: string, value: unknown) => ({
      type,
      operator,
      value,
      property: null,
    });
    const tolerant = { assertions: [is("supplier_status", "in", ["none", "minor", "major"])] };
    expect((await run(page, tolerant)).status).toBe("up");
    const strict = { assertions: [is("incident_count", "equals", 0)] };
    expect(await run(summary({ incidents: [["Errors", "none"]] }), strict)).toMatchObject({
      ...{ status: "down", error: { code: "ASSERTION_FAILED" } },
      assertions: [{ actual: 1 }],
    });
    const named = { assertions: [is("incidents", "contains", "Errors")] };
    expect((await run(page, named)).assertions).toMatchObject([{ passed: true }]);
  });

  test("is kept with its facts if it is wanted, also when it is degraded", async () => {
    const page = summary({ indicator: "minor", incidents: [["Slow", "minor"]] });
    const { kept } = await run(page, { keep_body: "on_failure" });
    expect(kept).toMatchObject({
      headers: { supplier_status: "minor", incidents: '["Slow"]', incident_count: "1" },
      body: page,
    });
    expect((await run(summary({}), { keep_body: "on_failure" })).kept).toBeUndefined();
  });

  test("is asked for with the headers of the monitor, and redirects are followed", async () => {
    const { port } = server.address() as AddressInfo;
    const fields = { url: `http://127.0.0.1:${port}/old`, headers: { "x-key": "k" } };
    expect((await run(summary({}), fields)).status).toBe("up");
    expect(asked).toEqual({ accept: expect.stringContaining("application/json"), key: "k" });
  });
});

test("an inverted check is up while the supplier is down, and down otherwise", async () => {
  expect((await run(summary({ indicator: "critical" }), { invert: true })).status).toBe("up");
  for (const indicator of ["none", "minor"])
    expect((await run(summary({ indicator }), { invert: true })).status).toBe("down");
});

test("a feed is read without further settings, and its component is a text", async () => {
  const feed = `<rss version="2.0"><channel><item><title>Storage unavailable in Frankfurt</title>
<pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`;
  expect((await run(feed)).error?.message).toBe(
    "the status page reports incident for the supplier: Storage unavailable in Frankfurt",
  );
  expect((await run(feed, { component: "frankfurt" })).status).toBe("down");
  expect((await run(feed, { component: "Paris" })).status).toBe("up");
});

describe("a page that cannot be read says nothing about the supplier:", () => {
  const page = summary({ components: [["a1", "API", "operational"]] });
  test.each<[string, string, Record<string, unknown>, number, string]>([
    [
      "another status",
      page,
      {},
      503,
      "the status page was not read: expected a status from 200 to 299, got 503",
    ],
    [
      "no such component",
      page,
      { component: "Chat" },
      200,
      "the status page has no component 'Chat'; it has: API",
    ],
    [
      "other JSON",
      '{"status":"ok"}',
      {},
      200,
      "the status page is JSON, but not a summary.json as of Statuspage",
    ],
    [
      "an indicator that is not known",
      summary({ indicator: "purple" }),
      {},
      200,
      "the status page has an unknown indicator, 'purple'",
    ],
    [
      "a web page",
      "<html><p>All good</p></html>",
      {},
      200,
      "the status page is neither a summary.json as of Statuspage nor an Atom or RSS feed",
    ],
    [
      "a large page",
      `{"x":"${"x".repeat(1_100_000)}"}`,
      {},
      200,
      "the status page was not read: the decoded body",
    ],
  ])("%s", async (_, text, fields, code, message) => {
    const outcome = await run(text, fields, code);
    expect(outcome).toMatchObject({
      ...{
        status: "error",
        error: { code: "STATUS_PAGE_FAILED", message: expect.stringContaining(message) },
      },
    });
  });
});
