import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp({
    config: { publicUrl: "https://vedette.example", statusDomain: "status.vedette.example" },
  });
});
beforeEach(async () => {
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const actions = async () =>
  (
    await running.database.rows<{ action: string }>(
      sql`select action from audit_entry where org_id = ${make.org.orgId} order by id`,
    )
  ).map(({ action }) => action);

describe("a status page", () => {
  test("is created with defaults, unpublished, and at a host name of its own", async () => {
    const page = (await make.send("POST", "/status-pages", { slug: "acme-1", title: "Acme" })).json().data;
    expect(page).toMatchObject({
      ...{ slug: "acme-1", title: "Acme", published: false, access: "public", theme: "system" },
      ...{ url: "https://acme-1.status.vedette.example", history_days: 90, languages: [], timezone: null },
      show: { uptime: true, response_chart: false, component_values: true, subscribers: true },
      automatic: { incidents: "never", publish_after_seconds: 120 },
      images: { logo_light: null, logo_dark: null, favicon: null },
    });
    expect(page.public_id).toMatch(/^[a-z0-9]{16}$/);
    expect((await make.send("GET", `/status-pages/${page.id}`)).json().data).toEqual(page);
    expect((await make.send("GET", "/status-pages")).json().data).toEqual([page]);
    expect(await actions()).toEqual(["status_page.create"]);
  });

  test("changes the given fields only, with an ETag, and a GET can be sent back", async () => {
    const page = await make.page({
      show: { response_chart: true },
      links: [{ label: "Help", url: "https://a.example" }],
    });
    const { headers } = await make.send("GET", `/status-pages/${page.id}`);
    const changed = await running.call(make.org.keys.admin, {
      method: "PUT",
      url: `/api/v1/status-pages/${page.id}`,
      headers: { "if-match": String(headers.etag) },
      payload: { show: { uptime: false }, theme: "dark" },
    });
    expect(changed.json().data).toMatchObject({
      show: { uptime: false, response_chart: true },
      theme: "dark",
      links: [{ label: "Help", url: "https://a.example" }],
    });
    const stale = await running.call(make.org.keys.admin, {
      method: "PUT",
      url: `/api/v1/status-pages/${page.id}`,
      headers: { "if-match": String(headers.etag) },
      payload: { theme: "light" },
    });
    expect(stale.statusCode).toBe(412);
    const full = (await make.send("GET", `/status-pages/${page.id}`)).json().data;
    expect((await make.send("PUT", `/status-pages/${page.id}`, full)).json().data).toEqual(full);
    expect(await actions()).toEqual(["status_page.create", "status_page.update"]);
  });

  test("never shows its password or the hash of it", async () => {
    const page = await make.page({ access: "password", password: "correct horse" });
    expect(page.has_password).toBe(true);
    const { body } = await make.send("GET", `/status-pages/${page.id}`);
    expect(body).not.toContain("argon2");
    expect(body).not.toContain("correct horse");
    const log = await running.database.rows<{ text: string }>(
      sql`select to_jsonb(e)::text as text from audit_entry e where org_id = ${make.org.orgId}`,
    );
    expect(log.some(({ text }) => text.includes("correct horse") || text.includes("argon2"))).toBe(false);
  });

  test.each([
    [{ slug: "../admin" }, "slug"],
    [{ slug: "-x" }, "slug"],
    [{ slug: "UPPER" }, "slug"],
    [{ slug: "a".repeat(64) }, "slug"],
    [{ slug: "xn--\u202e" }, "slug"],
    [{ title: "a\u0007b" }, "title"],
    [{ access: "password" }, "password"],
    [{ access: "email_domains", email_domains: [] }, "email_domains"],
    [{ access: "email_domains", email_domains: ["example.com"] }, "access"],
    [{ email_domains: ["@example.com"] }, "email_domains.0"],
    [{ ip_allow: ["10.0.0.0/33"] }, "ip_allow"],
    [{ ip_allow: ["example.com"] }, "ip_allow"],
    [{ colors: { accent: "red; }" } }, "colors.accent"],
    [{ colors: { other: "#ffffff" } }, "colors"],
    [{ custom_css: "a { background: url(https://evil.example) }" }, "custom_css"],
    [{ custom_css: "x".repeat(65_537) }, "custom_css"],
    [{ links: [{ label: "x", url: "javascript:alert(1)" }] }, "links.0.url"],
    [{ links: Array(5).fill({ label: "x", url: "https://a.example" }) }, "links"],
    [{ timezone: "Mars/Olympus" }, "timezone"],
    [{ languages: ["xx"] }, "languages.0"],
    [{ languages: ["de"], default_language: "fr" }, "default_language"],
    [{ history_days: 366 }, "history_days"],
    [{ history_days: 6 }, "history_days"],
  ])("rejects %o and names the field", async (fields, path) => {
    const response = await make.send("POST", "/status-pages", { slug: "valid", title: "Valid", ...fields });
    expect(response.statusCode).toBe(400);
    const paths = response.json().error.details.map((detail: { path: string }) => detail.path);
    expect(paths.some((one: string) => one === path || one.startsWith(`${path}.`))).toBe(true);
  });

  test("has a slug that no other page of the server has, and keeps its old one for 30 days", async () => {
    const [page, other] = [await make.page(), await pageMaker(running)];
    const taken = await other.send("POST", "/status-pages", { slug: page.slug, title: "Other" });
    expect([taken.statusCode, taken.json().error.details[0].path]).toEqual([400, "slug"]);
    await make.send("PUT", `/status-pages/${page.id}`, { slug: `${page.slug}-new` });
    const reserved = await other.send("POST", "/status-pages", { slug: page.slug, title: "Other" });
    expect(reserved.statusCode).toBe(400);
    const back = await make.send("PUT", `/status-pages/${page.id}`, { slug: page.slug });
    expect(back.json().data.slug).toBe(page.slug);
    await make.send("PUT", `/status-pages/${page.id}`, { slug: `${page.slug}-new` });
    await running.database.run(sql`update status_page_redirect set until = now() - interval '1 second'`);
    expect((await other.send("POST", "/status-pages", { slug: page.slug, title: "Other" })).statusCode).toBe(
      201,
    );
  });

  test("is deleted with all that belongs to it, and removed from the windows that it announced", async () => {
    const page = await make.page();
    await make.component(page);
    await make.incident(page);
    const window = await make.send("POST", "/maintenance-windows", {
      ...{ name: "Move", starts_at: "2030-01-01T00:00:00Z", duration_minutes: 60, show_on: [page.id] },
    });
    expect(window.json().data.show_on).toEqual([page.id]);
    expect((await make.send("DELETE", `/status-pages/${page.id}`)).statusCode).toBe(200);
    expect((await make.send("GET", `/status-pages/${page.id}/incidents`)).statusCode).toBe(404);
    const after = await make.send("GET", `/maintenance-windows/${window.json().data.id}`);
    expect(after.json().data.show_on).toEqual([]);
  });

  test("beyond the limit of the plan is refused, and those that exist stay", async () => {
    await make.page();
    const limits = '{"status_pages": 1}';
    await running.database.run(sql`
      insert into plan (id, definition, position, is_available, is_default)
      select 'one-page', definition || jsonb_build_object('limits', definition -> 'limits' || ${limits}::jsonb), 9, true, false
      from plan where id = 'self-hosted'`);
    await running.database.run(
      sql`update organization set plan_id = 'one-page' where id = ${make.org.orgId}`,
    );
    const refused = await make.send("POST", "/status-pages", { slug: "second", title: "Second" });
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      expect.stringContaining("status pages"),
    ]);
    expect((await make.send("GET", "/status-pages")).json().data).toHaveLength(1);
  });

  test("is written by members, and read by viewers", async () => {
    const page = await make.page();
    const viewer = await makeMember(running.database, { orgId: make.org.orgId, role: "viewer" });
    const url = `/api/v1/status-pages/${page.id}`;
    expect((await running.callAs(viewer, { method: "GET", url })).statusCode).toBe(200);
    const denied = await running.callAs(viewer, {
      method: "PUT",
      url,
      payload: { title: "x" },
      headers: { origin: "https://vedette.example" },
    });
    expect(denied.statusCode).toBe(403);
  });
});

describe("the token of feeds", () => {
  test("is shown once and stored as a hash", async () => {
    const page = await make.page();
    const created = await make.send("POST", `/status-pages/${page.id}/feed-token`);
    expect([created.statusCode, created.headers["cache-control"]]).toEqual([201, "no-store"]);
    const { token } = created.json().data;
    const stored = await running.database.rows<{ text: string }>(
      sql`select to_jsonb(p)::text as text from status_page p where id = ${page.id}`,
    );
    expect(stored[0]?.text).not.toContain(token);
    expect((await make.send("GET", `/status-pages/${page.id}`)).json().data.has_feed_token).toBe(true);
    const revoked = await make.send("DELETE", `/status-pages/${page.id}/feed-token`);
    expect(revoked.json().data.has_feed_token).toBe(false);
  });
});

describe("a component", () => {
  test("follows targets by id, group and tag; `targets` is a short form", async () => {
    const page = await make.page();
    const [one, other] = [await make.monitor({ tags: ["prod"] }), await make.monitor({ tags: ["prod"] })];
    const listed = await make.component(page, { targets: [one] });
    expect(listed).toMatchObject({ targets: [one], selector: { targets: [one] }, target_count: 1 });
    const tagged = await make.component(page, { selector: { tags: { any: ["prod"] } } });
    expect(tagged).toMatchObject({ targets: [], target_count: 2 });
    const path = `/status-pages/${page.id}/components/${listed.id}`;
    expect((await make.send("PUT", path, listed)).json().data).toEqual(listed);
    expect((await make.send("PUT", path, { targets: [other] })).json().data.selector).toEqual({
      targets: [other],
    });
    expect((await make.send("PUT", path, { targets: [] })).json().data).toMatchObject({
      selector: null,
      target_count: 0,
    });
    expect((await make.send("GET", `/status-pages/${page.id}/components`)).json().data).toHaveLength(2);
  });

  test("keeps the id of a deleted monitor, and selects nothing then", async () => {
    const page = await make.page();
    const monitor = await make.monitor();
    const component = await make.component(page, { targets: [monitor] });
    await make.send("DELETE", `/monitors/${monitor}`);
    const path = `/status-pages/${page.id}/components/${component.id}`;
    expect((await make.send("GET", path)).json().data).toMatchObject({ targets: [monitor], target_count: 0 });
    expect((await make.send("PUT", path, { name: "Renamed" })).statusCode).toBe(200);
  });

  test("rejects targets and groups of others, and both forms at once", async () => {
    const [page, other] = [await make.page(), await pageMaker(running)];
    const foreign = await other.monitor();
    const otherPage = await make.page();
    const group = await make.send("POST", `/status-pages/${otherPage.id}/component-groups`, { name: "g" });
    const pathsOf = async (fields: object) => {
      const response = await make.send("POST", `/status-pages/${page.id}/components`, {
        name: "c",
        ...fields,
      });
      return [
        response.statusCode,
        response.json().error?.details?.map((detail: { path: string }) => detail.path),
      ];
    };
    expect(await pathsOf({ targets: [foreign] })).toEqual([400, ["targets"]]);
    expect(await pathsOf({ selector: { targets: [foreign] } })).toEqual([400, ["selector.targets"]]);
    expect(await pathsOf({ group_id: group.json().data.id })).toEqual([400, ["group_id"]]);
    const own = await make.monitor();
    expect(await pathsOf({ targets: [own], selector: { tags: { any: ["x"] } } })).toEqual([400, ["targets"]]);
  });

  test("stays on the page if its group is deleted", async () => {
    const page = await make.page();
    const group = await make.send("POST", `/status-pages/${page.id}/component-groups`, { name: "g" });
    const groupId: string = group.json().data.id;
    const component = await make.component(page, { group_id: groupId });
    await make.send("DELETE", `/status-pages/${page.id}/component-groups/${groupId}`);
    const path = `/status-pages/${page.id}/components/${component.id}`;
    expect((await make.send("GET", path)).json().data.group_id).toBeNull();
  });
});
