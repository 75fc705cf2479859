import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeHeartbeat, makeJourney, makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { countNextChunk } from "../../../pipeline/results/counters/count-results.ts";
import { ensurePartitions } from "../../../pipeline/results/retention/partitions.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const PROMTOOL = "/usr/bin/promtool";
const DASHBOARD = new URL("../../../../../../deploy/grafana/vedette-targets.json", import.meta.url);
const NAME = 'shop "main" \\ a\nb';

let running: TestApp;
let org: TestOrg;
let monitorId: string;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
  const { database } = running;
  await ensurePartitions(database, Date.now());
  await countNextChunk(database, Date.now() - 3_600_000);
  const made = await makeMonitor(database, { ...org, url: "https://shop.example/", domain: "shop.example" });
  monitorId = made.id;
  await database.run(sql`
    update stored_target set name = ${NAME}, tags = '{prod,shop}', status = 'degraded' where id = ${monitorId}`);
  await database.run(sql`
    insert into domain_registration (domain, state, expires_at, next_lookup_at, wanted_at)
    values ('shop.example', 'found', '2030-01-01T00:00:00Z', now(), now())`);
  const at = Date.now() - 60_000;
  const [facts] = await database.rows<{ connection_key: number }>(sql`
    insert into check_connection (runner, tls_expires_at, tls_protocol)
    values ('r', '2029-01-01T00:00:00Z', 'TLSv1.3') returning connection_key`);
  const seriesKey = made.seriesKeys[0] ?? 0;
  const phasesUs = { dns: 1_000, connect: 2_000, tls: 3_000, ttfb: 40_000 };
  await insertResults(database, [
    { seriesKey, slotMs: at - 60_000, status: "down", responseUs: null },
    {
      seriesKey,
      slotMs: at,
      status: "up",
      responseUs: 50_000,
      phasesUs,
      connectionKey: facts?.connection_key ?? 0,
    },
  ]);
  await database.run(sql`update check_result set status_code = 200 where status = 'u'`);
  const heartbeat = await makeHeartbeat(database, org);
  await database.run(sql`
    insert into heartbeat_state (id, version, ping_count, last_ping_at, runs)
    values (${heartbeat.id}, 1, 1, '2026-01-01T00:00:00Z', '[]')`);
  const journey = await makeJourney(database, org);
  await database.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms, queued_at,
      finished_at, web_vitals)
    values (${newId(Date.now())}, ${org.orgId}, ${journey.id}, 'journey', 'default', 'schedule', now(), 'passed', 1, 1000,
      now(), now(), '{"lcp_ms": 1200, "cls": 0.05, "inp_ms": null, "fcp_ms": 800, "ttfb_ms": 90}')`);
});
afterAll(() => running.stop());

const get = (query = "", headers: Record<string, string> = {}, key = org.keys.read) =>
  running.call(key, { method: "GET", url: `/api/v1/metrics${query}`, headers });

/** The samples by name and labels. */
async function samples(query = ""): Promise<Map<string, number>> {
  const response = await get(query);
  expect(response.statusCode).toBe(200);
  return new Map(
    response.body
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}
const escaped = 'shop \\"main\\" \\\\ a\\nb';
const short = () => `id="${monitorId}",name="${escaped}"`;

test("shows what is known of a target, with escaped labels", async () => {
  const found = await samples("?tag=prod");
  const value = (name: string, rest = "") => found.get(`${name}{${short()}${rest}}`);
  const up = `vedette_target_up{${short()},type="url",group="",tags=",prod,shop,"}`;
  expect(found.get(up)).toBe(1);
  expect(value("vedette_target_status", ',status="degraded"')).toBe(1);
  expect(value("vedette_target_status", ',status="up"')).toBe(0);
  expect(value("vedette_target_response_seconds", ',location="default"')).toBe(0.05);
  const phases = ["dns", "connect", "tls", "ttfb", "download"].map((phase) =>
    value("vedette_target_phase_seconds", `,location="default",phase="${phase}"`),
  );
  expect(phases).toEqual([0.001, 0.002, 0.003, 0.04, 0.004]);
  expect(value("vedette_target_certificate_expiry_seconds")).toBe(Date.parse("2029-01-01") / 1_000);
  expect(value("vedette_target_domain_expiry_seconds")).toBe(Date.parse("2030-01-01") / 1_000);
  expect(value("vedette_target_uptime_ratio", ',window="24h"')).toBe(1);
  for (const [result, count] of [
    ["up", 1],
    ["down", 1],
    ["degraded", 0],
    ["missed", 0],
  ])
    expect(value("vedette_target_checks_total", `,location="default",result="${result}"`)).toBe(count);
  expect(value("vedette_target_check_duration_seconds_bucket", ',le="0.1"')).toBe(1);
  expect(value("vedette_target_check_duration_seconds_count")).toBe(1);
  expect(value("vedette_target_check_duration_seconds_sum")).toBe(0.05);
});

test("shows pings of heartbeats and web vitals of journeys", async () => {
  const names = [...(await samples())].map(([sample, value]) => [
    sample.replace(/id="[^"]*",name="[^"]*",?/, ""),
    value,
  ]);
  expect(names).toContainEqual(["vedette_heartbeat_last_ping_seconds{}", Date.parse("2026-01-01") / 1_000]);
  expect(names).toContainEqual(['vedette_journey_web_vital_seconds{vital="lcp"}', 1.2]);
  expect(names).toContainEqual(["vedette_journey_layout_shift{}", 0.05]);
});

test("selects by tag and by group, and leaves histograms out on request", async () => {
  expect((await get("?tag=nothing")).body).toBe("");
  expect((await get("?group=01900000-0000-7000-8000-000000000000")).body).toBe("");
  expect((await get("?tag=nothing,shop&histograms=false")).body).not.toContain("_bucket");
  const response = await get("?compat=nagios");
  expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, "compat"]);
});

test("shows nothing of another organization, and needs a key of scope read", async () => {
  const stranger = await makeOrg(running.database);
  expect((await get("", {}, stranger.keys.read)).body).toBe("");
  expect((await get("", {}, org.keys.agent)).statusCode).toBe(403);
});

test("answers in OpenMetrics if the request accepts it", async () => {
  const response = await get("", {
    accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5",
  });
  expect(response.headers["content-type"]).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(response.body.endsWith("# EOF\n")).toBe(true);
  expect(response.body).toContain("# TYPE vedette_target_checks counter\n");
  expect(response.body).toContain("vedette_target_checks_total{");
});

test("compresses if the request accepts it", async () => {
  const response = await get("", { "accept-encoding": "gzip" });
  expect(response.headers["content-encoding"]).toBe("gzip");
  expect(response.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
});

test.each([
  [
    "blackbox",
    [
      "probe_success",
      "probe_duration_seconds",
      "probe_http_duration_seconds",
      "probe_ssl_earliest_cert_expiry",
    ],
  ],
  [
    "kuma",
    ["monitor_status", "monitor_response_time", "monitor_cert_days_remaining", "monitor_uptime_ratio"],
  ],
  [
    "gatus",
    ["gatus_results_total", "gatus_results_duration_seconds", "gatus_results_certificate_expiration_seconds"],
  ],
])("uses the names of %s on request", async (compat, expected) => {
  const found = await samples(`?compat=${compat}`);
  const names = new Set([...found.keys()].map((sample) => sample.slice(0, sample.indexOf("{"))));
  expect([...names]).toEqual(expect.arrayContaining(expected));
  expect([...found.keys()].filter((sample) => sample.startsWith("vedette_"))).toEqual([]);
});

test.skipIf(!existsSync(PROMTOOL))(
  `promtool finds no fault (skipped without ${PROMTOOL} of the Debian package prometheus)`,
  async () => {
    const { body } = await get();
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ["check", "metrics"], {
      input: body,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  },
);

test.skipIf(!existsSync(PROMTOOL))(
  `Prometheus can parse the queries of the dashboard (skipped without ${PROMTOOL})`,
  () => {
    const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
      readFileSync(DASHBOARD, "utf8"),
    );
    const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    // JSON is YAML.
    const rules = exprs.map((expr, nr) => ({ record: `query:${nr}`, expr }));
    const directory = mkdtempSync(join(tmpdir(), "vedette-rules-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "rules.yaml");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    const checked = spawnSync(PROMTOOL, ["check", "rules", file], { encoding: "utf8" });
    expect([checked.status, checked.stderr]).toEqual([0, expect.not.stringContaining("FAILED")]);
    expect(checked.stdout).toContain(`${exprs.length} rules found`);
  },
);

test("the dashboard for Grafana uses metrics and labels that exist", async () => {
  const { body } = await get();
  const dashboard = readFileSync(DASHBOARD, "utf8");
  const used = new Set(dashboard.match(/vedette_[a-z_]+/g));
  const emitted = new Set(body.match(/^vedette_[a-z_]+/gm));
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((name) => !emitted.has(name))).toEqual([]);
});
