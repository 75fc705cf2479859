import { afterEach, describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  lookupOf,
  type RawServer,
  startRawServer,
} from "../../../../../test/servers/raw-server.ts";
import { runCheck } from "../../registry.ts";
import { bodyKeys } from "./body-keys.ts";

const servers: RawServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server that responds with these lines before the body. */
async function serve(head: string, body = "hello"): Promise<RawServer> {
  const server = await startRawServer((socket) =>
    socket.end(`HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );
  servers.push(server);
  return server;
}

type Spec = Parameters<typeof httpSpec>[1];
const fingerprintOf = async ({ url }: RawServer, spec: Spec = {}) =>
  (await runCheck(httpSpec(url, spec), checkContext())).fingerprint;

describe("the fingerprint of a response", () => {
  test("has the headers that identify servers, in one order, and no value that differs by request", async () => {
    const server = await serve(
      "200 OK\r\nCF-Ray: 8f00-FRA\r\nServer: nginx/1.22.1\r\nVia: 1.1 a1b2.cdn.example (CDN), 1.1 varnish\r\nX-Other: 1",
    );
    expect(await fingerprintOf(server)).toEqual({
      headers: "cf-ray; server: nginx/1.22.1; via: 1.1 cdn.example (CDN), 1.1 varnish",
      redirects: "",
      httpVersion: "1.1",
    });
  });

  test("has each redirect without its query, followed or not", async () => {
    const end = await serve("200 OK");
    const start = await serve(`301 Moved\r\nLocation: ${end.url}new?session=1`);
    expect((await fingerprintOf(start))?.redirects).toBe(`301 ${end.url}new`);
    expect((await fingerprintOf(start, { followRedirects: false }))?.redirects).toBe(`301 ${end.url}new`);
  });

  test("has the addresses of the name, sorted, also if the connection fails", async () => {
    const { port } = new URL((await serve("200 OK")).url);
    const context = checkContext({ lookup: lookupOf({ "shop.test": ["127.0.0.2", "127.0.0.1"] }) });
    const outcome = await runCheck(httpSpec(`http://shop.test:${port}/`, { timeoutMs: 5_000 }), context);
    expect(outcome.fingerprint?.addresses).toEqual(["127.0.0.1", "127.0.0.2"]);
  });

  test("has the keys of a JSON body that an assertion reads", async () => {
    const server = await serve("200 OK", '{"meta": {"page": 1}, "data": [{"id": 1}, {"id": 2, "tag": "x"}]}');
    const assertion = { type: "json_path", operator: "equals", property: "$.meta.page", value: 1 } as const;
    expect((await fingerprintOf(server, { assertions: [assertion] }))?.bodyKeys).toBe(
      "data, data[].id, data[].tag, meta, meta.page",
    );
    expect(await fingerprintOf(server)).not.toHaveProperty("bodyKeys");
  });

  test("is empty for an error page, and masks secrets before it is cut", async () => {
    expect(await fingerprintOf(await serve("502 Bad Gateway\r\nServer: proxy"))).toEqual({});
    const secret = "s".repeat(900);
    const server = await serve(`200 OK\r\nServer: ${"x".repeat(500)}${secret}`);
    const { headers = "" } = (await fingerprintOf(server, { mask: [secret] })) ?? {};
    expect(headers).not.toContain("ss");
    expect(headers.length).toBeLessThanOrEqual(1_000);
  });
});

test("the keys of a hostile document are bounded", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, nr) => [`key${nr}`, { deep: { deeper: { end: 1 } } }]),
  );
  expect(bodyKeys(wide).split(", ")).toHaveLength(100);
  expect(bodyKeys([[[[["x"]]]]])).toBe("");
  expect(bodyKeys({ b: 1, a: [] })).toBe(bodyKeys({ a: [], b: 2 }));
});
