import { createServer } from "node:https";
import { afterEach, describe, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, listening, startAnswering } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

async function startWs(
  serve: (socket: WebSocket, headers: Record<string, unknown>) => void,
): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket, { headers }) => serve(socket, headers));
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  ends.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

const run = (port: number, fields: Record<string, unknown> = {}) =>
  runCheck(specOf("websocket", { url: `ws://127.0.0.1:${port}/chat?a=1`, ...fields }), checkContext());

describe("a WebSocket check", () => {
  test("is up after the upgrade, with its headers and subprotocol, and closes with 1000", async () => {
    const closed = Promise.withResolvers<number>();
    const port = await startWs((socket, headers) => {
      expect(headers).toMatchObject({ "x-key": "k", "sec-websocket-protocol": "v1.chat" });
      socket.once("close", (code) => closed.resolve(code));
    });
    const outcome = await run(port, { headers: { "X-Key": "k" }, subprotocol: "v1.chat" });
    expect(outcome).toMatchObject({ status: "up", error: null, ip: "127.0.0.1" });
    const { connectUs, ttfbUs } = outcome.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
    expect(await closed.promise).toBe(1000);
  });

  test("sends a message and waits for the expected one", async () => {
    const port = await startWs((socket) =>
      socket.on("message", (data) => {
        socket.send("hello");
        socket.send(`got ${data}`);
      }),
    );
    const outcome = await run(port, { send: '{"ping":1}', expect: "got {", keep_body: "always" });
    expect(outcome).toMatchObject({ status: "up", kept: { body: 'got {"ping":1}' } });
  });

  test("another status, a refused subprotocol and a closed connection are down", async () => {
    const http = await startAnswering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    expect((await run(http.port)).error).toMatchObject({
      code: "PROTOCOL_ERROR",
      message: "the server answered 404 instead of 101",
    });
    await http.close();
    const closing = await startWs((socket) => socket.close(1011));
    expect((await run(closing, { expect: "x" })).error).toMatchObject({ code: "CONNECTION_RESET" });
    const silent = await startWs(() => undefined);
    expect((await run(silent, { expect: "x", timeout_ms: 300 })).error).toMatchObject({ code: "TIMEOUT" });
  });

  test("wss verifies the certificate", async () => {
    const fixtures = await createTlsFixtures();
    const https = createServer(fixtures.valid);
    const wss = new WebSocketServer({ server: https });
    const server = await listening(https);
    ends.push(
      () => wss.close(),
      () => server.close(),
    );
    const spec = specOf("websocket", { url: `wss://localhost:${server.port}/` });
    const trusted = await runCheck(spec, checkContext({ extraCa: [fixtures.ca] }));
    expect(trusted).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
    expect((await runCheck(spec, checkContext())).error).toMatchObject({ code: "TLS_INVALID" });
  });
});
