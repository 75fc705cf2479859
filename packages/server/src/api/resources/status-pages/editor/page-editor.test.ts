import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../../test/app.ts";
import { monitorWithHistory, type PageMaker, pageMaker } from "../../../../../test/pages/status-pages.ts";
import { sql } from "../../../../platform/storage/sql.ts";

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const downMonitor = () =>
  monitorWithHistory(running, {
    orgId: make.org.orgId,
    changes: [
      [86_400_000, "up", "pending"],
      [60_000, "down", "up"],
    ],
  });

describe("a suggestion", () => {
  test("creates a page with components in one request, and leaves the slug free that it names", async () => {
    const [one, other] = [await make.monitor({ name: "Shop" }), await make.monitor({ name: "Blog" })];
    await make.send("POST", "/groups", { name: "Web" });
    const suggested = (await make.send("GET", "/status-pages/suggestion")).json().data;
    expect(suggested.components).toEqual([
      { name: "Blog", selector: { targets: [other] }, target_count: 1, source: "target" },
      { name: "Shop", selector: { targets: [one] }, target_count: 1, source: "target" },
    ]);
    const components = suggested.components.map(({ name, selector }: { name: string; selector: object }) => ({
      ...{ name, selector },
    }));
    const { slug, title } = suggested;
    const created = await make.send("POST", "/status-pages", { slug, title, components });
    expect(created.statusCode).toBe(201);
    const stored = await make.send("GET", `/status-pages/${created.json().data.id}/components`);
    expect(
      stored
        .json()
        .data.map(({ name, position, targets }: Record<string, unknown>) => [name, position, targets]),
    ).toEqual([
      ["Blog", 0, [other]],
      ["Shop", 1, [one]],
    ]);
    const next = (await make.send("GET", "/status-pages/suggestion")).json().data;
    expect(next.slug).toBe(`${slug}-2`);
  });

  test("creates nothing if one of its components is not valid, and names it", async () => {
    const components = [{ name: "A" }, { name: "B", targets: ["01900000-0000-7000-8000-000000000000"] }];
    const refused = await make.send("POST", "/status-pages", { slug: "broken-one", title: "x", components });
    expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, "components.1.targets"]);
    expect((await make.send("GET", "/status-pages")).json().data).toEqual([]);
  });
});

describe("a component", () => {
  test("has the status of its targets as soon as it is created, and the one that an incident sets", async () => {
    const page = await make.page();
    const component = await make.component(page, { targets: [await downMonitor()] });
    expect(component.status).toBe("major_outage");
    const fixed = await make.component(page, { name: "Static", status: "degraded_performance" });
    expect(fixed.status).toBe("degraded_performance");
    await make.incident(page, { components: [{ id: fixed.id, status: "partial_outage" }] });
    await make.incident(page, { published: false });
    const { data } = (await make.send("GET", `/status-pages/${page.id}/components`)).json();
    expect(data.map(({ name, status }: Record<string, unknown>) => [name, status])).toEqual([
      ["Static", "partial_outage"],
      ["Website", "major_outage"],
    ]);
    const states = (await make.send("GET", "/status-pages/states")).json().data;
    expect(states).toEqual([
      {
        ...{ page_id: page.id, status: "major_outage", is_measured: true },
        ...{ components: 2, unresolved_incidents: 1, draft_incidents: 1 },
      },
    ]);
  });

  test("says that it is not measured before the first check of its target", async () => {
    const page = await make.page();
    const component = await make.component(page, { targets: [await make.monitor()] });
    expect(component).toMatchObject({ status: "operational", is_measured: false });
    expect(await make.component(page, { name: "Static" })).toMatchObject({ is_measured: true });
  });

  test("keeps its stored status and its ETag while that of its targets changes", async () => {
    const page = await make.page();
    const target = await downMonitor();
    const { id } = await make.component(page, { targets: [target] });
    const path = `/status-pages/${page.id}/components/${id}`;
    const read = await make.send("GET", path);
    await make.send("PUT", path, read.json().data);
    await running.database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${target}, ${new Date(Date.now() - 5_000)}, 'up', 'down')`);
    await running.database.run(sql`update target set status = 'up' where id = ${target}`);
    const again = await make.send("GET", path);
    expect(again.json().data.status).toBe("operational");
    expect(again.headers.etag).toBe(read.headers.etag);
    const detached = await make.send("PUT", path, { targets: [] });
    expect(detached.json().data).toMatchObject({ selector: null, status: "operational" });
  });
});

describe("the order of a page", () => {
  test("moves components between groups and is in the audit log", async () => {
    const page = await make.page();
    const [one, other] = [
      await make.component(page, { name: "A" }),
      await make.component(page, { name: "B", position: 1 }),
    ];
    const group = (await make.send("POST", `/status-pages/${page.id}/component-groups`, { name: "G" })).json()
      .data;
    const items = [{ id: other.id }, { id: group.id, components: [one.id] }];
    const ordered = await make.send("PUT", `/status-pages/${page.id}/order`, { items });
    expect(ordered.json().data).toEqual({ items });
    const stored = (await make.send("GET", `/status-pages/${page.id}/components`)).json().data;
    expect(
      stored.map(({ name, position, group_id }: Record<string, unknown>) => [name, position, group_id]),
    ).toEqual([
      ["A", 0, group.id],
      ["B", 0, null],
    ]);
    const log = await running.database.rows<{ action: string }>(
      sql`select action from audit_entry where org_id = ${make.org.orgId} and action like '%order'`,
    );
    expect(log).toEqual([{ action: "status_page.update_order" }]);
  });

  test("names everything on the page once", async () => {
    const page = await make.page();
    const { id } = await make.component(page, { name: "A" });
    const send = (items: object[]) => make.send("PUT", `/status-pages/${page.id}/order`, { items });
    const pathOf = async (items: object[]) => {
      const response = await send(items);
      return [response.statusCode, response.json().error.details[0].path];
    };
    expect(await pathOf([])).toEqual([400, "items"]);
    expect(await pathOf([{ id }, { id }])).toEqual([400, "items.1.id"]);
    expect(await pathOf([{ id: "unknown" }])).toEqual([400, "items.0.id"]);
    expect(await pathOf([{ id, components: [] }])).toEqual([400, "items.0.components"]);
  });
});

describe("a preview", () => {
  test("renders fields that are not saved in a language, and stores nothing", async () => {
    const page = await make.page({ title: "Before", slug: "previewed" });
    await make.component(page, { name: "Checkout & more" });
    const before = (await make.send("GET", `/status-pages/${page.id}`)).json().data;
    const fields = { title: "After <b>", theme: "dark", colors: { accent: "#112233" }, language: "de" };
    const response = await make.send("POST", `/status-pages/${page.id}/preview`, {
      ...fields,
      ...{ slug: "elsewhere", custom_css: ".head { color: red }" },
    });
    expect(response.statusCode).toBe(200);
    const { html, css, errors } = response.json().data;
    expect(html).toContain('lang="de" dir="ltr" data-theme="dark"');
    expect(html).toContain("After &lt;b&gt;");
    expect(html).toContain("Checkout &amp; more");
    expect(html).toContain("/status/previewed/assets/page.css");
    expect(html).not.toContain("<script");
    expect(css).toContain("--accent:#112233");
    expect(css).toContain(".head{color:red}");
    expect(errors).toEqual([]);
    expect((await make.send("GET", `/status-pages/${page.id}`)).json().data).toEqual(before);
  });

  test("renders the incident history and the newest incident", async () => {
    const page = await make.page({ title: "Before" });
    const send = (fields: object) => make.send("POST", `/status-pages/${page.id}/preview`, fields);
    const none = await send({ document: "incident" });
    expect([none.statusCode, none.json().error.message]).toEqual([400, expect.stringContaining("Post one")]);
    await make.incident(page, { title: "Old outage", at: new Date(Date.now() - 60_000).toISOString() });
    const first = await make.incident(page, { title: "Mail fails", message: "We **look** into it." });
    await make.incident(page, { title: "Draft", published: false });
    const read = async (fields: object) => (await send({ title: "After", ...fields })).json().data.html;
    const history = await read({ document: "history", language: "fr" });
    for (const text of ["After", "Mail fails", "Old outage", 'lang="fr"']) expect(history).toContain(text);
    const incident = await read({ document: "incident" });
    expect(incident).toContain("<h1>Mail fails</h1>");
    expect(incident).toContain("<strong>look</strong>");
    expect(incident).toContain(`/incidents/${first.public_id}`);
    expect(`${history}${incident}`).not.toMatch(/Draft|<script/);
  });

  test("shows the page without custom CSS that has errors, and says what is wrong", async () => {
    const page = await make.page();
    const response = await make.send("POST", `/status-pages/${page.id}/preview`, {
      custom_css: "a { background: url(https://evil.example) }",
    });
    const { css, errors } = response.json().data;
    expect(css).not.toContain("evil");
    expect(errors[0]).toMatchObject({ path: "custom_css", message: expect.stringContaining("line 1") });
  });
});
