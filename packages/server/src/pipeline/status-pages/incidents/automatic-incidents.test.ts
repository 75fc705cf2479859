import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeAlert } from "../../../../test/alerting.ts";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import { type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { incidentTexts } from "../../../api/pages/languages/incident-texts.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { postAutomaticIncidents } from "./automatic-incidents.ts";

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp();
});
beforeEach(async () => {
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const run = () =>
  postAutomaticIncidents(
    { database: running.database, clock: systemClock, log: silentLogger, texts: incidentTexts },
    { signal: new AbortController().signal },
  );
const incidentsOf = async ({ id }: { id: string }) =>
  (await make.send("GET", `/status-pages/${id}/incidents`)).json().data;
const alert = async (targetId: string, { agoMs = 300_000, severity = "critical" } = {}) => {
  const id = await makeAlert(running.database, {
    orgId: make.org.orgId,
    targetId,
    atMs: Date.now() - agoMs,
    name: "secret",
  });
  await running.database.run(sql`update alert set severity = ${severity} where id = ${id}`);
  return id;
};
const resolve = (id: string) =>
  running.database.run(sql`update alert set resolved_at = now() where id = ${id}`);

describe("a critical alert of a component", () => {
  test("opens one incident for all alerts, in the page's language, and resolves it with the last of them", async () => {
    const [shop, search] = [
      await make.monitor({ name: "secret shop" }),
      await make.monitor({ name: "secret search" }),
    ];
    const page = await make.page({ automatic: { incidents: "publish" }, default_language: "de" });
    await make.component(page, { name: "Shop *1*", targets: [shop] });
    await make.component(page, { name: "Search", targets: [search] });
    const first = await alert(shop);
    await run();
    await run();
    const [opened, ...more] = await incidentsOf(page);
    expect(more).toEqual([]);
    expect(opened).toMatchObject({
      title: "Shop *1*: Wird untersucht",
      published: true,
      is_automatic: true,
      created_by: "system",
    });
    expect(opened.updates[0].message).toBe("Wird untersucht. Betroffene Komponenten: Shop \\*1\\*.");
    const second = await alert(search);
    await run();
    const [extended] = await incidentsOf(page);
    expect(extended.updates).toHaveLength(2);
    expect(extended.components).toHaveLength(2);
    await resolve(first);
    await run();
    expect((await incidentsOf(page))[0].status).toBe("investigating");
    await resolve(second);
    await run();
    const [resolved] = await incidentsOf(page);
    expect(resolved).toMatchObject({ status: "resolved", updates: [{ message: "Behoben." }, {}, {}] });
    expect(JSON.stringify(resolved)).not.toContain("secret");
    const events = await running.database.rows<{ kind: string }>(
      sql`select kind from page_event where page_id = ${page.id} order by id`,
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      "incident_opened",
      "incident_updated",
      "incident_resolved",
    ]);
  });

  test("opens a draft if the page wants that, which visitors do not see", async () => {
    const target = await make.monitor();
    const page = await make.page({ automatic: { incidents: "draft" } });
    await make.component(page, { targets: [target] });
    await alert(target);
    await run();
    expect(await incidentsOf(page)).toMatchObject([{ published: false, is_automatic: true }]);
    expect(await running.database.rows(sql`select from page_event where page_id = ${page.id}`)).toEqual([]);
  });

  test.each([
    ["the page does not want it", { incidents: "never" }, {}],
    ["it is not open for long enough", { incidents: "publish", publish_after_seconds: 600 }, {}],
    ["it is a warning", { incidents: "publish" }, { severity: "warning" }],
  ])("opens nothing if %s", async (_case, automatic, options) => {
    const target = await make.monitor();
    const page = await make.page({ automatic });
    await make.component(page, { targets: [target] });
    await alert(target, options);
    await alert(await make.monitor());
    await run();
    expect(await incidentsOf(page)).toEqual([]);
  });
});
