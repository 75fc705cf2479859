import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { portOf, startTestApp, type TestApp } from "../../../test/app.ts";

/** Tests that need a real connection. */

let running: TestApp;
let port = 0;
let isHeld: Promise<void>;
let letGo: () => void;

beforeAll(async () => {
  const entered = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  isHeld = entered.promise;
  letGo = held.resolve;
  running = await startTestApp({
    config: { metricsToken: "t0ken" },
    metrics: async () => {
      entered.resolve();
      await held.promise;
      return "held 1\n";
    },
  });
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  port = portOf(running.app);
});
afterAll(() => running.stop());

async function exchange(
  bytes: string,
): Promise<{ status: string; body: { success: boolean; error: { code: string } } }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: head.split(" ")[1] ?? "", body: JSON.parse(body) };
}

describe("an invalid request gets the standard error response and loses its connection", () => {
  test.each([
    ["not HTTP", "hello\r\n\r\n", "400", "BAD_REQUEST"],
    [
      "64 KiB of headers",
      `GET / HTTP/1.1\r\nHost: a\r\nX-Big: ${"x".repeat(65_536)}\r\n\r\n`,
      "413",
      "PAYLOAD_TOO_LARGE",
    ],
    [
      "two lengths of one body",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "400",
      "BAD_REQUEST",
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "400",
      "BAD_REQUEST",
    ],
  ])("%s", async (_name, bytes, status, code) => {
    const answer = await exchange(bytes);
    expect(answer).toMatchObject({ status, body: { success: false, error: { code } } });
  });
});

test("closing completes a request in flight and accepts no new connection", async () => {
  const answer = fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: "Bearer t0ken" } });
  await isHeld;
  const closed = running.app.close(10_000);
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => "served",
        () => "refused",
      ),
    )
    .toBe("refused");
  letGo();
  expect(await (await answer).text()).toContain("held 1");
  await closed;
});
