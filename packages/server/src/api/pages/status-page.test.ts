import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMember, startTestApp, type TestApp } from "../../../test/app.ts";
import {
  monitorWithHistory,
  type PageMaker,
  pageMaker,
  visitUntil,
} from "../../../test/pages/status-pages.ts";
import { sql } from "../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;
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
const found = ({ statusCode }: { statusCode: number }) => statusCode === 200;
const shows =
  (text: string) =>
  ({ body }: { body: string }) =>
    body.includes(text);

describe("the page", () => {
  test("shows components, incidents and bars without a script, and nothing of their targets", async () => {
    const { orgId } = make.org;
    // At noon (UTC) 20 days ago, so that the downtime is within one day of Berlin at any time of day.
    const noonAgoMs = (Date.now() % DAY_MS) + 20 * DAY_MS - DAY_MS / 2;
    const target = await monitorWithHistory(running, {
      orgId,
      changes: [
        [59 * DAY_MS, "up", "pending"],
        [noonAgoMs, "down", "up"],
        [noonAgoMs - 2_520_000, "up", "down"],
      ],
      gaps: [[5 * DAY_MS, 120]],
    });
    const page = await make.page({ slug: "shop", title: "Shop <b>status</b>", timezone: "Europe/Berlin" });
    const component = await make.component(page, {
      name: "Checkout",
      internal_name: "secret-name",
      targets: [target],
    });
    const incident = await make.incident(page, {
      title: "Payments fail",
      message: "We see **errors**.",
      components: [{ id: component.id, status: "partial_outage" }],
    });
    const response = await visitUntil(running, "/status/shop", shows("Payments fail"));
    const { body } = response;
    expect(body).toContain("Shop &lt;b&gt;status&lt;/b&gt;");
    expect(body).toMatch(/data-status="partial_outage">Partial outage</);
    expect(body).toContain("<strong>errors</strong>");
    expect(body.match(/<g>/g)).toHaveLength(90);
    expect(body).toMatch(/Major outage, down for 42 min/);
    // The 120 checks that were missed may fall on two days.
    expect(body).toMatch(/not measured for [^<]* \(monitoring interrupted\)/);
    expect(body).toMatch(/between \d{2}\.\d+% and 99\.\d+%; 99\.\d+% of the time observed/);
    expect(body).toContain(`href="/status/shop/incidents/${incident.public_id}"`);
    for (const hidden of ["secret-name", "127.0.0.1", target, page.id, component.id, incident.id, orgId])
      expect(body).not.toContain(hidden);
  });

  test("shades the hours of the response chart in which checks were missed", async () => {
    const target = await monitorWithHistory(running, {
      orgId: make.org.orgId,
      changes: [[59 * DAY_MS, "up", "pending"]],
      gaps: [[2 * DAY_MS, 150]],
    });
    await running.database.run(sql`
      insert into result_rollup_hour (series_key, at, total, failed, measured, response_us_sum)
      select series_key, date_trunc('hour', now() - interval '1 day'), 60, 0, 60, 6000000
      from series where target_id = ${target}`);
    const page = await make.page({ slug: "chart", show: { response_chart: true } });
    await make.component(page, { name: "Checkout", targets: [target] });
    const { body } = await visitUntil(running, "/status/chart", shows("Checkout"));
    const [chart = ""] = /<figure class="chart">.*?<\/figure>/s.exec(body) ?? [];
    expect(chart).toContain('<span class="unmeasured">Not measured</span>');
    // 150 minutes are in three or four hours.
    expect([3, 4]).toContain(chart.match(/<rect class="x"/g)?.length);
  });

  test("is in the language that the browser prefers and that the page offers, or in the chosen one", async () => {
    await make.page({ slug: "languages", languages: ["en", "de", "ar"], default_language: "de" });
    await visitUntil(running, "/status/languages", found);
    const language = async (url: string, header: string) =>
      /<html lang="([\w-]+)" dir="(\w+)"/
        .exec((await visit(url, { "accept-language": header })).body)
        ?.slice(1);
    expect(await language("/status/languages", "fr, en;q=0.8")).toEqual(["en", "ltr"]);
    expect(await language("/status/languages", "fr")).toEqual(["de", "ltr"]);
    expect(await language("/status/languages", "ar-EG,ar;q=0.9,en;q=0.8")).toEqual(["ar", "rtl"]);
    expect(await language("/status/languages?lang=ar", "en")).toEqual(["ar", "rtl"]);
    expect(await language("/status/languages?lang=fr", "en")).toEqual(["en", "ltr"]);
    // A chosen language stays with the visitor, without a cookie.
    const chosen = await visit("/status/languages?lang=ar");
    expect(chosen.body).toContain('href="/status/languages/history?lang=ar"');
    expect(chosen.headers["set-cookie"]).toBeUndefined();
  });

  test("allows a browser nothing but its own files", async () => {
    await make.page({ slug: "policy" });
    const { headers, body } = await visitUntil(running, "/status/policy", found);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
    expect(body).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
    for (const [, file] of body.matchAll(/(?:href|src)="(\/status\/policy\/assets\/[^"]+)"/g))
      expect((await visit(file ?? "")).statusCode).toBe(200);
  });

  test("is not found if it does not exist or is not published, and members see it before", async () => {
    await make.page({ slug: "draft", published: false });
    const member = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    const asMember = { cookie: member.cookie };
    expect((await visitUntil(running, "/status/draft", found, asMember)).headers["cache-control"]).toBe(
      "private, no-cache",
    );
    const other = await makeMember(running.database, {
      orgId: (await pageMaker(running)).org.orgId,
      role: "owner",
    });
    expect((await visit("/status/draft", { cookie: other.cookie })).statusCode).toBe(404);
    for (const slug of ["draft", "none", "..%2f..%2fetc", "%00", "a".repeat(300), "constructor", "<script>"])
      expect((await visit(`/status/${slug}`)).statusCode).toBe(404);
  });

  test("shows each change of a component or incident, and of the page, within moments", async () => {
    const page = await make.page({ slug: "changes" });
    const component = await make.component(page, { name: "Website", status: "operational" });
    await visitUntil(running, "/status/changes", shows("All systems operational"));
    await make.send("PUT", `/status-pages/${page.id}/components/${component.id}`, { status: "major_outage" });
    await visitUntil(running, "/status/changes", shows("Major outage"));
    await make.send("PUT", `/status-pages/${page.id}`, { title: "Renamed" });
    await visitUntil(running, "/status/changes", shows("<h1>Renamed</h1>"));
    await make.send("DELETE", `/status-pages/${page.id}`);
    await visitUntil(running, "/status/changes", ({ statusCode }) => statusCode === 404);
  });

  test("keeps a component whose monitor was deleted, with the status that was set", async () => {
    const page = await make.page({ slug: "deleted" });
    const target = await monitorWithHistory(running, {
      orgId: make.org.orgId,
      changes: [[DAY_MS, "down", "pending"]],
    });
    await make.component(page, { name: "Website", targets: [target] });
    await visitUntil(running, "/status/deleted", shows("Major outage"));
    await running.database.run(sql`delete from target where id = ${target}`);
    await make.send("PUT", `/status-pages/${page.id}`, { title: "Again" });
    await visitUntil(running, "/status/deleted", shows("<h1>Again</h1>"));
    expect((await visit("/status/deleted")).body).toContain("Website");
  });

  test("stays small with 2,000 components, whose bars are on pages of their own", async () => {
    const page = await make.page({ slug: "many" });
    await running.database.run(sql`
      insert into status_page_component (id, org_id, page_id, public_id, name, position, rollup, only_when_bad, status,
        created_at, updated_at)
      select gen_random_uuid(), ${make.org.orgId}, ${page.id}, 'component' || lpad(n::text, 7, '0'), 'Component ' || n, n, 'worst', false,
        'operational', now(), now() from generate_series(1, 2000) n`);
    await make.send("PUT", `/status-pages/${page.id}`, { title: "Many" });
    const response = await visitUntil(running, "/status/many", shows("Component 2000"), {
      "accept-encoding": "identity",
    });
    expect(response.body.match(/class="component"/g)).toHaveLength(2_000);
    const compressed = await visit("/status/many", { "accept-encoding": "gzip" });
    expect(compressed.rawPayload.length).toBeLessThan(61_440);
  });
});

describe("earlier incidents", () => {
  test("have permanent links, and months with links to those before and after", async () => {
    const page = await make.page({ slug: "archive" });
    const incident = await make.incident(page, {
      ...{ title: "Slow search", message: "Fixed.", status: "resolved", postmortem: "## Why\nA full disk." },
      at: new Date(Date.now() - 70 * DAY_MS).toISOString(),
    });
    await visitUntil(running, "/status/archive", found);
    const own = await visit(`/status/archive/incidents/${incident.public_id}`);
    expect(own.body).toContain("Postmortem");
    expect(own.body).toContain("A full disk.");
    const month = incident.started_at.slice(0, 7);
    const history = await visit(`/status/archive/history/${month}`);
    expect(history.body).toContain(`id="day-${incident.started_at.slice(0, 10)}"`);
    expect(history.body).toContain('rel="next"');
    expect(history.body).not.toContain('rel="prev"');
    expect((await visit("/status/archive/history")).body).toContain('rel="prev"');
    for (const path of [
      "history/2019-01",
      "history/2999-01",
      "history/2026-13",
      "incidents/aaaaaaaaaaaaaaaa",
      "incidents/x",
    ])
      expect((await visit(`/status/archive/${path}`)).statusCode).toBe(404);
    // A draft is not there, not even with its ID.
    const draft = await make.incident(page, { title: "Draft", published: false });
    expect((await visit(`/status/archive/incidents/${draft.public_id}`)).statusCode).toBe(404);
  });

  test("include maintenances, which keep their links", async () => {
    const page = await make.page({ slug: "works" });
    const created = await make.send("POST", "/maintenance-windows", {
      ...{
        name: "Database upgrade",
        starts_at: new Date(Date.now() + DAY_MS).toISOString(),
        duration_seconds: 3_600,
      },
      ...{ show_on: [page.id], announcement: "The shop is **read-only**." },
    });
    expect(created.statusCode).toBe(201);
    const { body } = await visitUntil(running, "/status/works", shows("Database upgrade"));
    const link = /href="(\/status\/works\/maintenances\/[a-z0-9]{16})"/.exec(body)?.[1] ?? "";
    const { body: own } = await visit(link);
    expect(own).toContain("Scheduled");
    expect(own).toContain("<strong>read-only</strong>");
    expect((await visit("/status/works/maintenances/aaaaaaaaaaaaaaaa")).statusCode).toBe(404);
  });

  test("are limited in number a minute for one address", async () => {
    await make.page({ slug: "limit" });
    await visitUntil(running, "/status/limit", found);
    const statuses: number[] = [];
    for (let nr = 0; nr < 310; nr++) {
      const request = { url: "/status/limit/incidents/aaaaaaaaaaaaaaaa", remoteAddress: "192.0.2.77" };
      statuses.push((await running.app.server.inject(request)).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
  });
});

describe("domains", () => {
  const at = (host: string, url = "/") => visit(url, { host });

  test("below the status domain serve the page at their root, and nothing else", async () => {
    await make.page({ slug: "rooted", title: "Rooted" });
    await visitUntil(running, "/", shows("<h1>Rooted</h1>"), { host: "rooted.status.example" });
    const { body } = await at("Rooted.Status.Example:443");
    expect(body).toContain('href="/assets/page.css');
    expect(body).toContain('href="/history"');
    expect((await at("rooted.status.example", "/?lang=de")).statusCode).toBe(200);
    for (const path of [
      "/api/v1/monitors",
      "/api/v1/openapi.json",
      "/healthz",
      "/docs",
      "/status/rooted",
      "/metrics",
      "/internal/tls/ask?domain=a.example",
    ])
      expect((await at("rooted.status.example", path)).statusCode).toBe(404);
    for (const host of ["none.status.example", "a.b.status.example", "<b>.status.example"])
      expect((await at(host)).statusCode).toBe(404);
    // Other names are those of this server.
    expect((await at("status.example", "/healthz")).statusCode).toBe(200);
    expect((await at("unknown.example", "/healthz")).statusCode).toBe(200);
  });

  test("of the owner serve the page once they are verified, and let a proxy request a certificate", async () => {
    const page = await make.page({ slug: "owned", title: "Owned" });
    const claim = (
      await make.send("POST", `/status-pages/${page.id}/domains`, { host: "status.acme.example" })
    ).json().data;
    const path = `/.well-known/vedette-page/${page.public_id}`;
    const answer = await visitUntil(running, path, found, { host: "status.acme.example" });
    expect(answer.body).toBe(claim.token);
    expect((await at("other.example", path)).statusCode).toBe(404);
    const ask = (domain: string) => visit(`/internal/tls/ask?domain=${domain}`);
    expect((await ask("status.acme.example")).statusCode).toBe(404);
    await running.database.run(sql`
      update status_page_domain set dns_ok = true, verified_at = now() where host = 'status.acme.example'`);
    await running.database.run(sql`select pg_notify('status_page_changed', ${page.id})`);
    await visitUntil(running, "/", shows("<h1>Owned</h1>"), { host: "status.acme.example" });
    expect((await ask("status.acme.example")).statusCode).toBe(200);
    expect((await ask("owned.status.example")).statusCode).toBe(200);
    for (const domain of ["none.status.example", "evil.example", "", "constructor"])
      expect((await ask(domain)).statusCode).toBe(404);
  });

  test("an earlier slug redirects for 30 days", async () => {
    const page = await make.page({ slug: "before" });
    await visitUntil(running, "/status/before", found);
    await make.send("PUT", `/status-pages/${page.id}`, { slug: "after" });
    const moved = await visitUntil(
      running,
      "/status/before/history?lang=de",
      ({ statusCode }) => statusCode === 301,
    );
    expect(moved.headers.location).toBe("/status/after/history?lang=de");
    expect((await at("before.status.example", "/feed.atom")).headers.location).toBe(
      "http://after.status.example/feed.atom",
    );
    await running.database.run(sql`update status_page_redirect set until = now() where slug = 'before'`);
    await make.send("PUT", `/status-pages/${page.id}`, { title: "Moved" });
    await visitUntil(running, "/status/before", ({ statusCode }) => statusCode === 404);
  });
});
