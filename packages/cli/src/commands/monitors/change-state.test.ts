import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

let server: Server;
let asked: { method: string | undefined; url: string | undefined; body: unknown }[];
/** The data of each response, in order. */
let answers: unknown[];

beforeEach(async () => {
  [asked, answers] = [[], []];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    asked.push({ method: request.method, url: request.url, body: text === "" ? null : JSON.parse(text) });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answers.shift() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function vdt(...args: string[]) {
  const out: string[] = [];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args,
    folder: "/",
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_admin_x" },
    print: (text) => out.push(text),
    complain: (text) => out.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n") };
}

test("monitors accept accepts the records that the server shows", async () => {
  answers = [
    { baseline: { records: ["192.0.2.1"], found: ["192.0.2.2"] } },
    { baseline: { records: ["192.0.2.2"], found: null } },
  ];
  expect(await vdt("monitors", "accept", "7")).toEqual({ code: 0, out: "192.0.2.2" });
  expect(asked[1]).toEqual({
    ...{ method: "POST", url: "/api/v1/monitors/7/accept" },
    body: { records: ["192.0.2.2"] },
  });
});

test("monitors status sets the status of a manual monitor", async () => {
  answers = [{ name: "Lift", status: "down" }];
  expect(await vdt("monitors", "status", "7", "down", "--reason", "stuck")).toEqual({
    code: 0,
    out: "Lift is down.",
  });
  expect(asked[0]).toEqual({
    ...{ method: "POST", url: "/api/v1/monitors/7/status" },
    body: { status: "down", reason: "stuck" },
  });
  expect(await vdt("monitors", "status", "7", "broken")).toMatchObject({
    code: 2,
    out: expect.stringContaining("up, degraded, down"),
  });
  expect(asked).toHaveLength(1);
});
