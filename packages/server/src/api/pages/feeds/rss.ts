import { type FeedSource, feedEntries } from "./entries.ts";
import { xml } from "./xml.ts";

/** The feed of a page in RSS 2.0. */
export function renderRss(source: FeedSource): string {
  const { page } = source.snapshot;
  // RFC 822 with a year of four digits, as RSS asks for.
  const time = (ms: number) => new Date(ms).toUTCString().replace("GMT", "+0000");
  return xml`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${page.title}</title>
<link>${page.url}</link>
<description>${page.description === "" ? page.title : page.description}</description>
<language>${source.locale.language}</language>
<atom:link rel="self" type="application/rss+xml" href="${page.url}/feed.rss"/>
${feedEntries(source).map(
  ({ id, title, url, publishedMs, content }) => xml`<item>
<guid isPermaLink="false">${id}</guid>
<title>${title}</title>
<link>${url}</link>
<pubDate>${time(publishedMs)}</pubDate>
<description>${content}</description>
</item>
`,
)}</channel></rss>
`.text;
}
