import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../../main.ts";

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

let server: Server;
let answers: Answer[] = [];
let asked: { method: string; url: string; ifMatch: string | undefined; body: string }[] = [];

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, ifMatch: headers["if-match"], body: await text(request) });
    const { status = 200, headers: own, body } = answers.shift() ?? { body: null };
    response.writeHead(status, { "content-type": "application/json", ...own });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const HEARTBEAT = {
  id: "01a1fbb4-893a-7178-838f-305c66bcb89f",
  name: "Backup",
  state: "late",
  status: "up",
  status_since: "2026-01-01T00:00:00.000Z",
  status_reason: null,
  schedule: { type: "period", seconds: 3_600 },
  grace_seconds: 60,
  ping_url: "https://vedette.example/ping/x",
  last_ping_at: "2026-01-02T00:00:00.000Z",
  last_duration_ms: 1_500,
  next_expected_at: "2026-01-02T01:00:00.000Z",
  tags: [],
  updated_at: "2026-01-02T00:00:00.000Z",
};

describe("heartbeats", () => {
  test("are listed with their state and times", async () => {
    answers = [{ body: { success: true, data: [HEARTBEAT], meta: { next_cursor: null } } }];
    const { out } = await vdt("heartbeats list --status up");
    expect(out.split("\n")[1]?.split(/ {2,}/)).toEqual([
      "late",
      "Backup",
      "Every hour",
      "2026-01-02T00:00:00.000Z",
      "2026-01-02T01:00:00.000Z",
      HEARTBEAT.id,
    ]);
    expect(asked[0]?.url).toContain("/api/v1/heartbeats?limit=200&sort=name&status=up");
  });

  test("are created with a schedule, and the ID is printed", async () => {
    answers = [{ status: 201, body: { success: true, data: HEARTBEAT } }];
    const { out, complaint } = await vdt("heartbeats create --name Backup --period 3600 --grace 60");
    expect([out, complaint]).toEqual([HEARTBEAT.id, "Backup is pinged at https://vedette.example/ping/x"]);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
      name: "Backup",
      schedule: { type: "period", seconds: 3_600 },
      grace_seconds: 60,
    });
  });

  test("are updated at the version that was read, shown, and deleted", async () => {
    answers = [
      { headers: { etag: '"v1"' }, body: { success: true, data: HEARTBEAT } },
      { body: { success: true, data: HEARTBEAT } },
      { body: { success: true, data: HEARTBEAT } },
      { body: { success: true, data: { id: HEARTBEAT.id, deleted: true } } },
    ];
    const file = JSON.stringify({ updated_at: HEARTBEAT.updated_at, tags: ["db"] });
    expect((await vdt("heartbeats update 7 --file - --cron @daily", file)).out).toBe("Backup was updated.");
    expect(asked[1]).toMatchObject({ method: "PUT", url: "/api/v1/heartbeats/7", ifMatch: '"v1"' });
    expect(JSON.parse(asked[1]?.body ?? "")).toMatchObject({
      schedule: { type: "cron", expression: "@daily" },
    });
    expect((await vdt("heartbeats get 7")).out).toContain("https://vedette.example/ping/x");
    expect((await vdt("heartbeats delete 7")).out).toBe("7 was deleted.");
  });

  test("have pings", async () => {
    const ping = {
      ...{ received_at: "2026-01-02T00:00:00.000Z", kind: "fail", exit_status: 3, duration_ms: 1_500 },
      ...{ source: "192.0.2.7", metrics: { rows: 4 } },
    };
    answers = [{ body: { success: true, data: [ping] } }];
    expect((await vdt("heartbeats pings 7")).out.split("\n")[1]?.split(/ {2,}/)).toEqual([
      "2026-01-02T00:00:00.000Z",
      "fail (3)",
      "1.5 s",
      "192.0.2.7",
      "rows=4",
    ]);
  });

  test.each([
    ["heartbeats create", "requires --name"],
    ["heartbeats create --name A --period 1 --cron @daily", "Only one of"],
    ["heartbeats create --name A --timezone UTC", "--timezone is for --cron"],
    ["heartbeats create --name A --grace soon", "not a number"],
    ["heartbeats update 7", "Name the fields"],
  ])("`%s` ends with code 2 and sends nothing", async (words, expected) => {
    const { code, complaint } = await vdt(words);
    expect([code, asked]).toEqual([2, []]);
    expect(complaint).toContain(expected);
  });
});

async function vdt(words: string, input = "") {
  const out: string[] = [];
  const complaints: string[] = [];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_admin_x" },
    print: (line) => out.push(line),
    complain: (line) => complaints.push(line),
    openInput: () => Readable.from(input === "" ? [] : [Buffer.from(input)]),
    ask: null,
  });
  return { code, out: out.join("\n"), complaint: complaints.join("\n") };
}
