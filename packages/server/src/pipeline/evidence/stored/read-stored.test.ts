import { EVIDENCE_RESPONSE_BYTES_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import { responseFactsSchema } from "@vedette/contract/evidence/response-facts.ts";
import { expect, test } from "vitest";
import { makeApiMonitor, makeJourney, makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { evidenceLab } from "../../../../test/labs/evidence-lab.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { readStored } from "./read-stored.ts";

const lab = evidenceLab();

const MINUTE_MS = 60_000;

async function keepBody(seriesKey: number, slotMs: number, body: string, headers: object): Promise<void> {
  await lab.database.run(sql`
    insert into result_body (series_key, slot, headers, body, body_truncated)
    values (${seriesKey}, to_timestamp(${slotMs / 1_000}::float8), ${JSON.stringify(headers)}::json, ${body}, false)`);
}

test("the last good and the first bad response are those around the failure, with what was kept", async () => {
  const orgId = await makeOrganization(lab.database);
  const { id, seriesKeys } = await makeMonitor(lab.database, { orgId });
  const [seriesKey = 0] = seriesKeys;
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
  const at = (minute: number) => startMs + minute * MINUTE_MS;
  await insertResults(
    lab.database,
    (["up", "up", "down", "down", "error", "down"] as const).map((status, minute) => ({
      ...{ seriesKey, slotMs: at(minute), status, responseUs: status === "up" ? 12_000 : null },
      phasesUs: { dns: null, connect: null, tls: null, ttfb: 9_000 },
    })),
  );
  await lab.database.run(sql`
    update check_result set details = '{"error":{"code":"STATUS","message":"Status 500","phase":"assertion"}}', status_code = 500
    where series_key = ${seriesKey} and status = 'd'`);
  await keepBody(seriesKey, at(1), "hello", { server: "good" });
  await keepBody(seriesKey, at(2), "é\u0001".repeat(60_000), { server: "x".repeat(5_000) });
  const series = { targetId: id, kind: "monitor" as const, seriesKey, location: "default" };
  const down = { ...series, downSince: new Date(at(2) + 300), nowMs: at(6) };
  const { last_good: good, first_bad: bad } = await readStored(lab.database, orgId, down);
  expect(good).toMatchObject({
    ...{ at: new Date(at(1)).toISOString(), headers: { server: "good" }, body: "hello", is_body_cut: false },
    ...{ ttfb_ms: 9, download_ms: 3, error: null },
  });
  expect(bad).toMatchObject({
    ...{ at: new Date(at(2)).toISOString(), status_code: 500, is_body_cut: true },
    error: { code: "STATUS", message: "Status 500" },
  });
  expect(responseFactsSchema.safeParse(bad).error).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify(bad))).toBeLessThanOrEqual(EVIDENCE_RESPONSE_BYTES_MAX);
  const up = await readStored(lab.database, orgId, { ...series, downSince: null, nowMs: at(1) + 500 });
  expect([up.last_good?.at, up.first_bad]).toEqual([new Date(at(1)).toISOString(), null]);
});

/** Stores an ended run with one step. */
async function storeRun(
  { id, orgId, kind }: { id: string; orgId: string; kind: "api_monitor" | "journey" },
  { status, details, minutesAgo }: { status: "passed" | "failed"; details: object; minutesAgo: number },
): Promise<string> {
  const runId = newId(Date.now() - minutesAgo * MINUTE_MS);
  const error = status === "failed" ? { code: "STATUS", message: "Status 500", step_index: 0 } : null;
  await lab.database.run(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms, queued_at,
      finished_at, error)
    values (${runId}, ${orgId}, ${id}, ${kind}, 'default', 'schedule', now() - ${minutesAgo} * interval '1 minute',
      ${status}, 1, 1000, now(), now(), ${error === null ? null : JSON.stringify(error)}::jsonb)`);
  await lab.database.run(sql`
    insert into run_step (run_id, attempt, index, name, action, status, started_at, duration_ms, error, url, details)
    values (${runId}, 1, 0, 'Pay', 'click', ${status}, now(), 12, ${error === null ? null : JSON.stringify(error)}::jsonb,
      'https://shop.example/cart', ${JSON.stringify(details)}::json)`);
  return runId;
}

const response = (statusCode: number, body: string) => ({
  response: {
    ...{ statusCode, headers: { server: "shop" }, body, isBodyCut: false, bodyBytes: body.length },
    ...{ redirects: 0, ip: "192.0.2.7", tls: null },
    timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: 4_000, downloadUs: 500 },
  },
});

test("of an API monitor they are the responses of its failing step", async () => {
  const orgId = await makeOrganization(lab.database);
  const { id, seriesKeys } = await makeApiMonitor(lab.database, { orgId, steps: ["Pay"] });
  const target = { id, orgId, kind: "api_monitor" as const };
  const passed = await storeRun(target, { status: "passed", details: response(200, "ok"), minutesAgo: 2 });
  const failed = await storeRun(target, { status: "failed", details: response(500, "no"), minutesAgo: 1 });
  const series = { targetId: id, kind: target.kind, seriesKey: seriesKeys[0] ?? 0, location: "default" };
  const stored = await readStored(lab.database, orgId, {
    ...series,
    downSince: new Date(),
    nowMs: Date.now(),
  });
  expect(stored).toMatchObject({
    last_good: { status_code: 200, body: "ok", address: "192.0.2.7", ttfb_ms: 4 },
    first_bad: { status_code: 500, body: "no", error: { code: "STATUS" } },
    step: { index: 0, name: "Pay", code: "STATUS", is_browser: false },
    run: { failed_run_id: failed, passed_run_id: passed, step_index: 0 },
  });
  const other = await makeOrganization(lab.database);
  expect(
    (await readStored(lab.database, other, { ...series, downSince: new Date(), nowMs: Date.now() })).run,
  ).toBeNull();
});

test("of a journey they are the console, the failed requests and the files of its failing step", async () => {
  const orgId = await makeOrganization(lab.database);
  const { id, seriesKey } = await makeJourney(lab.database, { orgId });
  const details = {
    console: [{ level: "error", text: "<script>alert(1)</script>", url: null, atMs: 1 }],
    failedRequests: [{ method: "GET", url: "https://cdn.example/a.js", statusCode: 503, error: null }],
    dom: { html: "<html>\n</html>\n", isCut: true },
  };
  const failed = await storeRun({ id, orgId, kind: "journey" }, { status: "failed", details, minutesAgo: 1 });
  const file = (kind: string, step: number | null) =>
    lab.database.run(sql`
    insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, step_index, created_at)
    values (${newId(Date.now())}, ${orgId}, ${failed}, ${kind}, ${`${kind}.bin`}, 'x/y', 1, ${newId(Date.now())}, ${step}, now())`);
  await file("screenshot", 0);
  await file("screenshot", 3);
  await file("trace", null);
  const series = { targetId: id, kind: "journey" as const, seriesKey, location: "default" };
  const stored = await readStored(lab.database, orgId, {
    ...series,
    downSince: new Date(),
    nowMs: Date.now(),
  });
  expect(stored.step).toMatchObject({ action: "click", is_browser: true });
  expect(stored.run).toMatchObject({
    console: [{ level: "error", text: "<script>alert(1)</script>", url: null }],
    failed_requests: [{ url: "https://cdn.example/a.js", status_code: 503 }],
    files: [{ kind: "screenshot" }, { kind: "trace" }],
    dom: { html: "<html>\n</html>\n", is_cut: true },
  });
});
