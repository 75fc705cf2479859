import { describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  lookupOf,
  startAnswering,
  startRawServer,
} from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

const answer = (status: number) => `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`;
const redirect = (location: string) =>
  `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;

describe("accept_statuses", () => {
  const acceptStatuses = [
    [200, 299],
    [401, 401],
  ] as const;
  test.each([
    [200, "up"],
    [299, "up"],
    [401, "up"],
    [301, "down"],
    [400, "down"],
    [402, "down"],
  ])("%i is %s", async (status, expected) => {
    const server = await startAnswering(answer(status));
    const outcome = await runCheck(httpSpec(server.url, { acceptStatuses }), checkContext());
    expect(outcome.status).toBe(expected);
    if (expected === "down") {
      expect(outcome.error?.message).toBe(`expected a status from 200 to 299, 401, got ${status}`);
    }
    await server.close();
  });

  test("counts in addition to the assertions", async () => {
    const server = await startAnswering(answer(500));
    const assertions = [{ type: "status_code", property: null, operator: "equals", value: 500 }] as const;
    const spec = httpSpec(server.url, { acceptStatuses, assertions });
    const outcome = await runCheck(spec, checkContext());
    expect(outcome).toMatchObject({ status: "down", assertions: [{ passed: true }] });
    const alone = await runCheck(httpSpec(server.url, { assertions }), checkContext());
    expect(alone.status).toBe("up");
    await server.close();
  });
});

describe("max_redirects", () => {
  test.each([
    [0, 1],
    [2, 3],
  ])("with %i, redirect %i fails the check", async (maxRedirects, failing) => {
    const server = await startRawServer((socket) => socket.end(redirect("/again")));
    const outcome = await runCheck(httpSpec(server.url, { maxRedirects }), checkContext());
    expect(outcome.error).toMatchObject({
      code: "TOO_MANY_REDIRECTS",
      message: expect.stringContaining(`more than ${maxRedirects} redirects`),
    });
    expect(server.received).toHaveLength(failing);
    await server.close();
  });
});

describe("ip_family", () => {
  const lookup = lookupOf({ "both.example": ["::1", "127.0.0.1"], "old.example": ["127.0.0.1"] });

  test("selects among the addresses of a name", async () => {
    const server = await startAnswering(answer(200));
    const url = `http://both.example:${server.port}/`;
    const outcome = await runCheck(httpSpec(url, { ipFamily: 4 }), checkContext({ lookup }));
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1" });
    await server.close();
  });

  test.each(["http://old.example/", "http://127.0.0.1/"])("%s has no IPv6 address", async (url) => {
    const outcome = await runCheck(httpSpec(url, { ipFamily: 6 }), checkContext({ lookup }));
    expect(outcome.error).toMatchObject({
      code: "DNS_FAILED",
      message: expect.stringMatching(/has no IPv6 address|is not an IPv6 address/),
    });
  });

  test("also applies to TCP", async () => {
    const spec = { kind: "tcp", host: "old.example", port: 1, ipFamily: 6 } as const;
    const common = { timeoutMs: 1_000, retries: 0, degradedAfterMs: null, assertions: [] };
    const outcome = await runCheck({ ...spec, ...common }, checkContext({ lookup }));
    expect(outcome.error).toMatchObject({ code: "DNS_FAILED" });
  });
});

describe("resolve", () => {
  test("replaces the addresses of one host and port, also at a redirect, without a lookup", async () => {
    const server = await startRawServer((socket, request) =>
      socket.end(request.startsWith("GET /end") ? answer(200) : redirect("/end")),
    );
    const url = `http://Shop.Example:${server.port}/`;
    const resolve = { [`shop.example:${server.port}`]: "127.0.0.1" };
    const outcome = await runCheck(httpSpec(url, { resolve }), checkContext({ lookup: lookupOf({}) }));
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", timings: { dnsUs: null } });
    expect(server.received).toHaveLength(2);
    expect(server.received[0]).toContain(`Host: shop.example:${server.port}\r\n`);
    await server.close();
  });

  test("other ports are looked up", async () => {
    const resolve = { "shop.example:81": "127.0.0.1" };
    const spec = httpSpec("http://shop.example/", { resolve });
    const outcome = await runCheck(spec, checkContext({ lookup: lookupOf({}) }));
    expect(outcome.error?.code).toBe("DNS_FAILED");
  });

  test("the egress policy judges the address", async () => {
    const resolve = { "shop.example:80": "169.254.169.254" };
    const outcome = await runCheck(httpSpec("http://shop.example/", { resolve }), checkContext());
    expect(outcome).toMatchObject({ status: "error", error: { code: "ADDRESS_BLOCKED" } });
  });
});

describe("cache_bust", () => {
  test.each([
    ["a", /^GET \/a\?cache_bust=[\w-]{36} /],
    ["a?b=%20c&d#e", /^GET \/a\?b=%20c&d&cache_bust=[\w-]{36} /],
  ])("adds a parameter to /%s that differs in each attempt", async (path, expected) => {
    const server = await startAnswering(answer(500));
    const spec = httpSpec(`${server.url}${path}`, {
      cacheBust: true,
      retries: 1,
      retryWait: { intervalMs: 1, backoff: "fixed" },
    });
    await runCheck(spec, checkContext());
    const [first = "", second = ""] = server.received;
    expect(first).toMatch(expected);
    expect(second).toMatch(expected);
    expect(first.split("\r\n")[0]).not.toBe(second.split("\r\n")[0]);
    await server.close();
  });
});

describe("invert", () => {
  test("a target that fails is up, after one attempt", async () => {
    const server = await startAnswering(answer(500));
    const outcome = await runCheck(httpSpec(server.url, { invert: true, retries: 2 }), checkContext());
    expect(outcome).toMatchObject({ status: "up", statusCode: 500, error: null, attempts: 1 });
    await server.close();
  });

  test("a target that passes is down, after its retries", async () => {
    const server = await startAnswering(answer(200));
    const retryWait = { intervalMs: 1, backoff: "fixed" } as const;
    const spec = httpSpec(server.url, { invert: true, retries: 1, retryWait });
    const outcome = await runCheck(spec, checkContext());
    expect(outcome).toMatchObject({
      status: "down",
      attempts: 2,
      error: { code: "ASSERTION_FAILED", phase: "assertion" },
    });
    await server.close();
  });

  test("a blocked address has no verdict", async () => {
    const spec = httpSpec("http://169.254.169.254/", { invert: true });
    expect((await runCheck(spec, checkContext())).status).toBe("error");
  });
});
