import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../test/app.ts";
import { type PageMaker, pageMaker, visitUntil } from "../../../test/pages/status-pages.ts";
import { sql } from "../../platform/storage/sql.ts";

const INCIDENTS = 10_000;
/** What all incidents of a list may have in messages, and markup around them. */
const LIST_BYTES_MAX = 600_000;

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

test("a page with 10,000 incidents shows the latest, and says of a month that it has more", async () => {
  const page = await make.page({ slug: "busy" });
  await addIncidents(page, { prefix: "b", count: INCIDENTS, updates: 1, length: 100 });
  const { body } = await visitUntil(running, "/status/busy", (response) =>
    response.body.includes("Incident 1<"),
  );
  expect(body.match(/<article class="incident"/g)).toHaveLength(50);
  const lastMonth = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7);
  const month = await visit(`/status/busy/history/${lastMonth}`);
  expect(month.body.match(/<article class="incident"/g)).toHaveLength(500);
  expect(month.body).toContain("The 500 latest incidents of the month are shown.");
  expect((await visit("/status/busy/incidents/b000000000009999")).body).toContain(
    "Update 1 of Incident 9999.",
  );
  for (const path of [
    "feed.atom",
    "feed.rss",
    "calendar.ics",
    "api/v2/incidents.json",
    "api/v2/summary.json",
  ]) {
    const { statusCode, body: text } = await visit(`/status/busy/${path}`);
    expect([path, statusCode, text.length < LIST_BYTES_MAX]).toEqual([path, 200, true]);
  }
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
