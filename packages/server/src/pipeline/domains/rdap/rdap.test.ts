import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drip, streamChunks } from "../../../../test/hostile/behavior.ts";
import { openRawPort } from "../../../../test/hostile/open-port.ts";
import { type RdapServer, rdapDomain, startRdapServer } from "../../../../test/servers/rdap-server.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy, type EgressMode } from "../../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../../platform/net/fetch-json.ts";
import { findService, parseBootstrap } from "./bootstrap.ts";
import { parseDomain } from "./parse-domain.ts";
import { fetchBootstrap, fetchDomain } from "./rdap-client.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);

const requestIn = (mode: EgressMode, signal = AbortSignal.timeout(20_000)) => {
  const policy = createEgressPolicy({ mode, allow: [], deny: [], ownPorts: () => [] });
  return { fetch: createFetchJson(createEgress({ policy })), signal, nowMs: NOW_MS };
};
const request = requestIn("self-hosted");

describe("the list of services", () => {
  test("gives the service of the longest suffix, with https if there is a choice", () => {
    const services = parseBootstrap({
      services: [
        [
          ["NET", "com"],
          ["http://a.test/", "https://b.test/com"],
        ],
        [["uk"], ["https://uk.test/"]],
        [["co.uk"], ["https://co-uk.test/"]],
        [["bad"], ["ftp://x/"]],
        "nonsense",
      ],
    });
    expect(findService(services, "shop.com")).toBe("https://b.test/com/");
    expect(findService(services, "shop.net")).toBe("https://b.test/com/");
    expect(findService(services, "shop.co.uk")).toBe("https://co-uk.test/");
    expect(findService(services, "shop.org.uk")).toBe("https://uk.test/");
    expect(findService(services, "shop.bad")).toBeNull();
    expect(findService(services, "shop.de")).toBeNull();
  });

  test.each([null, 1, [], {}, { services: {} }])("is not %j", (document) => {
    expect(() => parseBootstrap(document)).toThrow("no member 'services'");
  });
});

describe("the answer about a domain", () => {
  test("has its expiry, registrar, statuses, name servers and DNSSEC", () => {
    const document = rdapDomain("shop.test", { status: ["clientHold", "pending delete"], isSigned: true });
    expect(parseDomain(document)).toEqual({
      expiresAtMs: Date.UTC(2027, 5, 30, 4),
      registrar: "Registrar Example, Inc.",
      statuses: ["client hold", "pending delete"],
      nameservers: ["ns1.example.net", "ns2.example.net"],
      isSigned: true,
    });
  });

  test("may lack any of them", () => {
    expect(parseDomain({ objectClassName: "domain" })).toEqual({
      ...{ expiresAtMs: null, registrar: null, statuses: [], nameservers: [], isSigned: null },
    });
  });

  test("of any shape gives bounded facts or an error", () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const part = fc.oneof(leaf, fc.array(fc.oneof(leaf, fc.dictionary(fc.string(), leaf))));
    const names = ["status", "events", "entities", "nameservers", "secureDNS"] as const;
    const document = fc.record(Object.fromEntries(names.map((name) => [name, part])), { requiredKeys: [] });
    fc.assert(
      fc.property(document, (some) => {
        const facts = parseDomain({ ...some, objectClassName: "domain" });
        expect(facts.statuses.length).toBeLessThanOrEqual(50);
        expect([...facts.statuses, ...facts.nameservers].every((text) => text.length <= 200)).toBe(true);
      }),
    );
    const long = {
      objectClassName: "domain",
      status: Array.from({ length: 1_000 }, () => "x\0".repeat(500)),
    };
    expect(parseDomain(long).statuses).toEqual(["x".repeat(200)]);
  });
});

describe("a request", () => {
  let rdap: RdapServer;
  beforeAll(async () => {
    rdap = await startRdapServer();
    rdap.domains.set("shop.test", {});
  });
  beforeEach(() => {
    rdap.answer = null;
  });
  afterAll(() => rdap.close());

  const lookUp = (domain = "shop.test") => fetchDomain(rdap.serviceUrl, domain, request);
  const answerWith = (status: number, headers: Record<string, string> = {}, body = "") => {
    rdap.answer = (response: ServerResponse) => void response.writeHead(status, headers).end(body);
  };

  test("finds a domain, or learns that it is not registered", async () => {
    expect(await lookUp()).toMatchObject({ kind: "found", facts: { registrar: "Registrar Example, Inc." } });
    expect(await lookUp("other.test")).toEqual({ kind: "missing" });
  });

  test("is sent again to another service, within the egress policy", async () => {
    const location = `${rdap.serviceUrl}domain/shop.test`;
    rdap.answer = (response) => {
      rdap.answer = null;
      response.writeHead(302, { location }).end();
    };
    expect(await lookUp()).toMatchObject({ kind: "found" });
    answerWith(302, { location });
    expect(await lookUp()).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("redirects more than 3"),
    });
    answerWith(301, { location: "file:///etc/passwd" });
    expect(await lookUp()).toMatchObject({ message: expect.stringContaining("something else than a URL") });
    const blocked = await fetchDomain(rdap.serviceUrl, "shop.test", requestIn("hosted"));
    expect(blocked).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("VEDETTE_EGRESS=hosted"),
    });
  });

  test.each([
    [429, "120", 120_000],
    [429, new Date(NOW_MS + 60_000).toUTCString(), 60_000],
    [503, "5", 5_000],
    // No time, a past one, and one that is too long.
    [429, "", 3_600_000],
    [429, new Date(NOW_MS - 60_000).toUTCString(), 0],
    [429, "999999999", 86_400_000],
  ])("that is refused with %i and Retry-After %j waits %i ms", async (status, after, retryAfterMs) => {
    answerWith(status, after === "" ? {} : { "retry-after": after });
    expect(await lookUp()).toEqual({ kind: "limited", retryAfterMs });
  });

  test.each([
    [500, "{}", "status 500"],
    [200, "<html>", "JSON"],
    [200, '{"objectClassName":"entity"}', "not about a domain"],
    [200, JSON.stringify({ x: "x".repeat(1_100_000) }), "longer than"],
  ])("fails with a message for %i %.20s", async (status, body, message) => {
    answerWith(status, { "content-type": "application/rdap+json" }, body);
    expect(await lookUp()).toMatchObject({ kind: "failed", message: expect.stringContaining(message) });
  });

  test("gets the list of services, and only if it has changed", async () => {
    const none = { etag: null, lastModified: null };
    const list = await fetchBootstrap(rdap.bootstrapUrl, { ...request, ...none });
    expect(list).toEqual({
      ...{ kind: "new", etag: '"1"', lastModified: null },
      services: [[["test", "example"], rdap.serviceUrl]],
    });
    const again = await fetchBootstrap(rdap.bootstrapUrl, { ...request, ...none, etag: '"1"' });
    expect(again).toEqual({ kind: "unchanged" });
    const broken = await fetchBootstrap(`${rdap.serviceUrl}none`, { ...request, ...none });
    expect(broken).toMatchObject({ kind: "failed", message: expect.stringContaining("status 404") });
  });
});

/** Each ends in bounded time and memory. The signal stands for the end of the job, before the deadline of 10 s. */
test.each<[string, (socket: Socket) => void]>([
  ["silent", (socket) => socket.resume()],
  ["slow", (socket) => drip(socket, 20, () => "x")],
  ["endless", (socket) => streamChunks(socket, () => "x".repeat(65_536))],
  [
    "endless in its body",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
      streamChunks(socket, () => "x".repeat(65_536));
    },
  ],
  ["garbage", (socket) => socket.end(randomBytes(4_096).fill(0xff, 0, 16))],
  ["truncated", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{")],
  ["wrong version", (socket) => socket.end("HTTP/9.9 200 OK\r\n\r\n")],
  ["reset", (socket) => socket.once("data", () => socket.resetAndDestroy()).resume()],
  ["closed early", (socket) => socket.end()],
])("a service that is %s gives a failure", async (name, behave) => {
  const opened = await openRawPort(behave);
  const mayHang = name === "silent" || name === "slow";
  const bounded = requestIn("self-hosted", AbortSignal.timeout(mayHang ? 300 : 20_000));
  const answer = await fetchDomain(`http://127.0.0.1:${opened.port}/`, "shop.test", bounded);
  expect(answer).toMatchObject({ kind: "failed", message: expect.stringMatching(/./) });
  await opened.close();
});
