import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { upOutcome } from "../../../../test/checks.ts";
import { resultId } from "../../../pipeline/results/reading/result-view.ts";
import {
  insertBodies,
  insertResults,
  slotUsOf,
  upsertConnectionFacts,
} from "../../../pipeline/results/recording/queries.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

const KEPT = { headers: { b: "2", a: "1" }, body: "<b>hello</b>", isBodyCut: true };

/** A monitor with a result without a body, and a newer one with a body in a slot of a manual check. */
async function givenResults() {
  const { database } = running;
  const { id, seriesKeys } = await makeMonitor(database, { orgId: org.orgId });
  const seriesKey = seriesKeys[0] ?? 0;
  const nowMs = Date.now();
  await ensurePartitionsOf(database, [nowMs - 5_000, nowMs]);
  const facts = { runner: "r", ip: null, tlsExpiresAtMs: null, tlsIssuer: null, tlsProtocol: null };
  const [key = 0] = await upsertConnectionFacts(database, [facts]);
  const reportAt = (slotMs: number, change: Partial<CheckOutcome>) => {
    const named = { seriesKey, shard: 0, location: "default", runner: "r", trigger: "manual" } as const;
    return { ...named, slotMs, outcome: { ...upOutcome(), checkedAtMs: slotMs, ...change } };
  };
  const reports = [reportAt(nowMs - 5_000, {}), reportAt(nowMs + 0.123, { kept: KEPT })];
  await insertResults(database, reports, new Map(reports.map((report) => [report, key])));
  await insertBodies(
    database,
    reports.slice(1).map((report) => ({ slotUs: slotUsOf(report), seriesKey, kept: KEPT })),
  );
  return { id, resultIds: reports.map(({ slotMs }) => resultId(slotMs, seriesKey)) };
}

async function get(path: string, key = org.keys.agent) {
  const response = await running.call(key, { method: "GET", url: `/api/v1/monitors/${path}` });
  return { status: response.statusCode, body: response.json() };
}

test("the list says which results have a body, and its ID leads to it", async () => {
  const { id } = await givenResults();
  const { data } = (await get(`${id}/results`)).body;
  expect(data.map((result: { has_body: boolean }) => result.has_body)).toEqual([true, false]);
  const body = await get(`${id}/results/${data[0].id}/body`);
  expect(body).toMatchObject({
    status: 200,
    body: { data: { headers: KEPT.headers, body: "<b>hello</b>", body_truncated: true } },
  });
  expect(Object.keys(body.body.data.headers)).toEqual(["b", "a"]);
});

test("a result without a body, of another monitor or of another organization, is not found", async () => {
  const { id, resultIds } = await givenResults();
  const [without = "", kept = ""] = resultIds;
  const second = await makeMonitor(running.database, { orgId: org.orgId });
  const stranger = await makeOrg(running.database);
  const unknown = [
    `${id}/results/${without}/body`,
    `${id}/results/nonsense/body`,
    `${id}/results/ffffffff-ffff-7fff-8000-0000ffffffff/body`,
    `${id}/results/ffffffff-ffff-73e7-8000-000000000001/body`,
    `${second.id}/results/${kept}/body`,
  ];
  for (const path of unknown) expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect((await get(`${id}/results/${kept}/body`, stranger.keys.admin)).status).toBe(404);
  expect((await get(`${id}/results/${kept}/body`)).status).toBe(200);
});
