import { type ListedMonitor, RECENT_RESULTS } from "@vedette/contract/targets/monitor-list.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults, randomResults } from "../../../../test/make-results.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { rollUpNextChunk } from "../../../pipeline/results/rollups/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../../pipeline/results/rollups/rollup.ts";
import { monitorStats } from "../../../pipeline/results/stats/monitor-stats.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let org: TestOrg;
beforeAll(async () => {
  running = await startTestApp();
  org = await makeOrg(running.database);
});
afterAll(() => running.stop());

async function list(query: string, as: TestOrg = org) {
  const response = await running.call(as.keys.read, { method: "GET", url: `/api/v1/monitors?${query}` });
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json() as {
    data: ListedMonitor[];
    meta: { next_cursor: string | null; has_more: boolean };
  };
}

async function make(
  fields: { name: string; type?: string; tags?: string[]; host?: string; url?: string; enabled?: boolean },
  as = org,
) {
  const target = fields.type === "tcp" ? { host: "h", port: 1 } : { type: "url", url: "http://127.0.0.1/" };
  const payload = { ...target, ...fields };
  const response = await running.call(as.keys.admin, { method: "POST", url: "/api/v1/monitors", payload });
  expect(response.statusCode).toBe(201);
  return response.json().data.id as string;
}

describe("paging", () => {
  test.each(["created_at", "-created_at", "name", "-name"])(
    "by %s returns every monitor once, in order, also with equal keys and concurrent inserts",
    async (sort) => {
      const own = await makeOrg(running.database);
      const createdAt = new Date("2026-01-01T00:00:00.000Z");
      // Half of them share their creation time, and all but five share their name.
      const ids: string[] = [];
      for (let count = 0; count < 23; count++) {
        const at = count % 2 === 0 ? createdAt : new Date(createdAt.getTime() + count);
        ids.push((await makeMonitor(running.database, { orgId: own.orgId, createdAt: at })).id);
      }
      for (const [index, id] of ids.slice(0, 5).entries()) {
        await running.database.run(
          sql`update target set name = ${["Ä", "a", "B", "_", "zz"][index]} where id = ${id}`,
        );
      }
      const whole = (await list(`sort=${sort}&limit=200`, own)).data.map((monitor) => monitor.id);
      expect([...whole].sort()).toEqual([...ids].sort());
      const seen: string[] = [];
      let cursor = "";
      do {
        const page = await list(`sort=${sort}&limit=4${cursor}`, own);
        seen.push(...page.data.map((monitor) => monitor.id));
        expect(page.meta.has_more).toBe(page.meta.next_cursor !== null);
        cursor = page.meta.next_cursor ? `&cursor=${page.meta.next_cursor}` : "";
        await makeMonitor(running.database, { orgId: own.orgId });
      } while (cursor !== "" && seen.length < 60);
      expect(seen.filter((id) => ids.includes(id))).toEqual(whole);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  test("returns no cursor after a full last page", async () => {
    const own = await makeOrg(running.database);
    for (const name of ["a", "b"]) await make({ name }, own);
    expect((await list("limit=2", own)).meta).toEqual({ next_cursor: null, has_more: false });
  });

  test("rejects a cursor of another sort order and a tampered one", async () => {
    const own = await makeOrg(running.database);
    for (const name of ["a", "b"]) await make({ name }, own);
    const cursor = (await list("limit=1&sort=name", own)).meta.next_cursor ?? "";
    const [sort, value, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = [
      ["-name", value, id],
      ["created_at", "now() - 1", id],
      [sort, "a\u0000", id],
      [sort, value, "1 or 1=1"],
      [sort, value],
    ].map((place) => [String(place[0]), Buffer.from(JSON.stringify(place)).toString("base64url")]);
    for (const [of, text] of [...forged.slice(1), ["name", forged[0]?.[1]], ["-created_at", cursor]]) {
      const url = `/api/v1/monitors?sort=${of}&cursor=${text}`;
      const response = await running.call(own.keys.read, { method: "GET", url });
      expect([url, response.statusCode]).toEqual([url, 400]);
    }
  });
});

describe("filters", () => {
  let shop = "";
  let database = "";
  let percent = "";
  beforeAll(async () => {
    shop = await make({ name: "Shop front", tags: ["prod", "web"], url: "https://shop.example.com/" });
    database = await make({ name: "Database", type: "tcp", host: "db.internal", tags: ["prod"] });
    percent = await make({ name: "100%_sure\\", enabled: false });
  });

  const ids = async (query: string) =>
    (await list(`sort=created_at&${query}`)).data.map((monitor) => monitor.id);

  test("by type, status and tag, alone and combined", async () => {
    expect(await ids("type=tcp")).toEqual([database]);
    expect(await ids("status=paused")).toEqual([percent]);
    expect(await ids("status=down,paused")).toEqual([percent]);
    expect(await ids("tag=prod")).toEqual([shop, database]);
    expect(await ids("tag=prod&type=url")).toEqual([shop]);
    expect(await ids("tag=pro")).toEqual([]);
  });

  test("q matches name, URL and host case-insensitively, and treats % _ \\ literally", async () => {
    expect(await ids("q=SHOP")).toEqual([shop]);
    expect(await ids("q=example.com")).toEqual([shop]);
    expect(await ids("q=internal")).toEqual([database]);
    expect(await ids("q=%25")).toEqual([percent]);
    expect(await ids("q=_")).toEqual([percent]);
    expect(await ids("q=%5C")).toEqual([percent]);
    expect(await ids("q=' or 1=1 --")).toEqual([]);
  });

  test("ids selects these monitors; unknown, foreign and malformed ids are ignored", async () => {
    const other = await makeOrg(running.database);
    const foreign = await make({ name: "Theirs" }, other);
    expect(await ids(`ids=${[percent, shop, foreign, "x"].join(",")}`)).toEqual([shop, percent]);
    expect(await ids("ids=x")).toEqual([]);
    expect(await ids(`ids=${shop},${database}&type=tcp`)).toEqual([database]);
  });

  test("accepts the id of the own organization", async () => {
    expect(await ids(`org_id=${org.orgId}`)).toHaveLength(3);
  });
});

describe("include", () => {
  // A row shows three days of results.
  beforeAll(() =>
    ensurePartitionsOf(
      running.database,
      [0, 1, 2, 3].map((days) => Date.now() - days * DAY_MS),
    ),
  );

  test("adds the requested data to each monitor, and nothing by default", async () => {
    const own = await makeOrg(running.database);
    const nowMs = Date.now();
    const createdAt = new Date(nowMs - 3 * DAY_MS);
    const { id, seriesKeys } = await makeMonitor(running.database, {
      orgId: own.orgId,
      locations: ["fra", "nyc"],
      createdAt,
    });
    const fresh = await makeMonitor(running.database, { orgId: own.orgId });
    const [fra = 0, nyc = 0] = seriesKeys;
    const slotMs = (ageMs: number) => Math.floor(nowMs / 1_000) * 1_000 - ageMs;
    await insertResults(running.database, [
      { seriesKey: fra, slotMs: slotMs(2.4 * DAY_MS), status: "up", responseUs: 9_000_000 },
      ...[1, 2, 3, 4].map((hours) => {
        return {
          seriesKey: fra,
          slotMs: slotMs(hours * HOUR_MS),
          status: "up" as const,
          responseUs: hours * 1_000,
        };
      }),
      { seriesKey: nyc, slotMs: slotMs(1_000), status: "down", responseUs: null },
    ]);
    await running.database.run(sql`
      update check_result set details = '{"error": {"code": "TIMEOUT", "message": "no answer", "phase": "headers"}}'
      where series_key = ${nyc}`);
    await running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${createdAt}, 'up', 'pending'), (${id}, ${new Date(nowMs - 6 * HOUR_MS)}, 'down', 'up')`);

    const [plain] = (await list(`ids=${id}`, own)).data;
    expect(Object.keys(plain ?? {})).not.toEqual(
      expect.arrayContaining(["uptime_24h", "p95_24h_ms", "recent_results"]),
    );
    const { data } = await list("include=uptime,recent&sort=created_at", own);
    expect(data.map((monitor) => monitor.id)).toEqual([id, fresh.id]);
    expect(data[0]).toMatchObject({
      uptime_24h: expect.closeTo(75, 2),
      p95_24h_ms: expect.closeTo(4, 1),
      // Also results that are days old, because there are so few.
      recent_results: [
        { location: "nyc", status: "down", response_time_ms: null, error_message: "no answer" },
        ...[1, 2, 3, 4].map((ms) => ({
          location: "fra",
          status: "up",
          response_time_ms: ms,
          error_message: null,
        })),
        { status: "up", response_time_ms: 9_000 },
      ],
    });
    expect(data[0]?.recent_results?.[0]?.checked_at).toBe(new Date(slotMs(1_000) + 7).toISOString());
    expect(data[1]).toMatchObject({ uptime_24h: null, p95_24h_ms: null, recent_results: [] });
    expect((await list("include=recent", own)).data[0]).not.toHaveProperty("uptime_24h");
  });

  test("limits the recent results to one row, across all locations", async () => {
    const own = await makeOrg(running.database);
    const { seriesKeys } = await makeMonitor(running.database, { orgId: own.orgId, locations: ["a", "b"] });
    const nowMs = Date.now();
    await insertResults(
      running.database,
      seriesKeys.flatMap((seriesKey, nr) =>
        Array.from({ length: RECENT_RESULTS }, (_, index) => {
          return {
            seriesKey,
            slotMs: nowMs - index * 1_000 - nr,
            status: "up" as const,
            responseUs: nr * 1_000,
          };
        }),
      ),
    );
    const results = (await list("include=recent", own)).data[0]?.recent_results ?? [];
    expect(results).toHaveLength(RECENT_RESULTS);
    expect(results.map(({ response_time_ms: ms }) => ms)).toEqual(results.map((_, index) => index % 2));
  });

  test("returns the p95 of the monitor's statistics, rolled up or not", async () => {
    const own = await makeOrg(running.database);
    const nowMs = Date.now();
    const createdAt = new Date(nowMs - 2 * DAY_MS);
    const { id, seriesKeys } = await makeMonitor(running.database, {
      orgId: own.orgId,
      createdAt,
      locations: ["a", "b"],
    });
    // Starts at a full hour, like the list query.
    const fromMs = Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS;
    const span = { fromMs, toMs: nowMs, stepMs: 30_000, count: 2_000, seed: 7 };
    await insertResults(running.database, randomResults({ seriesKeys, ...span }));
    const window = { period: null, fromMs, toMs: nowMs };
    const { response_time_ms: times } = await monitorStats(running.database, {
      ...window,
      orgId: own.orgId,
      monitorId: id,
      nowMs,
    });
    const listed = async () => (await list("include=uptime", own)).data[0]?.p95_24h_ms;
    expect(await listed()).toBe(times.p95);
    while (!(await rollUpNextChunk(running.database, nowMs - HOUR_MS)).caughtUp);
    expect(await listed()).toBe(times.p95);
  });

  test("rejects unknown values", async () => {
    for (const query of ["include=everything", "include=uptime,", `ids=${"x,".repeat(200)}x`]) {
      const response = await running.call(org.keys.read, { method: "GET", url: `/api/v1/monitors?${query}` });
      expect([query, response.statusCode]).toEqual([query, 400]);
    }
  });
});
