import { afterEach, describe, expect, test } from "vitest";
import { testRequest } from "../../../test/deliveries.ts";
import { startRawServer } from "../../../test/servers/raw-server.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function raw(onRequest: Parameters<typeof startRawServer>[0]) {
  const server = await startRawServer(onRequest);
  ends.push(server.close);
  return server;
}

const MESSAGE = { headers: { "content-type": "application/json" }, body: '{"ä":1}' };

describe("a request to a receiver", () => {
  test("sends its body, its length in bytes and its headers", async () => {
    const server = await raw((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    const answer = await testRequest()(`${server.url}hook?a=1`, MESSAGE);
    expect(answer).toEqual({ statusCode: 200, retryAfter: null, text: "ok", bytes: Buffer.from("ok") });
    const sent = server.received[0] ?? "";
    expect(sent).toMatch(/^POST \/hook\?a=1 HTTP\/1\.1\r\n/);
    expect(sent).toMatch(/content-length: 8\r\n/i);
    expect(Buffer.from(sent, "latin1").toString("utf8")).toContain(MESSAGE.body);
  });

  test.each([
    ["never answers", () => {}],
    ["answers a byte at a time", (socket: import("node:net").Socket) => void socket.write("H")],
    [
      "says for ever that it goes on",
      (socket: import("node:net").Socket) => {
        const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20);
        socket.on("close", () => clearInterval(timer));
      },
    ],
  ])("ends in time where the receiver %s", async (_what, onRequest) => {
    const server = await raw(onRequest);
    await expect(testRequest()(server.url, MESSAGE)).rejects.toThrow(/did not respond within 1 s/);
    await server.idle();
  });

  test("reads at most 4 KiB of an endless response", async () => {
    let written = 0;
    const server = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const more = () => {
        while (socket.writable && socket.write(`1000\r\n${"x".repeat(4_096)}\r\n`)) written += 4_096;
      };
      socket.on("drain", more);
      more();
    });
    const { statusCode, text } = await testRequest()(server.url, MESSAGE);
    expect([statusCode, text.length]).toEqual([200, 65_536]);
    await server.idle();
    expect(written).toBeGreaterThan(0);
  });

  test("returns the status although the rest of the response never arrives", async () => {
    const server = await raw((socket) => void socket.write("HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n"));
    expect((await testRequest()(server.url, MESSAGE)).statusCode).toBe(204);
    const dripping = await raw(
      (socket) => void socket.write("HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nabc"),
    );
    expect(await testRequest()(dripping.url, MESSAGE)).toMatchObject({ statusCode: 500, text: "abc" });
    await dripping.idle();
  });

  test("returns a redirect and does not follow it", async () => {
    const inner = await raw((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    const server = await raw((socket) =>
      socket.end(`HTTP/1.1 307 Elsewhere\r\nLocation: ${inner.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect((await testRequest()(server.url, MESSAGE)).statusCode).toBe(307);
    expect(inner.received).toEqual([]);
  });

  test.each(["http://127.0.0.1:1/", "http://[::1]:1/", "http://2130706433:1/", "http://169.254.169.254/"])(
    "does not connect to %s in hosted mode",
    async (url) => {
      await expect(testRequest("hosted")(url, MESSAGE)).rejects.toThrow(/VEDETTE_EGRESS/);
    },
  );

  test("does not connect to metadata services in any mode", async () => {
    await expect(testRequest()("http://169.254.169.254/latest", MESSAGE)).rejects.toThrow(/metadata/);
  });
});
