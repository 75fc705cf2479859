import type { OrgId } from "@vedette/contract/common/ids.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../../../test/app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../../../test/pages/status-pages.ts";
import type { StatusPageRow } from "../../pipeline/status-pages/page-row.ts";
import { readPastSnapshot } from "../../pipeline/status-pages/past/past-content.ts";
import { findPage } from "../../pipeline/status-pages/queries.ts";
import { readSnapshot } from "../../pipeline/status-pages/snapshot/read-snapshot.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

const INCIDENTS = 10_000;
/** What all incidents of a list may have in messages, and markup around them. */
const LIST_BYTES_MAX = 700_000;
/** A snapshot takes about 15 and a document a few more, however many incidents there are. */
const QUERIES_MAX = 40;

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp({});
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const visit = (url: string) => running.app.server.inject({ url });

/**
 * Resolved incidents, one an hour and the last an hour ago, each with so many updates of so many characters. Their IDs have
 * the prefix.
 */
async function addIncidents(
  page: { id: string },
  { prefix, count, updates, length }: { prefix: string; count: number; updates: number; length: number },
): Promise<void> {
  const { orgId } = make.org;
  await running.database.run(sql`
    insert into status_page_incident (id, org_id, page_id, public_id, title, status, impact, published, is_automatic,
      started_at, resolved_at, created_by, created_at, updated_at)
    select gen_random_uuid(), ${orgId}, ${page.id}, ${prefix} || lpad(n::text, 15, '0'), 'Incident ' || n, 'resolved', 'minor',
      true, false, now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '5 minutes', 'test', now(), now()
    from generate_series(1, ${count}::int) n`);
  await running.database.run(sql`
    insert into status_page_incident_update (id, org_id, incident_id, public_id, status, message, components, notify, at,
      posted_at, created_by)
    select gen_random_uuid(), ${orgId}, incident.id, substr(md5(incident.id::text || n), 1, 16), 'resolved',
      'Update ' || n || ' of ' || incident.title || repeat('.', ${length}::int), '[]', false,
      incident.started_at + n * interval '1 second', now(), 'test'
    from status_page_incident incident cross join generate_series(1, ${updates}::int) n
    where incident.page_id = ${page.id}`);
  await make.send("PUT", `/status-pages/${page.id}`, { title: "Filled" });
}

/** Counts the statements outside of transactions until it is called. */
function countQueries(): () => number {
  const spies = [vi.spyOn(running.database, "rows"), vi.spyOn(running.database, "find")];
  return () => {
    const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return calls;
  };
}

const ADDRESSES = { publicUrl: null, serverUrl: "http://127.0.0.1", statusDomain: null };

async function rowOf(id: string): Promise<StatusPageRow> {
  const row = await findPage(running.database, make.org.orgId as OrgId, id);
  if (!row) throw new Error(`there is no page ${id}`);
  return row;
}

/** A database for one reading, which counts its statements. */
function countingDb(): { counting: Db; queries(): number } {
  let queries = 0;
  const counting: Db = {
    rows: (statement) => {
      queries += 1;
      return running.database.rows(statement);
    },
    find: (statement) => {
      queries += 1;
      return running.database.find(statement);
    },
    run: () => Promise.reject(new Error("a reading changes nothing")),
    defer: () => Promise.reject(new Error("a reading changes nothing")),
  };
  return { counting, queries: () => queries };
}

describe("a page with 10,000 incidents", () => {
  let page: { id: string };
  beforeAll(async () => {
    page = await make.page({ slug: "busy" });
    await addIncidents(page, { prefix: "b", count: INCIDENTS, updates: 2, length: 1_000 });
    await visitUntil(running, "/status/busy", ({ body }) => body.includes("Incident 1<"));
  });
  const lastMonth = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);

  test("shows the latest, and says of a month that it has more", async () => {
    const { body } = await visit("/status/busy");
    expect(body.match(/<article class="incident"/g)).toHaveLength(50);
    const queries = countQueries();
    const month = await visit(`/status/busy/history/${lastMonth}`);
    expect(queries()).toBeGreaterThan(0);
    expect(month.body.match(/<article class="incident"/g)).toHaveLength(500);
    expect(month.body).toContain("The 500 latest incidents of the month are shown.");
    expect((await visit("/status/busy/incidents/b000000000009999")).body).toContain(
      "Update 1 of Incident 9999.",
    );
  });

  test.each([
    "",
    "/history",
    `/history/${lastMonth}`,
    "/incidents/b000000000005000",
    "/feed.atom",
    "/feed.rss",
    "/calendar.ics",
    "/api/v2/summary.json",
    "/api/v2/status.json",
    "/api/v2/components.json",
    "/api/v2/incidents.json",
    "/api/v2/incidents/unresolved.json",
    "/api/v2/scheduled-maintenances.json",
  ])("answers %j with few bytes from few queries", async (path) => {
    // A change makes the copies outdated, so that each document is read from the database.
    await make.send("PUT", `/status-pages/${page.id}`, { title: `Read ${path} again` });
    await visitUntil(running, "/status/busy", ({ body }) => body.includes(`Read ${path} again`));
    const queries = countQueries();
    const { statusCode, body } = await visit(`/status/busy${path}`);
    expect([path, statusCode, body.length < LIST_BYTES_MAX]).toEqual([path, 200, true]);
    expect(queries()).toBeLessThanOrEqual(QUERIES_MAX);
  });

  test("is read for visitors with as many queries as a page with ten", async () => {
    const small = await make.page({ slug: "calm" });
    await addIncidents(small, { prefix: "c", count: 10, updates: 2, length: 1_000 });
    const countOf = async ({ id }: { id: string }) => {
      const { counting, queries } = countingDb();
      const request = { page: await rowOf(id), addresses: ADDRESSES, secret: "s", nowMs: Date.now() };
      await readSnapshot(counting, { ...request, history: null });
      return queries();
    };
    const counts = [await countOf(small), await countOf(page)];
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThanOrEqual(QUERIES_MAX);
  });

  test("is read as it was known with few queries and at most a hundred incidents", async () => {
    await running.database.run(sql`
      insert into page_event (id, org_id, page_id, at, kind, incident_id, update_id, notify, content)
      select gen_random_uuid(), u.org_id, ${page.id}, now(), 'incident_updated', u.incident_id, u.id, false,
        jsonb_build_object('title', i.title, 'status', u.status, 'impact', i.impact, 'message', u.message)
      from status_page_incident i join status_page_incident_update u on u.incident_id = i.id
      where i.page_id = ${page.id}`);
    const { counting, queries } = countingDb();
    const request = { page: await rowOf(page.id), addresses: ADDRESSES, secret: "s" };
    const at = new Date(Date.now() + 1_000);
    const { snapshot } = await readPastSnapshot(counting, { ...request, at, nowMs: at.getTime() + 1_000 });
    expect(snapshot.recent).toHaveLength(50);
    const bytes = snapshot.recent.flatMap(({ updates }) => updates).map(({ message }) => message.length);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(LIST_BYTES_MAX);
    expect(queries()).toBeLessThanOrEqual(QUERIES_MAX);
  });

  test("is listed for its editors by pages", async () => {
    const queries = countQueries();
    const response = await make.send("GET", `/status-pages/${page.id}/incidents?limit=200`);
    expect(response.json().data).toHaveLength(200);
    expect(response.json().meta.has_more).toBe(true);
    expect(queries()).toBeLessThanOrEqual(QUERIES_MAX);
  });
});

test("long updates do not make the page long, and are complete on the page of their incident", async () => {
  const page = await make.page({ slug: "wordy" });
  await addIncidents(page, { prefix: "w", count: 12, updates: 8, length: 10_000 });
  const { body } = await visitUntil(running, "/status/wordy", (response) =>
    response.body.includes("Incident 1<"),
  );
  expect(body.length).toBeLessThan(LIST_BYTES_MAX);
  for (let nr = 1; nr <= 12; nr++) expect(body).toContain(`Update 8 of Incident ${nr}.`);
  expect(body).not.toContain("Update 1 of Incident 1.");
  const [, own = ""] =
    /href="(\/status\/wordy\/incidents\/\w+)" aria-label="All updates: Incident 1"/.exec(body) ?? [];
  const complete = await visit(own);
  for (let nr = 1; nr <= 8; nr++) expect(complete.body).toContain(`Update ${nr} of Incident 1.`);
  expect(complete.body).not.toContain("All updates");
});
