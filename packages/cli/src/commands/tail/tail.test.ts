import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

let server: Server;
let asked: { url: string; lastEventId: unknown }[];
/** What each connection to the stream sends, in order; the stream ends after it. */
let streams: string[];
let rejects: { status: number; from: number } | null;

beforeEach(async () => {
  [asked, streams, rejects] = [[], [], null];
  server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function respond({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  if (!url.includes("/events")) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ success: true, data: [{ id: "7", name: "Shop" }], meta: { next_cursor: null } }),
    );
    return;
  }
  asked.push({ url, lastEventId: headers["last-event-id"] });
  if (rejects && asked.length > rejects.from) {
    response.writeHead(rejects.status, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ success: false, error: { code: "X", message: "The API key is not known." } }),
    );
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(streams.shift() ?? "");
}

const event = (id: string, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const status = (id: string, monitor: string, to = "down") =>
  event(id, "monitor.status", {
    ...{ monitor_id: monitor, name: "Shop\u001b[2J", status: to, previous_status: "up" },
    at: "2026-01-31T12:00:00.000Z",
  });

async function vdt(words: string) {
  const [out, complaints]: [string[], string[]] = [[], []];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_agent_x" },
    print: (text) => out.push(text),
    complain: (text) => complaints.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}

test("prints events, one safe line each, and ends after --count", async () => {
  streams = [`: keep-alive\n\n${status("a", "7")}${status("b", "7", "up")}`];
  const { code, out } = await vdt("tail --count 1");
  expect([code, out]).toEqual([0, "2026-01-31T12:00:00.000Z  monitor.status      Shop\ufffd[2J  up → down"]);
  expect(asked[0]?.url).not.toContain("check.result");
});

test("reconnects after the last event, and reports what was missed", async () => {
  streams = [status("a", "7"), `event: reset\ndata: {}\n\n${status("b", "7")}`];
  const { code, out, complaint } = await vdt("tail --count 2 --json");
  expect([code, out.split("\n").length]).toEqual([0, 2]);
  expect(JSON.parse(out.split("\n")[1] ?? "")).toMatchObject({ type: "monitor.status", monitor_id: "7" });
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([undefined, "a"]);
  expect(complaint).toBe("The server ended the stream. Next attempt in 0.5 s.\nSome events were missed.");
});

test("leaves out targets without the tag", async () => {
  streams = [status("a", "8") + status("b", "7")];
  expect((await vdt("tail --tag shop --count 1 -o ids")).out).toBe("7");
});

test("ends with code 3 if the key is rejected, also after it was open", async () => {
  rejects = { status: 401, from: 0 };
  expect(await vdt("tail")).toMatchObject({ code: 3, complaint: "The API key is not known." });
  rejects = { status: 401, from: 2 };
  streams = [status("a", "7")];
  expect((await vdt("tail")).code).toBe(3);
  streams = ['event: end\ndata: {"reason":"credential_ended"}\n\n'];
  rejects = null;
  expect(await vdt("tail")).toMatchObject({ code: 3, complaint: "The API key is no longer valid." });
});

test("ends with code 4 if the first connection fails", async () => {
  rejects = { status: 503, from: 0 };
  expect((await vdt("tail")).code).toBe(4);
});
