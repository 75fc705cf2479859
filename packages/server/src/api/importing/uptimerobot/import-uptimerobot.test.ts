import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importUptimeRobot } from "./import-uptimerobot.ts";

function fixture(name: string) {
  return importUptimeRobot([
    { path: name, bytes: readFileSync(join(import.meta.dirname, "fixtures", name)) },
  ]);
}

function csv(text: string | Uint8Array) {
  return importUptimeRobot([{ path: "monitors.csv", bytes: Buffer.from(text) }]);
}

function answer(monitor: object) {
  const file = {
    stat: "ok",
    monitors: [{ id: 1, friendly_name: "A", url: "https://a.example", type: 1, ...monitor }],
  };
  return importUptimeRobot([{ path: "answer.json", bytes: Buffer.from(JSON.stringify(file)) }]);
}

describe("a CSV file", () => {
  const { document, report, credentials } = fixture("monitors.csv");
  const monitors = Object.values(document.monitors ?? {});
  const named = (name: string) => monitors.find((each) => each.name === name);

  test("has a monitor or a heartbeat for each row", () => {
    expect(monitors.map(({ name, type, interval, enabled }) => [name, type, interval, enabled])).toEqual([
      ["Website", "url", 300, true],
      ["API, with a comma", "url", 60, true],
      ["Shop keyword", "url", 300, true],
      ["No error text", "url", 300, true],
      ["Gateway", "ping", 60, true],
      ["SSH", "tcp", 300, true],
      ["Custom port", "tcp", 900, false],
      ["Ümläut 日本 🐻", "url", 1_800, false],
    ]);
    expect(Object.values(document.heartbeats ?? {})).toMatchObject([
      { name: "Nightly backup", schedule: { type: "period", seconds: 86_400 } },
    ]);
    expect(report.not_made).toEqual([]);
  });

  test("names the keyword whose absence or presence is an incident", () => {
    expect(named("Shop keyword")?.assertions).toEqual([
      { type: "body", operator: "contains", value: 'Welcome "home"' },
    ]);
    expect(named("No error text")?.assertions).toEqual([
      { type: "body", operator: "not_contains", value: "Fatal error" },
    ]);
  });

  test("has passwords as secret variables, and the token of a heartbeat nowhere", () => {
    expect(Object.values(credentials)).toEqual(["fake-password"]);
    expect(named("API, with a comma")?.auth).toMatchObject({
      username: "monitor",
      password: expect.stringMatching(/^{{/),
    });
    expect(JSON.stringify({ document, report })).not.toMatch(/fake-password|m000000000/);
  });

  test("in Windows-1252, with semicolons and other names of columns, is read", () => {
    const text =
      "\xefd;Monitor Name;URL;Monitor Type;Check Interval;Notes\n1;B\xfccher;https://a.example;HTTP;5 min;old\n";
    const { document: read, report: lists } = csv(Buffer.from(text.replace("\xef", "i"), "latin1"));
    expect(read.monitors).toEqual({
      "monitor-1": { name: "Bücher", enabled: true, type: "url", url: "https://a.example", interval: 300 },
    });
    expect(lists.not_made).toMatchObject([{ kind: "column", name: "Notes" }]);
  });

  test("with a quote that is never closed, or without known columns, is refused or read", () => {
    expect(() => csv("a,b\n1,2\n")).toThrow(
      expect.objectContaining({
        details: [{ path: "file", message: expect.stringContaining("has no columns") }],
      }),
    );
    expect(csv('Friendly Name,URL/IP\n"A,https://a.example\nB,https://b.example\n').report.made).toEqual([]);
  });
});

describe("an answer of the API", () => {
  const { document, report, credentials } = fixture("api-v2-getMonitors.json");

  test("has a monitor or a heartbeat for each, by its ID", () => {
    expect(Object.entries(document.monitors ?? {}).map(([key, { type }]) => [key, type])).toEqual([
      ["monitor-700000001", "url"],
      ["monitor-700000002", "url"],
      ["monitor-700000003", "ping"],
      ["monitor-700000004", "tcp"],
    ]);
    expect(Object.keys(document.heartbeats ?? {})).toEqual(["monitor-700000005"]);
    expect(document.monitors?.["monitor-700000004"]).toMatchObject({
      port: 5_432,
      enabled: false,
      interval: 900,
    });
    expect(document.monitors?.["monitor-700000002"]?.assertions).toEqual([
      { type: "body", operator: "contains", value: "Welcome" },
    ]);
    expect(Object.values(credentials)).toEqual(["fake-password"]);
    expect(report.not_made).toEqual([]);
  });

  test("keeps method, headers, body and statuses; secrets in headers become variables", () => {
    const { document: read, credentials: values } = answer({
      http_method: 3,
      post_value: { a: 1 },
      post_content_type: 1,
      custom_http_headers: { "X-Api-Key": "k-123", Accept: "text/html" },
      custom_http_statuses: "404:1_500:0",
      ignore_ssl_errors: 1,
    });
    expect(read.monitors?.["monitor-1"]).toMatchObject({
      method: "POST",
      body: '{"a":1}',
      headers: { "content-type": "application/json", Accept: "text/html" },
      accept_statuses: ["200-399", 404],
      verify_tls: false,
    });
    expect(Object.values(values)).toEqual(["k-123"]);
  });

  test("names what is left out: fields, pages and types", () => {
    expect(answer({ alert_contacts: [{ id: 1 }] }).report.made_with_differences).toMatchObject([
      { reasons: ["The field 'alert_contacts' has no counterpart."] },
    ]);
    expect(answer({ type: 77 }).report.not_made).toMatchObject([
      { reasons: ["The type '77' has no counterpart."] },
    ]);
    expect(answer({ type: 4, port: "" }).report.not_made).toMatchObject([
      { reasons: ["The file has no port of this monitor."] },
    ]);
    const page = { stat: "ok", pagination: { offset: 0, limit: 50, total: 80 }, monitors: [] };
    const { report: lists } = importUptimeRobot([{ path: "x", bytes: Buffer.from(JSON.stringify(page)) }]);
    expect(lists.not_made).toMatchObject([
      { kind: "page", reasons: [expect.stringContaining("80 more monitors")] },
    ]);
  });

  test("without monitors is refused", () => {
    const read = () => importUptimeRobot([{ path: "x", bytes: Buffer.from('{"stat": "fail"}') }]);
    expect(read).toThrow(
      expect.objectContaining({
        details: [{ path: "file", message: expect.stringContaining("has no list 'monitors'") }],
      }),
    );
  });
});
