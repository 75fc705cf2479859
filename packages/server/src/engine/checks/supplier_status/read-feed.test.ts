import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFeed } from "./parse-feed.ts";
import { readFeed } from "./read-feed.ts";
import type { SupplierPage } from "./supplier-page.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;

type Entry = { title: string; content?: string; hoursAgo?: number; link?: string };

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const instant = (hoursAgo: number) => new Date(NOW_MS - hoursAgo * HOUR_MS);

/** Like a status page of Statuspage. */
const atom = (...entries: Entry[]) => `<?xml version="1.0" encoding="UTF-8"?>
<feed xml:lang="en-US" xmlns="http://www.w3.org/2005/Atom"><id>tag:s,2005:/history</id><title>Supplier Status</title>
<updated>${instant(0).toISOString()}</updated>
${entries
  .map(
    ({
      title,
      content = "",
      hoursAgo = 1,
      link = "https://s.example/i/1",
    }) => `<entry><id>tag:s,2005:Incident/1</id>
<published>${instant(hoursAgo + 1).toISOString()}</published><updated>${instant(hoursAgo).toISOString()}</updated>
<link rel="alternate" type="text/html" href="${link}"/><title>${escaped(title)}</title>
<content type="html">${escaped(content)}</content></entry>`,
  )
  .join("\n")}</feed>`;

/** Like the feed of a service of AWS. */
const rss = (...entries: Entry[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title><![CDATA[Amazon EC2 (N. Virginia) Service Status]]></title><link>https://a.example/</link>
${entries
  .map(
    ({
      title,
      content = "",
      hoursAgo = 1,
      link = "https://a.example/",
    }) => `<item><link>${link}</link><title><![CDATA[${title}]]></title>
<pubDate>${instant(hoursAgo).toUTCString()}</pubDate><guid isPermaLink="false">https://a.example/#1</guid>
<description><![CDATA[${content}]]></description></item>`,
  )
  .join("")}</channel></rss>`;

const update = (status: string) =>
  `<p><small>Nov <var data-var='date'>20</var>, 11:00 UTC</small><br><strong>${status}</strong> - We look into it.</p>`;

const read = (text: string) => readFeed(text, NOW_MS) as SupplierPage;

describe("a feed", () => {
  test("without entries is up", () => {
    expect(read(atom())).toEqual({ status: "operational", severity: "up", components: null, incidents: [] });
    expect(read(rss())).toMatchObject({ severity: "up" });
  });

  test("with an entry for each update has the state of the newest update", () => {
    const entries = [
      { title: "Payments fail – Resolved", link: "https://s.example/i/1#u-2", hoursAgo: 1 },
      { title: "Payments fail – Investigating", link: "https://s.example/i/1#u-1", hoursAgo: 2 },
      { title: "Search fails – Investigating", link: "https://s.example/i/2#u-1", hoursAgo: 3 },
    ];
    expect(read(atom(...entries)).incidents.map(({ name }) => name)).toEqual([
      "Search fails – Investigating",
    ]);
    expect(read(rss(...entries)).incidents.map(({ name }) => name)).toEqual(["Search fails – Investigating"]);
  });

  test("whose entries link to parts of a whole site has an incident for each", () => {
    const entries = ["a", "b"].map((title) => ({ title, link: `https://a.example/#${title}` }));
    expect(read(rss(...entries)).incidents).toHaveLength(2);
  });

  test.each<[string, Entry, string]>([
    ["investigated", { title: "Outage of the API", content: update("Investigating") }, "down"],
    [
      "monitored",
      { title: "Elevated error rates", content: update("Monitoring") + update("Identified") },
      "degraded",
    ],
    ["resolved", { title: "Outage of the API", content: update("Resolved") + update("Monitoring") }, "up"],
    ["a maintenance that is to come", { title: "Maintenance", content: update("Scheduled") }, "up"],
    [
      "a maintenance that is on",
      { title: "Database maintenance", content: update("In progress") },
      "degraded",
    ],
    ["completed", { title: "Database maintenance", content: update("Completed") }, "up"],
    [
      "a week old",
      { title: "Outage of the API", content: update("Investigating"), hoursAgo: 24 * 7 + 1 },
      "up",
    ],
  ])("of Statuspage with an incident that is %s", (_, entry, severity) => {
    expect(read(atom(entry))).toMatchObject({ severity });
  });

  test.each([
    ["Service disruption: instances cannot be launched", "down"],
    ["Service is operating normally: [RESOLVED] Instances cannot be launched", "up"],
    ["Informational message: Increased API latencies", "degraded"],
    ["RESOLVED: incident 21 with Cloud Storage", "up"],
    ["UPDATE: incident 21 with Cloud Storage", "down"],
  ])("of other suppliers with the title %j", (title, severity) => {
    expect(read(rss({ title }))).toMatchObject({ severity });
  });

  test("lists the open incidents, with entities and spaces decoded", () => {
    const page = read(
      rss(
        { title: "Networking  &\n routing" },
        { title: "Older", content: "<b>Resolved</b> at 9:00" },
        { title: "Login is slow" },
      ),
    );
    expect(page).toMatchObject({
      ...{ status: "incident", severity: "down" },
      incidents: [
        { name: "Networking & routing", severity: "down" },
        { name: "Login is slow", severity: "degraded" },
      ],
    });
    expect(read(atom({ title: "A & B" })).incidents[0]?.name).toBe("A & B");
  });

  test("with XHTML content, and in RDF, is read as well", () => {
    const xhtml = `<feed><entry><title>Down</title><content type="xhtml"><div><p><strong>Resolved</strong> it</p></div></content></entry></feed>`;
    expect(parseFeed(xhtml)).toMatchObject([{ title: "Down", content: "Resolved it", atMs: null }]);
    const rdf = `<rdf:RDF><item><title>Down</title><dc:date>2026-11-20T00:00:00Z</dc:date></item></rdf:RDF>`;
    expect(parseFeed(rdf)).toEqual([{ title: "Down", content: "", link: "", atMs: Date.UTC(2026, 10, 20) }]);
  });

  test.each([
    ["a page", "<!doctype html><html><body><p>Status</p></body></html>"],
    ["another document", "<opml><body/></opml>"],
    ["no markup", "nothing"],
    ["nothing", ""],
  ])("is not %s", (_, text) => {
    expect(readFeed(text, NOW_MS)).toHaveProperty("problem");
  });
});

describe("a hostile feed", () => {
  test("expands no entity of its own", () => {
    const levels = Array.from({ length: 9 }, (_, nr) => `<!ENTITY e${nr + 1} "&e${nr};&e${nr};&e${nr};">`);
    const bomb = `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY e0 "ha"><!ENTITY x SYSTEM "file:///etc/passwd">${levels.join("")}]>
<feed><entry><title>&e9; &x;</title></entry></feed>`;
    const title = parseFeed(bomb)?.[0]?.title ?? "";
    expect(title.length).toBeLessThan(20);
    expect(title).not.toContain("root");
  });

  test("of a megabyte is read in bounded memory: entries, texts and levels", () => {
    const many = `<rss>${"<item><title>x</title></item>".repeat(35_000)}</rss>`;
    expect(parseFeed(many)).toHaveLength(200);
    const long = `<rss><item><title>${"x".repeat(1_000_000)}</title></item></rss>`;
    expect(parseFeed(long)?.[0]?.title).toHaveLength(20_000);
    expect(parseFeed(`<rss><item>${"<a>".repeat(300_000)}`)).toBeNull();
    expect(readFeed(long, NOW_MS)).toMatchObject({
      incidents: [{ name: expect.stringMatching(/^x{199}…$/) }],
    });
  });

  test("of any text ends with a page or a problem", () => {
    const piece = fc.constantFrom(
      "<rss>",
      "<item>",
      "</item>",
      "<title>",
      "</title>",
      "<![CDATA[",
      "]]>",
      "&amp;",
      "&#0;",
      "<!--",
      "x",
      "\ud800",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (some) => {
        const page = readFeed(`<rss>${some}`, NOW_MS);
        const names = "problem" in page ? [] : page.incidents.map(({ name }) => name);
        expect(names.every((name) => name.isWellFormed() && name.length <= 200)).toBe(true);
      }),
    );
  });
});
