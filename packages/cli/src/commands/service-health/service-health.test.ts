import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

/** What the command line says about uptime, and about what Vedette missed. */

let server: Server;
let asked: (string | undefined)[];
let answer: unknown;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function vdt(words: string) {
  const out: string[] = [];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args: words.split(" "),
    folder: "/",
    env: { VEDETTE_URL: `http://127.0.0.1:${port}`, VEDETTE_API_KEY: "vdt_agent_x" },
    print: (text) => out.push(text),
    complain: (text) => out.push(text),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, lines: out.join("\n").split("\n") };
}

test("prints uptime by day with what missed checks leave open, and rejects two choices before the request", async () => {
  const day = {
    ...{ date: "2026-01-31", uptime_percentage: 99.5, outages: 1, down_seconds: 432.4 },
    ...{ uptime_percentage_min: 99.48, uptime_percentage_max: 99.51, observed_percentage: 99.97 },
    ...{ missed_seconds: 23.6, missed_reasons: ["stopped", "late"] },
  };
  const none = {
    date: "2026-02-01",
    uptime_percentage: null,
    outages: 0,
    down_seconds: 0,
    missed_seconds: 0,
  };
  answer = { timezone: "Asia/Tokyo", imported: null, days: [day, none] };
  const { lines } = await vdt("targets uptime --target 7 --days 2");
  expect(asked[0]).toBe("/api/v1/uptime/daily?days=2&target_id=7");
  expect(lines.map((line) => line.trimEnd())).toEqual([
    "2026-01-31  99.5 %   1 outage   432 s down  24 s not measured (stopped, late): 99.48 to 99.51 %, observed 99.97 %",
    "2026-02-01  no data  0 outages  0 s down",
  ]);
  expect((await vdt("targets uptime --target 7 --group 8")).code).toBe(2);
  expect(asked).toHaveLength(1);
});

test("prints until when the uptime of a target is from another tool", async () => {
  const day = { date: "2026-11-21", uptime_percentage: 100, outages: 0, down_seconds: 0, missed_seconds: 0 };
  const imported = { source: "kuma", from: "2026-08-20T00:00:00.000Z", to: "2026-11-20T23:30:00.000Z" };
  answer = { timezone: "Asia/Tokyo", imported, days: [day] };
  const { lines } = await vdt("targets uptime --target 7");
  expect(lines.map((line) => line.trimEnd())).toEqual([
    "2026-11-21  100 %  0 outages  0 s down",
    "Until 2026-11-21: from Uptime Kuma.",
  ]);
});

test("prints what was known at a time, and rejects more than one", async () => {
  answer = {
    at: "2026-11-20T12:03:00.000Z",
    targets: [{ name: "Shop", status: "down", status_since: "2026-11-20T12:00:00.000Z", observed: false }],
    alerts: [{ title: "Shop is down", triggered_at: "2026-11-20T12:01:00.000Z", acknowledged_at: null }],
    deliveries: [
      {
        at: "2026-11-20T12:01:02.000Z",
        title: "Shop is down",
        channel: null,
        ok: false,
        error: "HTTP\u001b 503",
      },
    ],
  };
  const { lines } = await vdt("past-state 2026-11-20T12:03:00Z --target 7");
  expect(asked[0]).toBe("/api/v1/past-state?at=2026-11-20T12%3A03%3A00Z&target_id=7");
  expect(lines.map((line) => line.replace(/ {2,}/g, "  "))).toEqual([
    "As of 2026-11-20T12:03:00.000Z:",
    "down (not measured)  Shop  since 2026-11-20T12:00:00.000Z",
    "alert  Shop is down  since 2026-11-20T12:01:00.000Z",
    expect.stringMatching(
      /^failed {2}Shop is down to a deleted channel {2}2026-11-20T12:01:02\.000Z: HTTP\S* 503$/,
    ),
  ]);
  expect((await vdt("past-state 2026-11-20 12:03")).code).toBe(2);
});

test("prints by day how well Vedette itself worked", async () => {
  answer = {
    days: [
      {
        ...{ date: "2026-01-31", interrupted_seconds: 12.04, starts: 1 },
        interruptions: [{ reason: "stalled", seconds: 12.04 }],
        missed: [{ reason: "stalled", checks: 11 }],
        check_delay: { checks: 9, p99_ms: 8, max_ms: 20 },
        delivery: null,
        self_checks: { passed: 1_439, failed: 1 },
      },
    ],
  };
  const { lines } = await vdt("service-health --days 1");
  expect(asked[0]).toBe("/api/v1/service-health?days=1");
  expect(lines[1]).toMatch(
    /^2026-01-31 {2}12 s \(stalled\) {2}1 .* 11 stalled .* p99 8 ms .* none .* 1 of 1440 failed$/,
  );
  await vdt("service-health --from 2026-10-01T00:00:00Z --to 2026-10-08T00:00:00Z");
  expect(asked[1]).toBe("/api/v1/service-health?from=2026-10-01T00%3A00%3A00Z&to=2026-10-08T00%3A00%3A00Z");
  expect((await vdt("service-health --days 1 --from 2026-10-01T00:00:00Z")).code).toBe(2);
});
