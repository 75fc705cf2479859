import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMonitor, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { type GeneratedResult, insertResults, NO_PHASES } from "../../../../test/make-results.ts";
import { encodeCursor } from "../../../platform/kernel/cursor.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { ensurePartitionsOf } from "../retention/partitions.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import { type ListResultsRequest, listResults } from "./list-results.ts";
import { resultId } from "./result-view.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23.456Z");
const LOCATIONS = ["fra", "nyc", "sin"];

let harness: TestDatabase;
let database: Database;
let orgId: string;
let monitorId: string;
let seriesKeys: number[];
/** Newest first, in the order of the list. */
let results: GeneratedResult[];

beforeAll(async () => {
  harness = await testDatabase();
  database = harness.database;
  orgId = await makeOrganization(database);
  const createdAt = new Date(NOW_MS - 40 * DAY_MS);
  ({ id: monitorId, seriesKeys } = await makeMonitor(database, { orgId, locations: LOCATIONS, createdAt }));
  // Three locations at the same slots, over forty days: sparse at first, then dense, plus manual checks.
  const ages = [
    ...Array.from({ length: 39 }, (_, days) => (days + 1) * DAY_MS),
    5_000,
    4_000,
    3_000,
    2_000,
    1_000,
  ];
  const scheduled = ages.flatMap((ageMs, index) =>
    seriesKeys.map((seriesKey, nr) => ({
      seriesKey,
      slotMs: NOW_MS - ageMs,
      status: (["up", "down", "up", "degraded", "up"] as const)[(index + nr) % 5] ?? "up",
      attempts: 1,
      responseUs: index * 1_000,
      phasesUs: NO_PHASES,
    })),
  );
  const manual: GeneratedResult[] = [0.001, 0.002, 0.999].map((fraction) => {
    return {
      seriesKey: seriesKeys[1] ?? 0,
      slotMs: NOW_MS - 2_000 + fraction,
      status: "up",
      attempts: 1,
      responseUs: 77,
      phasesUs: NO_PHASES,
    };
  });
  results = [...scheduled, ...manual].sort((a, b) => b.slotMs - a.slotMs || b.seriesKey - a.seriesKey);
  await ensurePartitionsOf(
    database,
    ages.map((ageMs) => NOW_MS - ageMs),
  );
  await insertResults(database, results);
});
afterAll(() => harness.drop());

type ListInput = Partial<Omit<ListResultsRequest, "orgId" | "nowMs">>;

const list = (input: ListInput) =>
  listResults(database, {
    orgId,
    monitorId,
    nowMs: NOW_MS,
    filters: {},
    limit: 50,
    sort: "-created_at",
    ...input,
  });

/** All pages in order. */
async function listAll(input: ListInput): Promise<CheckResult[]> {
  const all: CheckResult[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 1_000; pages++) {
    const page = await list({ ...input, cursor });
    all.push(...page.results);
    expect(page.nextCursor === null).toBe(!page.hasMore);
    if (page.nextCursor === null) return all;
    expect(page.results).toHaveLength(input.limit ?? 50);
    cursor = page.nextCursor;
  }
  throw new Error("the pages do not end");
}

const idOf = ({ slotMs, seriesKey }: GeneratedResult) => resultId(slotMs, seriesKey);
const ids = (list: readonly CheckResult[]) => list.map((result) => result.id);

describe("listResults", () => {
  test.each([1, 2, 7, 50, 200])(
    "pages of %i are complete and in order, in both directions",
    async (limit) => {
      const newest = ids(await listAll({ limit, sort: "-created_at" }));
      expect(newest).toEqual(results.map(idOf));
      const oldest = ids(await listAll({ limit, sort: "created_at" }));
      expect(oldest).toEqual(results.map(idOf).reverse());
    },
  );

  test("results recorded meanwhile do not affect the following pages", async () => {
    const { id, seriesKeys: own } = await makeMonitor(database, {
      orgId,
      locations: ["a", "b"],
      createdAt: new Date(NOW_MS - 10_000),
    });
    const make = (ageMs: number): GeneratedResult[] =>
      own.map((seriesKey) => ({
        seriesKey,
        slotMs: NOW_MS - ageMs,
        status: "up",
        attempts: 1,
        responseUs: 1,
        phasesUs: NO_PHASES,
      }));
    const before = [3_000, 2_000, 1_000].flatMap(make);
    await insertResults(database, before);
    const first = await list({ monitorId: id, limit: 3 });
    await insertResults(database, make(500));
    const second = await list({ monitorId: id, limit: 3, cursor: first.nextCursor ?? undefined });
    expect(ids([...first.results, ...second.results]).sort()).toEqual(before.map(idOf).sort());
    expect(second.hasMore).toBe(false);
  });

  test.each([["up"], ["degraded"], ["down"], ["error"], ["down", "error"], ["up", "error"]] as const)(
    "filters by status %s %s",
    async (...statuses) => {
      const status = statuses.filter((each) => each !== undefined);
      const expected = results.filter((result) => status.includes(result.status)).map(idOf);
      expect(ids(await listAll({ filters: { status }, limit: 4 }))).toEqual(expected);
      expect(ids(await listAll({ filters: { status }, limit: 4, sort: "created_at" }))).toEqual(
        expected.reverse(),
      );
    },
  );

  test("filters by location, from and to (exclusive)", async () => {
    const from = new Date(NOW_MS - 20 * DAY_MS);
    const to = new Date(NOW_MS - 3_000);
    const expected = results.filter(
      ({ slotMs, seriesKey }) =>
        slotMs >= from.getTime() && slotMs < to.getTime() && seriesKey === seriesKeys[2],
    );
    expect(expected).toHaveLength(22);
    const listed = await listAll({ filters: { from, to, location: "sin" }, limit: 5 });
    expect(ids(listed)).toEqual(expected.map(idOf));
    expect(new Set(listed.map((result) => result.location))).toEqual(new Set(["sin"]));
  });

  test("a filter without a match returns an empty page", async () => {
    const page = await list({ filters: { location: "nowhere" } });
    expect(page).toEqual({ results: [], nextCursor: null, hasMore: false });
    const to = new Date(NOW_MS - 100 * DAY_MS);
    expect((await list({ filters: { to } })).results).toEqual([]);
  });

  test.each([
    "x",
    encodeCursor([1]),
    encodeCursor([1.5, 2]),
    encodeCursor([-1, 2]),
    encodeCursor([1e300, 2]),
  ])("rejects the cursor %j as a bad request", async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      details: [{ path: "cursor" }],
    });
  });

  test("does not find another organization's monitor", async () => {
    const otherOrgId = await makeOrganization(database);
    const request = {
      orgId: otherOrgId,
      monitorId,
      nowMs: NOW_MS,
      filters: {},
      limit: 1,
      sort: "created_at",
    } as const;
    await expect(listResults(database, request)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
