import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp } from "../../../../test/app.ts";
import { makeMonitor } from "../../../../test/builders.ts";
import { insertResults } from "../../../../test/make-results.ts";
import {
  monitorWithHistory,
  type PageMaker,
  pageMaker,
  visitUntil,
} from "../../../../test/pages/status-pages.ts";
import { ensurePartitionsOf } from "../../../pipeline/results/retention/partitions.ts";
import { sql } from "../../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;
const CANARY = "canary5b1c";

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp({
    config: { publicUrl: "http://vedette.example", statusDomain: "status.example" },
  });
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const visit = (url: string, headers: Record<string, string> = {}) =>
  running.app.server.inject({ url, headers });
const shields = async (url: string) => (await visit(`${url}.shields`)).json();

type Owner = `targets/${string}` | `status-pages/${string}`;

/** Creates a key and returns the path of its badges. */
async function makeKey(owner: Owner): Promise<string> {
  const response = await make.send("POST", `/${owner}/badge-key`);
  expect(response.statusCode).toBe(201);
  const { key, url } = response.json().data;
  expect(url).toBe(`http://vedette.example/badge/${key}`);
  return `/badge/${key}`;
}

/** A target that was down for a tenth of a day, three days ago. */
async function makeTarget(): Promise<string> {
  const { orgId } = make.org;
  const id = await monitorWithHistory(running, {
    orgId,
    changes: [
      [59 * DAY_MS, "up", "pending"],
      [3 * DAY_MS, "down", "up"],
      [2.9 * DAY_MS, "up", "down"],
    ],
  });
  await running.database.run(sql`update target set name = ${`${CANARY} name`} where id = ${id}`);
  return id;
}

describe("keys", () => {
  test("a target has no key until one is created; it can be replaced and deleted, and each is audited", async () => {
    const id = await makeTarget();
    const read = async () => (await make.send("GET", `/targets/${id}/badge-key`)).json().data;
    expect(await read()).toEqual({ key: null, url: null, created_by: null, created_at: null });
    const first = await makeKey(`targets/${id}`);
    expect((await read()).key).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(await shields(`${first}/status`)).toMatchObject({ message: "up", color: "brightgreen" });
    const second = await makeKey(`targets/${id}`);
    expect(second).not.toBe(first);
    await visitUntil(running, `${first}/status.json`, ({ body }) => body.includes("unknown"));
    expect((await shields(`${second}/status`)).message).toBe("up");
    const deleted = await make.send("DELETE", `/targets/${id}/badge-key`);
    expect(deleted.json().data).toEqual({ id, deleted: true });
    await visitUntil(running, `${second}/status.json`, ({ body }) => body.includes("unknown"));
    expect((await make.send("DELETE", `/targets/${id}/badge-key`)).statusCode).toBe(404);
    const { data } = (await make.send("GET", `/audit-log?target=${id}`)).json();
    const entries: { action: string }[] = data;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["badge_key.create", "badge_key.rotate", "badge_key.delete"]),
    );
    expect(JSON.stringify(entries)).not.toContain(second.slice("/badge/".length));
  });

  test("the key of another organization is not found, and a deleted target has no badge", async () => {
    const id = await makeTarget();
    const badge = await makeKey(`targets/${id}`);
    const other = await makeOrg(running.database);
    const url = `/api/v1/targets/${id}/badge-key`;
    for (const method of ["GET", "POST", "DELETE"] as const)
      expect((await running.call(other.keys.admin, { method, url })).statusCode).toBe(404);
    await make.send("DELETE", `/monitors/${id}`);
    expect((await shields(`${badge}/status`)).message).toBe("unknown");
  });
});

describe("badges", () => {
  test("show status and uptime as SVG, JSON and for shields.io, and never the name of the target", async () => {
    const badge = await makeKey(`targets/${await makeTarget()}`);
    const response = await visit(`${badge}/status.svg`);
    expect(response.headers).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=60, stale-while-revalidate=300",
    });
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(response.body).toMatch(/^<svg .*status: up/s);
    const { etag } = response.headers;
    const again = await visit(`${badge}/status.svg`, { "if-none-match": String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect(await shields(`${badge}/uptime/24h`)).toEqual({
      ...{ schemaVersion: 1, label: "uptime 24h", message: "100%", color: "brightgreen", cacheSeconds: 300 },
    });
    const week = (await visit(`${badge}/uptime/7d.json`)).json();
    expect(week).toEqual({ label: "uptime 7d", message: "98.57%", level: "bad", value: expect.any(Number) });
    expect(week.value).toBeCloseTo(98.571, 2);
    for (const path of ["status", "uptime/30d", "response/90d", "certificate", "heartbeat"])
      for (const format of ["svg", "json", "shields"]) {
        const { statusCode, headers, body } = await visit(`${badge}/${path}.${format}`);
        expect(statusCode).toBe(200);
        expect(JSON.stringify([headers, body])).not.toContain(CANARY);
      }
  });

  test("show the response time and the certificate of the latest checks", async () => {
    const { database } = running;
    const nowMs = Date.now();
    const { id, seriesKeys } = await makeMonitor(database, { orgId: make.org.orgId });
    await ensurePartitionsOf(database, [nowMs]);
    const connection = await database.find<{ connection_key: number }>(sql`
      insert into check_connection (runner, tls_expires_at) values ('r', ${new Date(nowMs + 10.5 * DAY_MS)})
      returning connection_key`);
    const [seriesKey = 0] = seriesKeys;
    const connectionKey = connection?.connection_key ?? 0;
    const results = [800_000, 400_000].map((responseUs, index) => ({
      ...{ seriesKey, slotMs: nowMs - 1_000 - index, status: "up" as const, responseUs, connectionKey },
    }));
    await insertResults(database, results);
    const badge = await makeKey(`targets/${id}`);
    expect(await shields(`${badge}/response/24h`)).toMatchObject({ message: "600 ms", color: "yellow" });
    expect(await shields(`${badge}/certificate`)).toMatchObject({ message: "10 days", color: "yellow" });
  });

  test("without data or with an unknown key they are gray and say so", async () => {
    const id = await make.monitor();
    const badge = await makeKey(`targets/${id}`);
    const unknown = { message: "unknown", color: "lightgrey", isError: true };
    for (const path of ["status", "uptime/7d", "response/24h", "certificate", "heartbeat"])
      expect(await shields(`${badge}/${path}`)).toMatchObject(unknown);
    for (const key of ["A".repeat(22), "short", "%00", "..%2f..%2fetc"])
      expect(await shields(`/badge/${key}/status`)).toMatchObject(unknown);
  });

  test("a status that is no longer measured is unknown", async () => {
    const id = await makeTarget();
    await running.database.run(sql`
      delete from slot_gap where series_key in (select series_key from series where target_id = ${id})`);
    expect((await shields(`${await makeKey(`targets/${id}`)}/status`)).message).toBe("unknown");
  });

  test("show the last ping of a heartbeat", async () => {
    const response = await make.send("POST", "/heartbeats", { name: "job" });
    const { id } = response.json().data;
    await running.database.run(sql`
      insert into heartbeat_state (id, version, ping_count, last_ping_at, runs)
      values (${id}, 1, 1, ${new Date(Date.now() - 300_000)}, '[]')`);
    await running.database.run(sql`update target set status = 'down' where id = ${id}`);
    const found = await shields(`${await makeKey(`targets/${id}`)}/heartbeat`);
    expect(found).toMatchObject({ message: "5 min ago", color: "red" });
  });

  test("take a label, a style and colors, escape texts, and name what is not valid", async () => {
    const badge = await makeKey(`targets/${await makeTarget()}`);
    const label = '"><script>alert(1)</script>&\u0001';
    const query = new URLSearchParams({ label, style: "for-the-badge", color_good: "00ff00" });
    const { body } = await visit(`${badge}/status.svg?${query}`);
    expect(body).not.toContain("<script");
    expect(body).not.toContain("\u0001");
    expect(body).toContain("&lt;");
    expect(body).toContain("#00ff00");
    const named = (await visit(`${badge}/status.json?${query}`)).json();
    expect(named.label).toBe(label.slice(0, -1));
    const wrong = await visit(
      `${badge}/status.svg?${new URLSearchParams({ label: "x".repeat(65), style: "social", color_bad: "url(x)", color_label: "#123", threshold_good: "-1" })}`,
    );
    expect(wrong.statusCode).toBe(400);
    const paths = wrong.json().error.details.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(["color_bad", "color_label", "label", "style", "threshold_good"]);
    const uptime = async (thresholds: string) =>
      (await visit(`${badge}/uptime/7d.json?${thresholds}`)).json().level;
    expect([await uptime("threshold_good=90"), await uptime("threshold_good=100")]).toEqual(["good", "bad"]);
    expect((await visit(`${badge}/status.svg?label=a&label=b`)).statusCode).toBe(400);
    for (const path of ["status.png", "uptime.svg", "uptime/8d.svg", "names.json", "status.svg/x"])
      expect((await visit(`${badge}/${path}`)).statusCode).toBe(404);
  });

  test("a badge that is requested often does not read the database each time", async () => {
    const id = await makeTarget();
    const badge = await makeKey(`targets/${id}`);
    expect((await shields(`${badge}/status`)).message).toBe("up");
    await running.database.run(sql`update target set status = 'down' where id = ${id}`);
    const found = await Promise.all(Array.from({ length: 50 }, () => shields(`${badge}/status`)));
    expect(new Set(found.map(({ message }) => message))).toEqual(new Set(["up"]));
  });
});

describe("status pages", () => {
  test("a badge shows the overall status, also at the domain of the page, while the page is published", async () => {
    const page = await make.page({ slug: "badged", title: `${CANARY} title` });
    await make.component(page, { name: `${CANARY} component`, status: "partial_outage" });
    const badge = await makeKey(`status-pages/${page.id}`);
    const isOut = ({ body }: { body: string }) => body.includes("partial outage");
    const { body, headers } = await visitUntil(running, `${badge}/status.json`, isOut);
    expect(JSON.stringify([headers, body])).not.toContain(CANARY);
    const own = await visit(`${badge}/status.json`, { host: "badged.status.example" });
    expect(own.body).toBe(body);
    expect((await visit(`/status/badged${badge}/status.json`)).body).toBe(body);
    expect((await shields(`${badge}/uptime/7d`)).message).toBe("unknown");
    await make.send("PUT", `/status-pages/${page.id}`, { published: false });
    await visitUntil(running, `${badge}/status.json`, (response) => response.body.includes("unknown"));
    expect((await visit(`${badge}/embed`)).statusCode).toBe(404);
  });

  test("the widget of a public page may be framed, has no script, and ends with the key", async () => {
    const page = await make.page({ slug: "framed", title: "Shop <b>status</b>" });
    const incident = await make.incident(page, { title: "Payments <i>fail</i>" });
    expect((await visit("/status/framed/embed")).statusCode).toBe(404);
    const badge = await makeKey(`status-pages/${page.id}`);
    const shows = (text: string) => (response: { body: string }) => response.body.includes(text);
    const { body, headers } = await visitUntil(running, `${badge}/embed`, shows("Payments"));
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]*; .*frame-ancestors \*$/,
    );
    expect(body).toContain("Shop &lt;b&gt;status&lt;/b&gt;");
    expect(body).toContain("Payments &lt;i&gt;fail&lt;/i&gt;");
    expect(body).toContain(`http://framed.status.example/incidents/${incident.public_id}`);
    expect(body).not.toMatch(/<script|CANARY/);
    const german = await visit(`${badge}/embed?lang=de`);
    expect(german.body).toContain('<html lang="de"');
    const script = await visit(`${badge}/embed.js`);
    expect(script.headers["content-type"]).toMatch(/^text\/javascript/);
    expect(script.body.length).toBeLessThan(5_000);
    const others = await visit("/status/framed");
    expect(others.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    await make.send("PUT", `/status-pages/${page.id}`, { access: "password", password: "long enough 1" });
    await visitUntil(running, `${badge}/embed`, ({ statusCode }) => statusCode === 404);
    expect((await visit(`${badge}/embed.js`)).statusCode).toBe(404);
    await make.send("DELETE", `/status-pages/${page.id}/badge-key`);
    await visitUntil(running, `${badge}/status.json`, shows("unknown"));
  });
});
