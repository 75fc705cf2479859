import { type FeedSource, feedEntries, tagOf } from "./entries.ts";
import { xml } from "./xml.ts";

/** The feed of a page in Atom 1.0, RFC 4287. */
export function renderAtom(source: FeedSource): string {
  const { page } = source.snapshot;
  const entries = feedEntries(source);
  const updatedMs = Math.max(page.createdAtMs, ...entries.map((entry) => entry.updatedMs));
  const time = (ms: number) => new Date(ms).toISOString();
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${source.locale.language}">
<id>${tagOf(source.snapshot, "feed")}</id>
<title>${page.title}</title>
<updated>${time(updatedMs)}</updated>
<author><name>${page.title}</name></author>
<link rel="self" type="application/atom+xml" href="${page.url}/feed.atom"/>
<link rel="alternate" type="text/html" href="${page.url}"/>
${entries.map(
  ({ id, title, url, publishedMs, updatedMs: changedMs, content }) => xml`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${time(publishedMs)}</published>
<updated>${time(changedMs)}</updated>
<content type="html">${content}</content>
</entry>
`,
)}</feed>
`.text;
}
