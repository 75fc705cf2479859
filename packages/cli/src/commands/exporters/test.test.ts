import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

let server: Server;
let answer: unknown;
let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function testExporter() {
  const out: string[] = [];
  const code = await main({
    args: ["exporters", "test", "e1"],
    env: {
      VEDETTE_API_KEY: "k",
      VEDETTE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    folder: "/",
    print: (line) => void out.push(line),
    complain: () => undefined,
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n") };
}

const accepted = { accepted: true, status_code: 200, error: null, duration_ms: 12 };

test("exporters test prints what the receiver answered, and fails if it did not accept", async () => {
  answer = { metrics: accepted, traces: null };
  expect(await testExporter()).toEqual({ code: 0, out: "metrics: accepted, status 200, 12 ms" });
  expect(asked).toEqual(["POST /api/v1/telemetry-exporters/e1/test"]);
  const error = "The receiver answered 401: wrong\u001b[31m key";
  answer = { metrics: accepted, traces: { ...accepted, accepted: false, status_code: 401, error } };
  const { code, out } = await testExporter();
  expect(code).toBe(4);
  expect(out.split("\n")[1]).toMatch(
    /^traces: not accepted, status 401, 12 ms: The receiver answered 401: wrong/,
  );
  expect(out).not.toContain("\u001b");
});
