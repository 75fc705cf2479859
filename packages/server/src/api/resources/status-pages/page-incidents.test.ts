import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { sql } from "../../../platform/storage/sql.ts";

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const events = (pageId: string) =>
  running.database.rows<{ kind: string; notify: boolean; title: string; status: string }>(sql`
    select kind, notify, content ->> 'title' as title, content ->> 'status' as status from page_event
    where page_id = ${pageId} order by id`);

describe("an incident", () => {
  test("has the impact of its components, and follows its updates", async () => {
    const page = await make.page();
    const component = await make.component(page);
    const incident = await make.incident(page, {
      components: [{ id: component.id, status: "partial_outage" }],
    });
    expect(incident).toMatchObject({
      status: "investigating",
      impact: "major",
      published: true,
      resolved_at: null,
    });
    const path = `/status-pages/${page.id}/incidents/${incident.id}`;
    const resolved = await make.send("POST", `${path}/updates`, {
      ...{ status: "resolved", message: "Done.", components: [{ id: component.id, status: "operational" }] },
    });
    expect(resolved.statusCode).toBe(201);
    expect(resolved.json().data).toMatchObject({
      status: "resolved",
      resolved_at: expect.any(String),
      components: [{ id: component.id, status: "operational" }],
    });
    expect(resolved.json().data.updates.map(({ status }: { status: string }) => status)).toEqual([
      "resolved",
      "investigating",
    ]);
    expect((await events(page.id)).map(({ kind, notify }) => [kind, notify])).toEqual([
      ["incident_opened", true],
      ["incident_resolved", true],
    ]);
    const state = await make.send("GET", `/status-pages/${page.id}/status`);
    expect(state.json().data).toMatchObject({
      status: "operational",
      impact: "none",
      unresolved_incidents: 0,
    });
  });

  test("sets the status of the page while it is open", async () => {
    const page = await make.page();
    const component = await make.component(page);
    await make.incident(page, { components: [{ id: component.id, status: "major_outage" }] });
    const state = await make.send("GET", `/status-pages/${page.id}/status`);
    expect(state.json().data).toMatchObject({
      status: "major_outage",
      impact: "critical",
      unresolved_incidents: 1,
    });
  });

  test("may have back-dated updates; edited ones are marked and notify no one", async () => {
    const page = await make.page();
    const incident = await make.incident(page);
    const path = `/status-pages/${page.id}/incidents/${incident.id}`;
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const posted = await make.send("POST", `${path}/updates`, {
      status: "identified",
      message: "Earlier.",
      at,
    });
    expect(posted.json().data).toMatchObject({ status: "investigating", started_at: at });
    const updateId = posted.json().data.updates.at(-1).id;
    const edited = await make.send("PUT", `${path}/updates/${updateId}`, { message: "Corrected." });
    expect(edited.json().data.updates.at(-1)).toMatchObject({
      ...{ message: "Corrected.", at, edited_at: expect.any(String) },
    });
    expect((await events(page.id)).map(({ kind, notify }) => [kind, notify])).toEqual([
      ["incident_opened", true],
      ["incident_updated", true],
      ["incident_edited", false],
    ]);
  });

  test("as a draft is not published until it is said so, and is withdrawn when it is deleted", async () => {
    const page = await make.page();
    const draft = await make.incident(page, { published: false });
    expect(await events(page.id)).toEqual([]);
    const list = (state: string) => make.send("GET", `/status-pages/${page.id}/incidents?state=${state}`);
    expect((await list("draft")).json().data).toHaveLength(1);
    expect((await list("unresolved")).json().data).toHaveLength(0);
    const path = `/status-pages/${page.id}/incidents/${draft.id}`;
    await make.send("PUT", path, { published: true, title: "Published" });
    await make.send("PUT", path, { postmortem: "It was DNS." });
    await make.send("DELETE", path);
    expect((await events(page.id)).map(({ kind, title }) => [kind, title])).toEqual([
      ["incident_opened", "Published"],
      ["postmortem_published", "Published"],
      ["incident_withdrawn", "Published"],
    ]);
    expect((await make.send("GET", path)).statusCode).toBe(404);
  });

  test.each([
    [{ message: "" }, "message"],
    [{ message: "a\u0001b" }, "message"],
    [{ message: "x".repeat(20_001) }, "message"],
    [{ at: "2099-01-01T00:00:00Z" }, "at"],
    [{ at: "yesterday" }, "at"],
    [{ components: [{ id: "01900000-0000-7000-8000-000000000000", status: "operational" }] }, "components"],
    [{ components: [{ id: "x", status: "fine" }] }, "components.0.status"],
    [{ impact: "huge" }, "impact"],
  ])("rejects %o and names the field", async (fields, path) => {
    const page = await make.page();
    const payload = { title: "Slow", message: "m", ...fields };
    const response = await make.send("POST", `/status-pages/${page.id}/incidents`, payload);
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, path]);
  });
});

describe("a maintenance window with show_on", () => {
  test("is announced on its pages once, and is a maintenance of them", async () => {
    const page = await make.page();
    const monitor = await make.monitor();
    const component = await make.component(page, { targets: [monitor] });
    const startsAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000).toISOString();
    const window = await make.send("POST", "/maintenance-windows", {
      ...{ name: "Move", starts_at: startsAt, duration_minutes: 60, monitor_ids: [monitor] },
      ...{ show_on: [page.id], announcement: "**Short** interruptions." },
    });
    expect(window.statusCode).toBe(201);
    await make.send("PUT", `/maintenance-windows/${window.json().data.id}`, { name: "Moving" });
    const [maintenance, ...more] = (await make.send("GET", `/status-pages/${page.id}/maintenances`)).json()
      .data;
    expect(more).toEqual([]);
    expect(maintenance).toMatchObject({
      ...{
        title: "Moving",
        message: "**Short** interruptions.",
        status: "scheduled",
        scheduled_for: startsAt,
      },
      components: [component.id],
    });
    expect(maintenance.public_id).toMatch(/^[a-z0-9]{16}$/);
    expect((await events(page.id)).map(({ kind, title }) => [kind, title])).toEqual([
      ["maintenance_announced", "Move"],
    ]);
  });

  test("rejects pages of others", async () => {
    const other = await (await pageMaker(running)).page();
    const response = await make.send("POST", "/maintenance-windows", {
      ...{ name: "Move", duration_minutes: 60, show_on: [other.id] },
    });
    expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, "show_on"]);
  });
});
