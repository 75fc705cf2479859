import ICAL from "ical.js";
import RssParser from "rss-parser";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import {
  monitorWithHistory,
  type PageMaker,
  pageMaker,
  visitUntil,
} from "../../../../test/pages/status-pages.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { xml } from "./xml.ts";

let running: TestApp;
let make: PageMaker;
beforeAll(async () => {
  running = await startTestApp({ config: { publicUrl: "https://vedette.example" } });
});
beforeEach(async () => {
  make = await pageMaker(running);
});
afterAll(() => running.stop());

const DAY_MS = 86_400_000;
const visit = (url: string, headers: Record<string, string> = {}) =>
  running.app.server.inject({ url, headers });

/** The documented shape of Statuspage's API v2. Fields that are added to it are ignored. */
const time = z.iso.datetime();
const component = z.object({
  ...{ id: z.string(), name: z.string(), description: z.string().nullable(), position: z.number() },
  status: z.enum([
    "operational",
    "degraded_performance",
    "partial_outage",
    "major_outage",
    "under_maintenance",
  ]),
  ...{ created_at: time, updated_at: time, showcase: z.boolean(), start_date: z.string().nullable() },
  ...{
    group_id: z.string().nullable(),
    page_id: z.string(),
    group: z.boolean(),
    only_show_if_degraded: z.boolean(),
  },
  components: z.array(z.string()).optional(),
});
const incidentFields = {
  ...{
    id: z.string(),
    name: z.string(),
    created_at: time,
    updated_at: time,
    started_at: time,
    page_id: z.string(),
  },
  ...{ monitoring_at: time.nullable(), resolved_at: time.nullable(), shortlink: z.url() },
  components: z.array(component),
  incident_updates: z.array(
    z.object({
      ...{ id: z.string(), status: z.string(), body: z.string(), incident_id: z.string() },
      ...{ created_at: time, updated_at: time, display_at: time },
      affected_components: z.array(
        z.object({ code: z.string(), name: z.string(), old_status: z.string(), new_status: z.string() }),
      ),
    }),
  ),
};
const incident = z.object({
  ...incidentFields,
  status: z.enum(["investigating", "identified", "monitoring", "resolved", "postmortem"]),
  impact: z.enum(["none", "minor", "major", "critical"]),
});
const maintenance = z.object({
  ...incidentFields,
  status: z.enum(["scheduled", "in_progress", "verifying", "completed"]),
  ...{ impact: z.literal("maintenance"), scheduled_for: time, scheduled_until: time },
});
const page = z.object({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: time,
});
const status = z.object({
  indicator: z.enum(["none", "minor", "major", "critical"]),
  description: z.string(),
});
const DOCUMENTS = {
  "summary.json": z.object({
    ...{ page, status, components: z.array(component) },
    ...{ incidents: z.array(incident), scheduled_maintenances: z.array(maintenance) },
  }),
  "status.json": z.object({ page, status }),
  "components.json": z.object({ page, components: z.array(component) }),
  "incidents.json": z.object({ page, incidents: z.array(incident) }),
  "incidents/unresolved.json": z.object({ page, incidents: z.array(incident) }),
  "scheduled-maintenances.json": z.object({ page, scheduled_maintenances: z.array(maintenance) }),
  "scheduled-maintenances/upcoming.json": z.object({ page, scheduled_maintenances: z.array(maintenance) }),
  "scheduled-maintenances/active.json": z.object({ page, scheduled_maintenances: z.array(maintenance) }),
};

/** A page with a component down, an open incident, a resolved one, and planned work. */
async function busyPage(slug: string) {
  const target = await monitorWithHistory(running, {
    orgId: make.org.orgId,
    changes: [[DAY_MS, "down", "pending"]],
  });
  const made = await make.page({ slug, title: `Acme & <${slug}>`, description: "All of *Acme*" });
  const group = (
    await make.send("POST", `/status-pages/${made.id}/component-groups`, { name: "Shop" })
  ).json().data;
  const website = await make.component(made, { name: "Website", targets: [target], group_id: group.id });
  const open = await make.incident(made, {
    ...{ title: "Payments <fail>", message: "We see **errors** & more.", impact: "major" },
    components: [{ id: website.id, status: "degraded_performance" }],
  });
  await make.send("POST", `/status-pages/${made.id}/incidents/${open.id}/updates`, {
    ...{ status: "monitoring", message: "A fix is in place." },
    components: [{ id: website.id, status: "partial_outage" }],
  });
  const old = await make.incident(made, {
    ...{ title: "Slow search", message: "Fixed.", status: "resolved", postmortem: "A full disk." },
    at: new Date(Date.now() - 40 * DAY_MS).toISOString(),
  });
  await make.send("POST", "/maintenance-windows", {
    ...{
      name: "Upgrade, part 1; \\ all",
      starts_at: new Date(Date.now() + DAY_MS).toISOString(),
      duration_seconds: 3_600,
    },
    ...{ show_on: [made.id], announcement: "Line one\nline two, with a long text: äöü ".padEnd(200, "é") },
  });
  await visitUntil(running, `/status/${slug}/api/v2/summary.json`, ({ body }) => body.includes("Upgrade"));
  return { made, website, group, open, old };
}

describe("the JSON of a page", () => {
  test("has the shape of Statuspage's API, in all of its documents", async () => {
    const { website, group, open, old } = await busyPage("json");
    const read = async <Name extends keyof typeof DOCUMENTS>(
      name: Name,
    ): Promise<z.output<(typeof DOCUMENTS)[Name]>> => {
      const response = await visit(`/status/json/api/v2/${name}`);
      expect(response.headers).toMatchObject({
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=15, stale-while-revalidate=60",
        "content-type": "application/json; charset=utf-8",
      });
      return DOCUMENTS[name].parse(response.json()) as z.output<(typeof DOCUMENTS)[Name]>;
    };
    const summary = await read("summary.json");
    expect(summary.page).toMatchObject({ name: "Acme & <json>", url: "https://vedette.example/status/json" });
    expect(summary.status).toEqual({ indicator: "critical", description: "Major System Outage" });
    expect(summary.components).toMatchObject([
      {
        id: website.public_id,
        name: "Website",
        status: "major_outage",
        group_id: group.public_id,
        group: false,
      },
      { id: group.public_id, status: "major_outage", group: true, components: [website.public_id] },
    ]);
    const [first] = summary.incidents;
    expect(first).toMatchObject({ id: open.public_id, status: "monitoring", impact: "major" });
    expect(first?.incident_updates[0]?.affected_components).toEqual([
      {
        code: website.public_id,
        name: "Website",
        old_status: "degraded_performance",
        new_status: "partial_outage",
      },
    ]);
    expect((await read("incidents.json")).incidents.map(({ id, status: own }) => [id, own])).toEqual([
      [open.public_id, "monitoring"],
      [old.public_id, "postmortem"],
    ]);
    expect((await read("incidents/unresolved.json")).incidents).toHaveLength(1);
    expect((await read("status.json")).status.indicator).toBe("critical");
    expect((await read("components.json")).components).toHaveLength(2);
    expect((await read("scheduled-maintenances/upcoming.json")).scheduled_maintenances).toHaveLength(1);
    expect((await read("scheduled-maintenances/active.json")).scheduled_maintenances).toEqual([]);
    expect((await read("scheduled-maintenances.json")).scheduled_maintenances).toHaveLength(1);
    expect((await visit("/status/json/api/v2/constructor")).statusCode).toBe(404);
  });

  test("says which components are not measured", async () => {
    const made = await make.page({ slug: "unmeasured" });
    await make.component(made, { targets: [await make.monitor()] });
    const { body } = await visitUntil(running, "/status/unmeasured/api/v2/summary.json", ({ body: text }) =>
      text.includes("Website"),
    );
    expect(JSON.parse(body)).toMatchObject({
      status: { indicator: "none", description: "Status Not Measured" },
      components: [{ status: "operational", is_measured: false }],
    });
  });
});

describe("the feeds of a page", () => {
  test.each(["feed.atom", "feed.rss"])(
    "%s has an entry for each update, with an ID that stays",
    async (name) => {
      const slug = name.replace(".", "-");
      const { made, open, old } = await busyPage(slug);
      const { body, headers } = await visit(`/status/${slug}/${name}`);
      expect(headers["content-type"]).toContain(name === "feed.atom" ? "atom+xml" : "rss+xml");
      const feed = await new RssParser().parseString(body);
      expect(feed.title).toBe(`Acme & <${slug}>`);
      expect(feed.items.map(({ title }) => title).sort()).toEqual([
        "Payments <fail> – Investigating",
        "Payments <fail> – Monitoring",
        "Slow search – Resolved",
        "Upgrade, part 1; \\ all – Scheduled",
      ]);
      expect(feed.items.at(-1)?.title).toBe("Slow search – Resolved");
      expect(
        feed.items.some(({ link }) =>
          link?.startsWith(`https://vedette.example/status/${slug}/incidents/${open.public_id}#u-`),
        ),
      ).toBe(true);
      expect(body).toContain("We see &lt;strong&gt;errors&lt;/strong&gt; &amp;amp; more.");
      const idsOf = (text: string) =>
        [...text.matchAll(/tag:[a-z0-9]{16}\.vedette\.invalid,\d{4}:[^<]+/g)]
          .map(([id]) => id)
          .filter((id) => !id.endsWith(":feed"));
      expect(new Set(idsOf(body)).size).toBe(4);
      // Another address and an edited text change no ID.
      await make.send("PUT", `/status-pages/${made.id}`, { slug: `${slug}-moved` });
      const update = old.updates[0]?.id;
      await make.send("PUT", `/status-pages/${made.id}/incidents/${old.id}/updates/${update}`, {
        message: "Edited.",
      });
      const moved = await visitUntil(running, `/status/${slug}-moved/${name}`, ({ body: text }) =>
        text.includes("Edited."),
      );
      expect(idsOf(moved.body).sort()).toEqual(idsOf(body).sort());
    },
  );

  test("are named in the page, and in the language of the page", async () => {
    await make.page({ slug: "linked", default_language: "de" });
    const { body } = await visitUntil(running, "/status/linked", ({ statusCode }) => statusCode === 200);
    expect(body).toContain(
      '<link rel="alternate" type="application/atom+xml" title="Example" href="/status/linked/feed.atom">',
    );
    expect((await visit("/status/linked/feed.atom", { "accept-language": "fr" })).body).toContain(
      'xml:lang="de"',
    );
    expect((await visit("/status/linked/feed.atom?lang=fr")).body).toContain('xml:lang="fr"');
  });

  test("contain no character that XML does not allow", () => {
    expect(xml`<a b="${"\u0000\u0008\ufffe\ud800x\u{1f600}&<>\"'"}"/>`.text).toBe(
      '<a b="\ufffdx\u{1f600}&amp;&lt;&gt;&quot;&#39;"/>',
    );
  });
});

describe("the calendar of a page", () => {
  test("has maintenances and past incidents, for a calendar program", async () => {
    await busyPage("calendar");
    const { body, headers } = await visit("/status/calendar/calendar.ics");
    expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
    for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const calendar = new ICAL.Component(ICAL.parse(body));
    expect(calendar.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT1H");
    const events = calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
    expect(events.map(({ summary }) => summary)).toEqual(["Upgrade, part 1; \\ all", "Slow search"]);
    const [work] = events;
    expect(work?.description).toMatch(/^Line one\nline two, with a long text: äöü é+$/);
    expect(work?.duration.toSeconds()).toBe(3_600);
    expect(work?.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
  });

  test("raises the sequence of a maintenance that changes", async () => {
    const made = await make.page({ slug: "moved-work" });
    const window = (
      await make.send("POST", "/maintenance-windows", {
        ...{
          name: "Upgrade",
          starts_at: new Date(Date.now() + DAY_MS).toISOString(),
          duration_seconds: 3_600,
        },
        show_on: [made.id],
      })
    ).json().data;
    const sequence = ({ body }: { body: string }) => Number(/SEQUENCE:(\d+)/.exec(body)?.[1] ?? -1);
    const url = "/status/moved-work/calendar.ics";
    expect(sequence(await visitUntil(running, url, (response) => sequence(response) >= 0))).toBe(0);
    // As if it had been created an hour ago.
    await running.database.run(sql`
      update maintenance_window set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
      where id = ${window.id}`);
    await make.send("PUT", `/maintenance-windows/${window.id}`, { duration_seconds: 7_200 });
    await visitUntil(running, url, (response) => sequence(response) >= 1);
  });
});

describe("the feeds of a page that is not public", () => {
  test("are read with the token of the page, which opens nothing else", async () => {
    const made = await make.page({ slug: "private", access: "password", password: "correct horse battery" });
    await visitUntil(running, "/status/private", ({ statusCode }) => statusCode === 401);
    const { token } = (await make.send("POST", `/status-pages/${made.id}/feed-token`)).json().data;
    const url = "/status/private/api/v2/summary.json";
    await visitUntil(running, `${url}?token=${token}`, ({ statusCode }) => statusCode === 200);
    for (const path of ["feed.atom", "feed.rss", "calendar.ics", "api/v2/incidents.json"]) {
      const opened = await visit(`/status/private/${path}?token=${token}`);
      expect(opened.statusCode).toBe(200);
      expect(opened.headers["cache-control"]).toBe("private, no-cache");
      expect((await visit(`/status/private/${path}`)).statusCode).toBe(401);
      expect((await visit(`/status/private/${path}?token=${"x".repeat(32)}`)).statusCode).toBe(401);
    }
    for (const path of ["", "/history", "/events"])
      expect((await visit(`/status/private${path}?token=${token}`)).statusCode).toBe(401);
    await make.send("DELETE", `/status-pages/${made.id}/feed-token`);
    await visitUntil(running, `${url}?token=${token}`, ({ statusCode }) => statusCode === 401);
  });
});

describe("search engines", () => {
  test("find the page at its address, unless its owner does not want it", async () => {
    await make.page({ slug: "found" });
    await make.page({ slug: "unlisted", noindex: true });
    await visitUntil(running, "/status/unlisted", ({ statusCode }) => statusCode === 200);
    expect((await visit("/status/found/robots.txt")).body).toContain(
      "Sitemap: https://vedette.example/status/found/sitemap.xml",
    );
    expect((await visit("/status/found/sitemap.xml")).body).toContain(
      "<loc>https://vedette.example/status/found</loc>",
    );
    expect((await visit("/status/unlisted/robots.txt")).body).toContain("Disallow: /");
    expect((await visit("/status/unlisted/sitemap.xml")).statusCode).toBe(404);
    expect((await visit("/status/unlisted")).body).toContain('<meta name="robots" content="noindex">');
  });
});
