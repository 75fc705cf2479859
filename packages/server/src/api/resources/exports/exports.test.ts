import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { sql } from "../../../platform/storage/sql.ts";

const NOW_MS = Date.parse("2026-11-21T10:00:00Z");
const clock = { now: () => NOW_MS, monotonic: () => performance.now() };
const MINUTE_MS = 60_000;
/** More than two pages of the database. */
const RESULTS = 12_000;

let running: TestApp;
let org: TestOrg;
let ids: string[];
beforeAll(async () => {
  running = await startTestApp({ clock });
  const { database } = running;
  org = await makeOrg(database);
  await running.app.server.listen({ host: "127.0.0.1", port: 0 });
  await ensurePartitionsOf(database, [NOW_MS, NOW_MS - 86_400_000]);
  const createdAt = new Date(NOW_MS - 3 * 86_400_000);
  const many = await makeMonitor(database, { orgId: org.orgId, createdAt });
  const few = await makeMonitor(database, { orgId: org.orgId, createdAt });
  ids = [many.id, few.id];
  await database.run(sql`update target set name = '=cmd,"x"' where id = ${few.id}`);
  const resultsOf = (seriesKey: number, count: number, stepMs: number) =>
    Array.from({ length: count }, (_, nr) => ({
      ...{ seriesKey, slotMs: NOW_MS - (nr + 1) * stepMs, responseUs: 1_500 + nr },
      status: nr % 10 === 0 ? ("down" as const) : ("up" as const),
    }));
  await insertResults(database, resultsOf(many.seriesKeys[0] ?? 0, RESULTS, 5_000));
  await insertResults(database, resultsOf(few.seriesKeys[0] ?? 0, 3, 10 * MINUTE_MS));
});
afterAll(() => running.stop());

const read = async (path: string) => {
  const { statusCode, body, headers } = await running.call(org.keys.read, {
    method: "GET",
    url: `/api/v1/${path}`,
  });
  return { status: statusCode, headers, body, lines: body.split("\r\n") };
};

/** Starts an export over a socket and resolves with its response, which is not read yet. */
async function open(key: string): Promise<IncomingMessage> {
  const request = get({
    ...{ host: "127.0.0.1", port: portOf(running.app), path: "/api/v1/results.csv" },
    headers: { authorization: `Bearer ${key}` },
    agent: false,
  });
  request.on("error", () => null);
  const [response] = await once(request, "response");
  return response;
}

describe("an export", () => {
  test("has every result once, by target and oldest first, in UTC and local time", async () => {
    const { status, headers, lines } = await read(`results.csv?time_zone=Asia/Kolkata`);
    expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(lines.at(-1)).toBe("");
    expect(lines).toHaveLength(1 + RESULTS + 3 + 1);
    expect(new Set(lines).size).toBe(lines.length);
    const ofMany = lines.filter((line) => line.includes(`,${ids[0]},`)).map((line) => line.split(",")[0]);
    expect(ofMany).toEqual([...ofMany].sort());
    const [first] = lines.filter((line) => line.includes(`,${ids[1]},`));
    expect(first).toMatch(
      new RegExp(
        `^2026-11-21T09:30:00.007Z,2026-11-21 15:00:00.007\\+05:30,${ids[1]},"'=cmd,""x""",monitor,default,up`,
      ),
    );
  });

  test("has the filters of the lists", async () => {
    expect((await read(`results.csv?target_id=${ids[1]}&status=down`)).lines).toHaveLength(3);
    expect((await read(`results.csv?target_id=${ids[1]}&location=none`)).lines).toHaveLength(2);
    expect((await read("results.csv?from=2026-11-21T09:35:00Z&to=2026-11-21T09:45:00Z")).lines).toHaveLength(
      123,
    );
    const uptime = await read(
      `uptime.csv?target_id=${ids[1]}&from=2026-11-18T12:00:00Z&time_zone=Europe/Berlin`,
    );
    expect(uptime.lines.slice(1, -1).map((line) => line.split(",")[0])).toEqual([
      ...["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"],
    ]);
    await running.call(org.keys.admin, {
      method: "POST",
      url: "/api/v1/incidents",
      payload: { title: "@now" },
    });
    const incidents = await read("incidents.csv?from=2026-11-20T00:00:00Z&to=2026-11-22T00:00:00Z");
    expect(incidents.lines[1]).toMatch(/^1,[0-9a-f-]+,'@now,/);
  });

  test("says what is wrong with it before it begins", async () => {
    const refused = async (path: string) => {
      const { status, body } = await read(path);
      return [status, JSON.parse(body).error.message];
    };
    expect(await refused("results.csv?from=2026-10-01T00:00:00Z")).toEqual([
      400,
      expect.stringContaining("31 days"),
    ]);
    expect(await refused("uptime.csv?time_zone=Mars")).toEqual([400, expect.stringContaining("IANA")]);
    expect(await refused("results.csv?target_id=none")).toEqual([404, expect.any(String)]);
    expect(await refused(`results.csv?target_id=${ids[0]}&selector={}`)).toEqual([400, expect.any(String)]);
  });

  test("ends when its client is gone, and only a few run at a time", async () => {
    const { database } = running;
    const other = await makeOrg(database);
    const { seriesKeys } = await makeMonitor(database, { orgId: other.orgId, createdAt: new Date(NOW_MS) });
    // More than sockets buffer.
    await database.run(sql`
      insert into check_result (slot, series_key, response_us, connection_key, late_ms, attempts, status, trigger)
      select slot + copy * interval '1 millisecond', ${seriesKeys[0] ?? 0}, response_us, connection_key, late_ms, attempts,
        status, trigger
      from check_result cross join generate_series(1, 6) copy
      on conflict do nothing`);
    const { read: key } = other.keys;
    const opened = [await open(key), await open(key), await open(key), await open(key)];
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const fifth = await open(key);
    expect([fifth.statusCode, fifth.headers["retry-after"]]).toEqual([429, "30"]);
    for (const response of [...opened, fifth]) response.destroy();
    await expect.poll(async () => (await read("results.csv")).status, { timeout: 20_000 }).toBe(200);
  });
});
