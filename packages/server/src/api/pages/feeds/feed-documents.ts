import type { PageSnapshot, SnapshotIncident } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { Locale } from "../languages/locale.ts";
import type { Rendered } from "../store/copies.ts";
import { renderAtom } from "./atom.ts";
import { renderCalendar } from "./calendar.ts";
import type { FeedSource } from "./entries.ts";
import { renderRss } from "./rss.ts";
import { isJsonPath, renderJson } from "./statuspage-json.ts";
import { xml } from "./xml.ts";

/** What programs read of a page: JSON, feeds and the calendar. */

const JSON_PREFIX = "/api/v2/";

const FEEDS: Record<string, { type: string; render: (source: FeedSource) => string }> = {
  "/feed.atom": { type: "application/atom+xml; charset=utf-8", render: renderAtom },
  "/feed.rss": { type: "application/rss+xml; charset=utf-8", render: renderRss },
  "/calendar.ics": { type: "text/calendar; charset=utf-8", render: renderCalendar },
};

/** Whether a program reads the path: without a cookie, from any site, and with a token if the page is not public. */
export function isFeedPath(path: string): boolean {
  return path.startsWith(JSON_PREFIX) || Object.hasOwn(FEEDS, path);
}

/** Null if there is no such document. `readLatest` reads the newest incidents. */
export async function renderFeed(
  path: string,
  {
    snapshot,
    locale,
    readLatest,
  }: { snapshot: PageSnapshot; locale: Locale; readLatest: () => Promise<SnapshotIncident[]> },
): Promise<Rendered | null> {
  if (path.startsWith(JSON_PREFIX)) {
    const name = path.slice(JSON_PREFIX.length);
    if (!isJsonPath(name)) return null;
    const latest = name === "incidents.json" ? await readLatest() : [];
    return { type: "application/json; charset=utf-8", text: renderJson(name, { snapshot, latest }) };
  }
  const feed = FEEDS[path];
  return feed
    ? { type: feed.type, text: feed.render({ snapshot, locale, latest: await readLatest() }) }
    : null;
}

/** What search engines read at the domain of a page. */
export function renderForRobots(path: string, { page }: PageSnapshot): Rendered | null {
  if (path === "/robots.txt") {
    const rules = page.noindex ? "Disallow: /" : `Allow: /\n\nSitemap: ${page.url}/sitemap.xml`;
    return { type: "text/plain; charset=utf-8", text: `User-agent: *\n${rules}\n` };
  }
  if (path !== "/sitemap.xml" || page.noindex) return null;
  const { text } = xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${page.url}</loc></url><url><loc>${page.url}/history</loc></url></urlset>
`;
  return { type: "application/xml; charset=utf-8", text };
}
