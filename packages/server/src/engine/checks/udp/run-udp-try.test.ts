import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

/** Answers each datagram, by its number. */
async function startUdp(answer: (datagram: Buffer, index: number) => Buffer | string | null) {
  const received: string[] = [];
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.on("message", (datagram, from) => {
    const index = received.push(datagram.toString("latin1")) - 1;
    const bytes = answer(datagram, index);
    if (bytes !== null) socket.send(bytes, from.port, from.address);
  });
  return { port: socket.address().port, received, close: () => socket.close() };
}

const run = (port: number, fields: Record<string, unknown> = {}) =>
  runCheck(specOf("udp", { host: "127.0.0.1", port, send: "ping\\r\\n\\x00", ...fields }), checkContext());

describe("a UDP check", () => {
  test("sends its bytes and passes with the expected answer", async () => {
    const server = await startUdp(() => "pong 7");
    const body = { type: "body", operator: "ends_with", value: "7", property: null };
    const outcome = await run(server.port, {
      expect: "^pong \\d$",
      expect_type: "matches",
      assertions: [body],
      keep_body: "always",
    });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", kept: { body: "pong 7" }, bodyBytes: 6 });
    expect(outcome.timings.ttfbUs).toBe(outcome.responseUs);
    expect(server.received[0]).toBe("ping\r\n\0");
    server.close();
  });

  test("sends again if a datagram is lost, and fails if all are", async () => {
    const server = await startUdp((_, index) => (index === 0 ? null : "pong"));
    expect((await run(server.port, { expect: "pong", timeout_ms: 600 })).error).toBeNull();
    server.close();
    const silent = await startUdp(() => null);
    const outcome = await run(silent.port, { expect: "pong", timeout_ms: 300 });
    expect(outcome.error).toMatchObject({
      code: "TIMEOUT",
      message: "timed out: no answer came within 0.3 s",
    });
    expect(silent.received).toHaveLength(3);
    silent.close();
  });

  test("without an expected answer, silence is up and a closed port is down", async () => {
    const silent = await startUdp(() => null);
    const { port } = silent;
    expect((await run(port, { timeout_ms: 200 })).status).toBe("up");
    silent.close();
    expect((await run(port)).error).toMatchObject({ code: "CONNECT_REFUSED" });
  });

  test("another answer is down, and is shown", async () => {
    const server = await startUdp(() => "busy");
    expect((await run(server.port, { expect: "pong" })).error).toMatchObject({
      code: "ASSERTION_FAILED",
      message: 'expected body to contain "pong", got "busy"',
    });
    server.close();
  });
});
