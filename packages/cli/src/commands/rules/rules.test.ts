import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../main.ts";

let server: Server;
let answer: unknown;
let asked: { method: string; url: string; body: string }[] = [];

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    asked.push({ method, url, body: await text(request) });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function vdt(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const { port } = server.address() as AddressInfo;
  const code = await main({
    args,
    env: { VEDETTE_API_KEY: "k", VEDETTE_URL: `http://127.0.0.1:${port}` },
    folder: "/",
    print: (line) => void out.push(line),
    complain: (line) => void err.push(line),
    openInput: () => Readable.from([]),
    ask: null,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

const ID = "01a1fbb4-893a-7178-838f-305c66bcb89f";
const combination = (threshold: number, alerts: number, more: object) => ({
  params: { threshold, min_locations: 1 },
  ...{ recovery_threshold: 1, alerts, brief_alerts: 1, delay_seconds: 60, recovery_seconds: null },
  ...{ missed_outages: 0, is_rule: false, is_knee: false, ...more },
});

test("rules tune prints the settings that differ, what each costs, and the knee", async () => {
  answer = {
    ...{
      rule_id: ID,
      rule_type: "consecutive_failures",
      days: 7,
      targets: 1,
      outages: 2,
      measures_outages: true,
    },
    combinations: [
      combination(1, 12, { is_rule: true }),
      combination(2, 3, { delay_seconds: null, is_knee: true }),
    ],
  };
  const { code, out } = await vdt("rules", "tune", ID, "--days", "7", "--target", "t1");
  expect(code).toBe(0);
  expect(asked).toEqual([
    {
      method: "POST",
      url: `/api/v1/alerts/rules/${ID}/tune`,
      body: JSON.stringify({ days: 7, target_id: "t1" }),
    },
  ]);
  const lines = out.split("\n");
  expect(lines[0]).toBe("7 days, 1 target, 2 outages of at least 5 minutes");
  expect(lines[2]?.split(/ {2,}/)).toEqual([
    ...["threshold", "recovery", "alerts", "brief", "delay", "recovery delay", "missed"],
  ]);
  expect(lines[3]?.split(/ {2,}/)).toEqual(["1", "1", "12", "1", "60 s", "–", "0", "present"]);
  expect(lines[4]?.split(/ {2,}/)).toEqual(["2", "1", "3", "1", "–", "–", "0", "knee"]);
});

test("rules tune prints no delay for a rule that is not about outages", async () => {
  const facts = {
    rule_id: ID,
    rule_type: "change",
    days: 1,
    targets: 2,
    outages: 0,
    measures_outages: false,
  };
  answer = { ...facts, combinations: [combination(1, 2, { params: { minutes: 5 }, is_rule: true })] };
  const lines = (await vdt("rules", "tune", ID)).out.split("\n");
  expect(lines[0]).toBe("1 days, 2 targets");
  expect(lines[2]?.split(/ {2,}/)).toEqual(["recovery", "alerts", "brief"]);
});

test("rules noise prints the scores of a month, without control characters of names", async () => {
  const rule = { rule_id: ID, name: "Shop\u001b[31m", score: 42, alerts: 5, acknowledged: 1 };
  answer = { month: "2026-02", rules: [{ ...rule, brief: 2, repeated: 2, at_night: 1 }] };
  const { code, out } = await vdt("rules", "noise", "--month", "2026-02");
  expect([code, asked[0]?.url]).toEqual([0, "/api/v1/alerts/rules/noise?month=2026-02"]);
  expect(out).toContain("42");
  expect(out).not.toContain("\u001b");
  answer = { month: "2026-02", rules: [] };
  expect((await vdt("rules", "noise")).err).toBe("No rule opened an alert in 2026-02.");
});
