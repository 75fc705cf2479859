import { createServer } from "node:net";
import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import { describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  listening,
  lookupOf,
  startAnswering,
  startRawServer,
} from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

function sumUs({ timings }: CheckOutcome): number {
  return Object.values(timings).reduce<number>((sum, us) => sum + (us ?? 0), 0);
}

describe("up", () => {
  test("a 200 response is up, with all its facts", async () => {
    const server = await startAnswering(OK);
    const names = lookupOf({ "site.test": ["127.0.0.1"] });
    const url = `http://site.test:${server.port}/a?b=c#d`;
    const outcome = await runCheck(httpSpec(url), checkContext({ lookup: names }));
    expect(outcome).toMatchObject({
      status: "up",
      statusCode: 200,
      ip: "127.0.0.1",
      tls: null,
      bodyBytes: 5,
      attempts: 1,
      error: null,
    });
    expect(outcome.timings.tlsUs).toBeNull();
    for (const phase of ["dnsUs", "connectUs", "ttfbUs", "downloadUs"] as const) {
      expect(Number.isInteger(outcome.timings[phase])).toBe(true);
    }
    expect(sumUs(outcome)).toBe(outcome.responseUs);
    expect(server.received[0]).toMatch(/^GET \/a\?b=c HTTP\/1\.1\r\n/);
    await server.idle();
    await server.close();
  });

  test("an IP address needs no resolver and has no DNS time", async () => {
    const server = await startAnswering(OK);
    const outcome = await runCheck(httpSpec(server.url), checkContext({ lookup: lookupOf({}) }));
    expect(outcome).toMatchObject({ status: "up", timings: { dnsUs: null } });
    await server.close();
  });

  test("sends default headers, which the user's headers replace regardless of case", async () => {
    const server = await startAnswering(OK);
    const headers = { "user-AGENT": "mine", HOST: "other.test", "X-Own": "1", connection: "keep-alive" };
    await runCheck(httpSpec(server.url), checkContext());
    await runCheck(httpSpec(server.url, { method: "POST", headers, body: "püt" }), checkContext());
    expect(server.received[0]).toMatch(
      /^GET \/ HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nUser-Agent: Vedette\/[\d.]+\r\nAccept: \*\/\*\r\nAccept-Encoding: gzip, deflate, br\r\nConnection: close\r\n\r\n$/,
    );
    expect(server.received[1]).toBe(
      "POST / HTTP/1.1\r\nHOST: other.test\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n" +
        "user-AGENT: mine\r\nX-Own: 1\r\nContent-Length: 4\r\nConnection: close\r\n\r\np\u00c3\u00bct",
    );
    await server.close();
  });

  test.each([
    ["HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nuntil the end", 13],
    ["chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", 5],
    ["100 and 103 first", `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}`, 5],
    ["204 with bytes after it", "HTTP/1.1 204 No Content\r\n\r\nsurprise", 0],
  ])("%s is a valid response", async (_, response, bodyBytes) => {
    const server = await startAnswering(response);
    expect(await runCheck(httpSpec(server.url), checkContext())).toMatchObject({ status: "up", bodyBytes });
    await server.close();
  });

  test("HEAD has no body, no matter what its headers say, even if one is sent", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    const server = await startAnswering(head, `${head}hello`);
    for (const _ of [head, "and its body"]) {
      const outcome = await runCheck(httpSpec(server.url, { method: "HEAD" }), checkContext());
      expect(outcome).toMatchObject({ status: "up", bodyBytes: 0 });
    }
    await server.close();
  });
});

describe("without assertions", () => {
  test.each([
    [200, "up"],
    [204, "up"],
    [304, "up"],
    [399, "up"],
    [400, "down"],
    [404, "down"],
    [500, "down"],
    [199, "down"],
  ])("a status of %i is %s", async (code, status) => {
    const head = code === 199 ? "HTTP/1.1 600 X" : `HTTP/1.1 ${code} X`;
    const server = await startAnswering(`${head}\r\nContent-Length: 0\r\n\r\n`);
    const outcome = await runCheck(httpSpec(server.url), checkContext());
    expect(outcome.status).toBe(status);
    if (status === "down") {
      expect(outcome.error).toMatchObject({ code: "ASSERTION_FAILED", phase: "assertion" });
      expect(outcome.error?.message).toMatch(/200 to 399, got \d+/);
    }
    await server.close();
  });
});

describe("assertions", () => {
  test("all are evaluated, and the message names the expected and the actual value", async () => {
    const server = await startAnswering('HTTP/1.1 500 No\r\nX-A: b\r\nContent-Length: 8\r\n\r\n{"a":12}');
    const assertions = [
      { type: "status_code", property: null, operator: "equals", value: 200 },
      { type: "header", property: "X-A", operator: "equals", value: "b" },
      { type: "json_path", property: "$.a", operator: "equals", value: 12 },
    ] as const;
    const outcome = await runCheck(httpSpec(server.url, { assertions }), checkContext());
    expect(outcome.assertions.map(({ passed }) => passed)).toEqual([false, true, true]);
    expect(outcome.error).toMatchObject({ code: "ASSERTION_FAILED", phase: "assertion" });
    expect(outcome.error?.message).toMatch(/200.*500/);
    await server.close();
  });

  test("an expected status is up, even 500", async () => {
    const server = await startAnswering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
    const assertions = [{ type: "status_code", property: null, operator: "equals", value: 500 }] as const;
    expect(await runCheck(httpSpec(server.url, { assertions }), checkContext())).toMatchObject({
      status: "up",
    });
    await server.close();
  });
});

describe.concurrent("a target that does not respond times out, and the error names the phase", () => {
  /** Long enough for a busy machine to connect and send, so that the phase is the target's. */
  const timeoutMs = 2_000;

  test("while it does not accept the request", async () => {
    const server = await listening(createServer({ pauseOnConnect: true }));
    const url = `http://127.0.0.1:${server.port}/`;
    const body = "x".repeat(30_000_000);
    const outcome = await runCheck(httpSpec(url, { method: "POST", body, timeoutMs: 4_000 }), checkContext());
    expect(outcome.error).toMatchObject({ code: "TIMEOUT", phase: "request" });
    await server.close();
  });

  test("at DNS", async () => {
    const context = checkContext({ lookup: () => {} });
    const outcome = await runCheck(httpSpec("http://silent.test/", { timeoutMs }), context);
    expect(outcome).toMatchObject({ status: "down", error: { code: "DNS_FAILED", phase: "dns" }, ip: null });
    expect(outcome.error?.message).toContain("timed out");
    expect(sumUs(outcome)).toBe(outcome.responseUs);
  });

  test.each([
    ["after the request", "", "headers"],
    ["inside the headers", "HTTP/1.1 200 OK\r\nX-A: ", "headers"],
    ["inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc", "body"],
    ["inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc", "body"],
  ])("%s", async (_, bytes, phase) => {
    const server = await startRawServer((socket) => socket.write(bytes));
    const outcome = await runCheck(httpSpec(server.url, { timeoutMs }), checkContext());
    expect(outcome).toMatchObject({ status: "down", error: { code: "TIMEOUT", phase } });
    expect(outcome.error?.message).toContain("2 s");
    expect(outcome.statusCode).toBe(phase === "body" ? 200 : null);
    expect(sumUs(outcome)).toBe(outcome.responseUs);
    expect(outcome.timings[phase === "body" ? "downloadUs" : "ttfbUs"]).not.toBeNull();
    await server.idle();
    await server.close();
  });

  test("a slow drip does not extend the timeout", async () => {
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const drip = setInterval(() => socket.write("."), 10);
      socket.once("close", () => clearInterval(drip));
    });
    const outcome = await runCheck(httpSpec(server.url, { timeoutMs }), checkContext());
    expect(outcome.error).toMatchObject({ code: "TIMEOUT", phase: "body" });
    await server.idle();
    await server.close();
  });
});

describe("a target that drops the connection is CONNECTION_RESET in the current phase", () => {
  test.each([
    ["after the request", "", "headers"],
    ["inside the headers", "HTTP/1.1 200 OK\r\nX-A: ", "headers"],
    ["inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc", "body"],
    ["inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc", "body"],
  ])("by reset %s", async (_, bytes, phase) => {
    const server = await startRawServer((socket) =>
      socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy())),
    );
    const { error } = await runCheck(httpSpec(server.url), checkContext());
    expect(error).toMatchObject({ code: "CONNECTION_RESET" });
    expect(["headers", phase]).toContain(error?.phase);
    await server.close();
  });

  test.each([
    ["after the request", "", "headers"],
    ["inside the headers", "HTTP/1.1 200 OK\r\nX-A: ", "headers"],
    ["inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc", "body"],
    ["inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc", "body"],
  ])("by closing %s", async (_, bytes, phase) => {
    const server = await startAnswering(bytes);
    const outcome = await runCheck(httpSpec(server.url), checkContext());
    expect(outcome.error).toMatchObject({ code: "CONNECTION_RESET", phase });
    expect(sumUs(outcome)).toBe(outcome.responseUs);
    await server.close();
  });

  test("right after the connection", async () => {
    const server = await startRawServer(
      () => {},
      (socket) => socket.resetAndDestroy(),
    );
    const { error } = await runCheck(httpSpec(server.url), checkContext());
    expect(error).toMatchObject({ code: "CONNECTION_RESET" });
    await server.close();
  });
});

test("a port without a listener is CONNECT_REFUSED", async () => {
  const server = await startAnswering("");
  await server.close();
  const outcome = await runCheck(httpSpec(server.url), checkContext());
  expect(outcome).toMatchObject({
    status: "down",
    ip: "127.0.0.1",
    error: { code: "CONNECT_REFUSED", phase: "connect" },
    timings: { dnsUs: null, ttfbUs: null },
  });
  expect(outcome.timings.connectUs).toBe(outcome.responseUs);
});

describe("a response that is not HTTP is PROTOCOL_ERROR", () => {
  const lines = (...text: string[]) => `${text.join("\r\n")}\r\n\r\n`;
  test.each([
    ["HTTP/0.9", "<html>hello</html>", "headers"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "headers"],
    ["CL and TE", lines("HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: chunked"), "headers"],
    ["two lengths", lines("HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 6"), "headers"],
    ["bare LF", "HTTP/1.1 200 OK\nContent-Length: 0\n\n", "headers"],
    [
      "an invalid chunk size",
      `${lines("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")}zz\r\nabc\r\n`,
      "body",
    ],
    ["NUL in a header", lines("HTTP/1.1 200 OK", "X-A: \0"), "headers"],
    ["1 MB of headers", lines("HTTP/1.1 200 OK", `X-A: ${"a".repeat(1_000_000)}`), "headers"],
    ["10,000 headers", lines("HTTP/1.1 200 OK", ...Array(10_000).fill("X-A: 12345")), "headers"],
  ])("%s, with the parser's code", async (_, response, phase) => {
    const server = await startAnswering(response);
    const outcome = await runCheck(httpSpec(server.url), checkContext());
    expect(outcome.error).toMatchObject({ code: "PROTOCOL_ERROR", phase });
    expect(outcome.error?.message).toMatch(/HPE_[A-Z_]+/);
    await server.idle();
    await server.close();
  });

  test("accepts ten informational responses, but not an endless series", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
    const server = await startAnswering(hint.repeat(10) + OK, hint.repeat(11) + OK);
    expect(await runCheck(httpSpec(server.url), checkContext())).toMatchObject({ status: "up" });
    const { error } = await runCheck(httpSpec(server.url), checkContext());
    expect(error).toMatchObject({ code: "PROTOCOL_ERROR", phase: "headers" });
    expect(error?.message).toContain("more than 10");
    await server.close();
  });

  test("an unrequested protocol switch", async () => {
    const server = await startAnswering(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    );
    const { error } = await runCheck(httpSpec(server.url), checkContext());
    expect(error).toMatchObject({ code: "PROTOCOL_ERROR", phase: "headers" });
    await server.idle();
    await server.close();
  });
});

describe("a request that cannot be sent is an outcome, because variables can cause it", () => {
  test.each([
    ["a URL", httpSpec("http://")],
    ["another scheme", httpSpec("file:///etc/passwd")],
    ["a header value", httpSpec("http://127.0.0.1:1/", { headers: { "X-A": "a\r\nb" } })],
    ["a header name", httpSpec("http://127.0.0.1:1/", { headers: { "X A": "b" } })],
  ])("%s", async (_, spec) => {
    const server = await startAnswering(OK);
    const url = spec.url.replace(":1/", `:${server.port}/`);
    const { error } = await runCheck({ ...spec, url }, checkContext());
    expect(error).toMatchObject({ code: "PROTOCOL_ERROR", phase: "request" });
    await server.idle();
    await server.close();
  });
});
