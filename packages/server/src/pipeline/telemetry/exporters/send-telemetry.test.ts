import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startRecording } from "../../../../test/alerting.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeApiMonitor, makeJourney, makeMonitor } from "../../../../test/builders.ts";
import { type OtlpReceiver, startOtlpReceiver } from "../../../../test/servers/otlp-receiver.ts";
import { testVault } from "../../../../test/vault.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { rootSpanIdOf } from "../../../platform/kernel/trace-context.ts";
import { createEgress } from "../../../platform/net/egress.ts";
import { createEgressPolicy } from "../../../platform/net/egress-policy.ts";
import { createSendRequest } from "../../../platform/net/send-request.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { countNextChunk } from "../../results/counters/count-results.ts";
import { TraceOutbox } from "../traces/trace-outbox.ts";
import { sendTelemetry } from "./send-telemetry.ts";

const HOUR_MS = 3_600_000;
const vault = testVault();

let running: TestApp;
let org: TestOrg;
let receiver: OtlpReceiver;
let time: { nowMs: number };
beforeAll(async () => {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  running = await startTestApp({ vault, sendTelemetry: createSendRequest(createEgress({ policy })) });
  await countNextChunk(running.database, Date.now() - HOUR_MS);
});
afterAll(() => running.stop());
beforeEach(async () => {
  await running.database.run(sql`delete from telemetry_exporter`);
  org = await makeOrg(running.database);
  receiver = await startOtlpReceiver();
  // After every write of the API, whose clock is that of the system.
  time = { nowMs: Date.now() + 60_000 };
});
afterEach(() => receiver.close());

const clock = { now: () => time.nowMs, monotonic: () => time.nowMs };
const call = async (method: "POST" | "PUT" | "GET", url: string, payload?: object) => {
  const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
  expect([response.statusCode, response.body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
  return response.json().data as TelemetryExporter;
};
const create = (input: object = {}) =>
  call("POST", "/api/v1/telemetry-exporters", { name: "collector", endpoint: `${receiver.url}/`, ...input });
const read = ({ id }: TelemetryExporter) => call("GET", `/api/v1/telemetry-exporters/${id}`);

function send(egress: Parameters<typeof createEgressPolicy>[0]["mode"] = "self-hosted"): Promise<void> {
  const policy = createEgressPolicy({ mode: egress, allow: [], deny: [], ownPorts: () => [] });
  const deps = { ...running, clock, log: silentLogger, vault, version: "1.2.3" };
  return sendTelemetry(
    { ...deps, send: createSendRequest(createEgress({ policy })) },
    new AbortController().signal,
  );
}

/** Records a result for each letter, as a scheduler does. */
async function record(
  seriesKey: number | undefined,
  letters: string,
  outcome: { traceId?: string } = {},
): Promise<void> {
  const outbox = await TraceOutbox.start({ database: running.database, clock, log: silentLogger });
  const recording = await startRecording(running.database, {
    onRecorded: (recorded) => outbox.add(recorded),
  });
  const slotMs = time.nowMs - 60_000;
  if (outcome.traceId) await recording.record([{ seriesKey: seriesKey ?? 0, slotMs, ...outcome }]);
  else await recording.recordEach(seriesKey ?? 0, letters, slotMs);
  await outbox.stop();
  await recording.stop();
}

test("sends a trace of each failure, with its phases, and metrics of all targets", async () => {
  const exporter = await create({ headers: { Authorization: "Bearer secret" } });
  expect(exporter).toMatchObject({ header_names: ["Authorization"], delivery: { last_sent_at: null } });
  const { id, seriesKeys } = await makeMonitor(running.database, {
    ...org,
    url: "https://shop.example:8443/cart",
  });
  await record(seriesKeys[0], "x.e");
  await running.database.run(sql`
    update check_result set dns_us = 1000, connect_us = 2000, late_ms = 7, status_code = 503
    where series_key = ${seriesKeys[0] ?? 0}`);
  await send();
  const [root, ...rest] = receiver.spans;
  expect(root).toMatchObject({
    ...{ name: "GET", kind: 3, parentSpanId: "", status: { code: 2, message: "Nothing listens there." } },
    attributes: {
      ...{ "http.request.method": "GET", "url.full": "https://shop.example:8443/cart", "server.port": 8443 },
      ...{
        "server.address": "shop.example",
        "http.response.status_code": 503,
        "error.type": "CONNECT_REFUSED",
      },
      ...{ "vedette.target.id": id, "vedette.status": "down", "vedette.location": "default" },
    },
  });
  expect(root?.traceId).toMatch(/^[0-9a-f]{32}$/);
  const children = rest.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(
    children.map(({ name, startUs, endUs }) => [name, startUs - (root?.startUs ?? 0), endUs - startUs]),
  ).toEqual([
    ["dns", 0, 1_000],
    ["connect", 1_000, 2_000],
  ]);
  const statuses = receiver.spans.flatMap(({ attributes }) => attributes["vedette.status"] ?? []);
  expect(statuses).toEqual(["down", "error"]);
  expect(receiver.resources[0]).toMatchObject({ "service.name": "vedette", "service.version": "1.2.3" });
  expect(receiver.requests.every(({ headers }) => headers.authorization === "Bearer secret")).toBe(true);
  const points = receiver.metrics.get("vedette.target.checks") ?? [];
  expect(Object.fromEntries(points.map(({ attributes, value }) => [attributes.result, value]))).toMatchObject(
    {
      ...{ down: 1, up: 1, error: 1, missed: 0 },
    },
  );
  expect(receiver.metrics.get("vedette.target.check.duration")?.[0]?.value).toMatchObject({ count: 2 });
  expect(await read(exporter)).toMatchObject({
    delivery: {
      last_sent_at: expect.any(String),
      last_error: null,
      traces_sent: 2,
      traces_waiting: 0,
      traces_dropped: 0,
    },
  });
});

test("a check that sent traceparent is the root of that trace, and its result has the ID", async () => {
  await create({ metrics: false, sample: "all" });
  const { id, seriesKeys } = await makeMonitor(running.database, org);
  const traceId = "0123456789abcdef0123456789abcdef";
  await record(seriesKeys[0], ".", { traceId });
  await send();
  expect(receiver.spans[0]).toMatchObject({
    ...{ traceId, spanId: rootSpanIdOf(traceId), parentSpanId: "" },
    traceState: `vedette=${rootSpanIdOf(traceId)}`,
  });
  const url = `/api/v1/monitors/${id}/results`;
  const results = await running.call(org.keys.read, { method: "GET", url });
  expect(results.json().data).toMatchObject([{ status: "up", trace_id: traceId }]);
});

test("the spans of a run are its steps", async () => {
  await create({ metrics: false, sample: "all" });
  const { id, seriesKeys } = await makeApiMonitor(running.database, { ...org, steps: ["log in", "pay"] });
  await record(seriesKeys[0], "x");
  const runId = newId(time.nowMs - 60_000);
  await running.database.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms, queued_at,
      attempt_started_at, finished_at, error)
    select ${runId}, ${org.orgId}, ${id}, 'api_monitor', 'default', 'schedule', slot, 'failed', 1, 1000, slot, slot,
      slot + interval '3 seconds', '{"code": "STEP_FAILED", "message": "Step 2 failed."}'
    from check_result where series_key = ${seriesKeys[0] ?? 0}`);
  await running.database.run(sql`
    insert into run_step (run_id, attempt, index, name, action, status, started_at, duration_ms, error, url, details)
    select ${runId}, 1, nr, step, 'request', status, to_timestamp(${time.nowMs / 1_000}) - interval '1 minute', 500,
      error::jsonb, 'https://api.example/' || nr, details::json
    from (values (0, 'log in', 'passed', null, '{"response": {"status": 200}}'),
      (1, 'pay', 'failed', '{"code": "ASSERTION_FAILED", "message": "Expected 200."}', null)) as v (nr, step, status, error, details)`);
  await send();
  const [root, logIn, pay] = receiver.spans;
  expect(root).toMatchObject({
    status: { code: 2, message: "Step 2 failed." },
    attributes: { "vedette.run.id": runId },
  });
  expect((root?.endUs ?? 0) - (root?.startUs ?? 0)).toBe(3_000_000);
  expect(logIn).toMatchObject({ name: "log in", parentSpanId: root?.spanId, status: { code: 0 } });
  expect(logIn?.attributes["http.response.status_code"]).toBe(200);
  expect(pay).toMatchObject({
    status: { code: 2, message: "Expected 200." },
    attributes: { "error.type": "ASSERTION_FAILED" },
  });
});

test("repeats what the receiver could not take, and drops what it rejects or what is too old", async () => {
  const exporter = await create({ metrics: false, sample: "all" });
  const { seriesKeys } = await makeMonitor(running.database, org);
  await record(seriesKeys[0], ".");
  receiver.answers.push({ status: 503, headers: { "retry-after": "120" }, body: "busy" });
  await send();
  expect(await read(exporter)).toMatchObject({
    delivery: { last_error: "The receiver answered 503: busy", traces_waiting: 1, traces_dropped: 0 },
  });
  time.nowMs += 100_000;
  await send();
  expect(receiver.requests).toHaveLength(1);
  time.nowMs += 30_000;
  await send();
  expect(receiver.spans).toHaveLength(1);
  expect(await read(exporter)).toMatchObject({
    delivery: { last_error: null, traces_sent: 1, traces_waiting: 0, requests_retried: 1 },
  });

  await record(seriesKeys[0], ".");
  receiver.answers.push({ status: 400, body: "no" });
  time.nowMs += 60_000;
  await send();
  expect(await read(exporter)).toMatchObject({ delivery: { traces_waiting: 0, traces_dropped: 1 } });

  await record(seriesKeys[0], "..");
  time.nowMs += 2 * HOUR_MS;
  await send();
  expect(await read(exporter)).toMatchObject({
    delivery: { traces_waiting: 0, traces_dropped: 3, traces_sent: 1 },
  });
});

test("counts what the receiver rejects of an accepted request, and shows why", async () => {
  const exporter = await create({ sample: "all" });
  const { seriesKeys } = await makeMonitor(running.database, org);
  await record(seriesKeys[0], "..");
  receiver.answers.push(receiver.partialSuccess(3, "too old"), receiver.partialSuccess(1, "no name"));
  await send();
  const { delivery } = await read(exporter);
  expect(delivery).toMatchObject({
    ...{ last_error: "The receiver rejected 1 item: no name", traces_sent: 2, spans_rejected: 1 },
    ...{ points_dropped: 3, requests_retried: 0 },
  });
  expect(delivery.points_sent).toBeGreaterThan(3);
  receiver.answers.push({ status: 400 });
  time.nowMs += 60_000;
  await send();
  expect(await read(exporter)).toMatchObject({
    delivery: { points_sent: delivery.points_sent, points_dropped: delivery.points_sent + 6 },
  });
});

test("sends web vitals of journeys as metrics", async () => {
  await create({ traces: false });
  const journey = await makeJourney(running.database, org);
  await running.database.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms, queued_at,
      finished_at, web_vitals)
    values (${newId(time.nowMs)}, ${org.orgId}, ${journey.id}, 'journey', 'default', 'schedule', now(), 'passed', 1, 1000,
      now(), now(), '{"lcp_ms": 1200, "cls": 0.05, "inp_ms": null, "fcp_ms": 800, "ttfb_ms": 90}')`);
  await send();
  const vitals = receiver.metrics.get("vedette.journey.web_vital") ?? [];
  expect(vitals.map(({ attributes, value }) => [attributes.vital, value])).toEqual([
    ["lcp", 1.2],
    ["fcp", 0.8],
    ["ttfb", 0.09],
  ]);
  expect(receiver.metrics.get("vedette.journey.layout_shift")?.[0]).toMatchObject({
    attributes: { "vedette.target.id": journey.id },
    value: 0.05,
  });
});

test("a test sends one span and one data point, and returns what the receiver answered", async () => {
  const exporter = await create({ headers: { "X-Key": "very secret" }, enabled: false });
  const url = `/api/v1/telemetry-exporters/${exporter.id}`;
  const accepted = { accepted: true, status_code: 200, error: null, duration_ms: expect.any(Number) };
  expect(await call("POST", `${url}/test`)).toEqual({ metrics: accepted, traces: accepted });
  expect(receiver.spans.map(({ name }) => name)).toEqual(["vedette.test"]);
  expect([...receiver.metrics].map(([name, [point]]) => [name, point?.value])).toEqual([["vedette.test", 1]]);
  expect(receiver.requests.every(({ headers }) => headers["x-key"] === "very secret")).toBe(true);
  await call("PUT", url, { metrics: false });
  receiver.answers.push({ status: 401, body: "wrong key" });
  expect(await call("POST", `${url}/test`)).toMatchObject({
    metrics: null,
    traces: { accepted: false, status_code: 401, error: "The receiver answered 401: wrong key" },
  });
  receiver.answers.push(receiver.partialSuccess(1, "no service"));
  expect(await call("POST", `${url}/test`)).toMatchObject({
    traces: { accepted: false, status_code: 200, error: "The receiver rejected 1 item: no service" },
  });
  expect(await read(exporter)).toMatchObject({
    delivery: { points_sent: 0, traces_sent: 0, last_error: null },
  });
});

test("exporters of an organization are tested at most sixty times an hour", async () => {
  const exporter = await create({ traces: false });
  const request = { method: "POST", url: `/api/v1/telemetry-exporters/${exporter.id}/test` } as const;
  await running.database.run(sql`
    insert into rate_limit_counter (subject_hash, actions, since)
    values (sha256(${`tests of telemetry exporters of ${org.orgId}`}::bytea), 60, now())`);
  const response = await running.call(org.keys.admin, request);
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([429, expect.any(String)]);
  expect(receiver.requests).toEqual([]);
});

test("sends nothing while it is disabled, of other targets, or of another organization", async () => {
  const [shop, blog] = [await makeMonitor(running.database, org), await makeMonitor(running.database, org)];
  const exporter = await create({ metrics: false, sample: "all", selector: { targets: [shop.id] } });
  const stranger = await makeOrg(running.database);
  const other = await makeMonitor(running.database, stranger);
  for (const { seriesKeys } of [shop, blog, other]) await record(seriesKeys[0], ".");
  await call("PUT", `/api/v1/telemetry-exporters/${exporter.id}`, { enabled: false });
  await send();
  expect(receiver.requests).toEqual([]);
  await call("PUT", `/api/v1/telemetry-exporters/${exporter.id}`, { enabled: true });
  time.nowMs += 1_000;
  await send();
  expect(receiver.spans.map(({ attributes }) => attributes["vedette.target.id"])).toEqual([shop.id]);
});

test("the egress policy applies to the endpoint, and the error is shown", async () => {
  const exporter = await create();
  await makeMonitor(running.database, org);
  await send("hosted");
  expect(receiver.requests).toEqual([]);
  expect((await read(exporter)).delivery.last_error).toMatch(/127\.0\.0\.1/);
});

test("an exporter that does not send has room for a limited number of traces, and counts the others", async () => {
  const exporter = await create({ metrics: false, sample: "all" });
  const { seriesKeys } = await makeMonitor(running.database, org);
  await running.database.run(sql`
    insert into trace_batch (id, exporter_id, series_keys, slots_us, created_at)
    select gen_random_uuid(), ${exporter.id}, '{1}', '{1}', now() from generate_series(1, 200)`);
  await record(seriesKeys[0], "..");
  expect(await read(exporter)).toMatchObject({ delivery: { traces_waiting: 200, traces_dropped: 2 } });
});

test.each([
  [{ endpoint: "ftp://collector.example" }, "endpoint"],
  [{ endpoint: "https://collector.example/v1/traces" }, "endpoint"],
  [{ endpoint: "https://collector.example/?key=1" }, "endpoint"],
  [{ endpoint: "https://{{HOST}}/" }, "endpoint"],
  [{ headers: { "content-type": "text/plain" } }, "headers.content-type"],
  [{ headers: { a: "b\nc: d" } }, "headers.a"],
  [{ metrics: false, traces: false }, "metrics"],
  [{ selector: { targets: ["01900000-0000-7000-8000-000000000000"] } }, "selector.targets"],
])("%j is rejected and the error names the field", async (input, path) => {
  const payload = { name: "collector", endpoint: receiver.url, ...input };
  const response = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/telemetry-exporters",
    payload,
  });
  expect([response.statusCode, response.json().error.details?.[0]?.path]).toEqual([400, path]);
});

test("an organization has at most ten, changes are in the audit log without headers", async () => {
  const exporter = await create({ headers: { "X-Key": "very secret" } });
  await call("PUT", `/api/v1/telemetry-exporters/${exporter.id}`, { headers: { "X-Other": "also secret" } });
  const log = await running.call(org.keys.admin, {
    method: "GET",
    url: `/api/v1/audit-log?target=${exporter.id}`,
  });
  expect(log.json().data.map(({ action }: { action: string }) => action)).toEqual([
    "telemetry_exporter.update",
    "telemetry_exporter.create",
  ]);
  expect(log.body).toContain("X-Other");
  expect(log.body).not.toContain("secret");
  for (let count = 2; count <= 10; count += 1) await create();
  const payload = { name: "eleventh", endpoint: receiver.url };
  const response = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/telemetry-exporters",
    payload,
  });
  expect([response.statusCode, response.json().error.message]).toEqual([
    400,
    expect.stringContaining("10 exporters"),
  ]);
});
