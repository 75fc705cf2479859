import { type FeedEntry, parseFeed } from "./parse-feed.ts";
import {
  INCIDENTS_MAX,
  type PageProblem,
  type Severity,
  type SupplierIncident,
  type SupplierPage,
  shortName,
} from "./supplier-page.ts";

/**
 * Reads the open incidents of an Atom or RSS feed. Pure. Feeds are written for people: whether an incident is open, and
 * how bad it is, follows from the words that the feeds of Statuspage, AWS, Google Cloud and Azure use.
 */

/** A feed keeps entries for months; some suppliers never write that an incident is over. */
const OPEN_MAX_MS = 7 * 86_400_000;

const CLOSED =
  /\b(?:resolved|completed|closed|restored|recovered|operating normally|postmortem|cancel+ed)\b/i;
const NOT_STARTED = /^scheduled$/i;
/** The status word of the newest update in an entry of Statuspage: `<strong>Investigating</strong> - …`. */
const UPDATE_STATUS = /<strong>\s*([^<]{1,40}?)\s*<\/strong>/i;
const LESS_THAN_DOWN =
  /\b(?:degrad\w*|elevated|increased|latenc\w*|slow\w*|delay\w*|partial\w*|intermittent\w*|minor|maintenance|informational)\b/i;
/** Where an entry without a status word says that it is over. */
const BEGINNING_LENGTH = 400;

export function readFeed(text: string, nowMs: number): SupplierPage | PageProblem {
  const entries = parseFeed(text);
  if (entries === null)
    return { problem: "is neither a summary.json as of Statuspage nor an Atom or RSS feed" };
  const incidents = newestUpdates(entries)
    .filter((entry) => isOpen(entry, nowMs))
    .slice(0, INCIDENTS_MAX)
    .map(toIncident);
  return {
    status: incidents.length === 0 ? "operational" : "incident",
    severity: worst(incidents),
    components: null,
    incidents,
  };
}

/**
 * Leaves out older updates of an incident: entries whose links differ only in the fragment. Status pages of Vedette
 * have an entry for each update. A link to a whole site, as in the feeds of AWS, says nothing about the incident.
 */
function newestUpdates(entries: readonly FeedEntry[]): FeedEntry[] {
  const newest = new Map<string, FeedEntry>();
  for (const [index, entry] of entries.entries()) {
    const page = pageOfUpdate(entry.link) ?? `entry ${index}`;
    const known = newest.get(page);
    if (known === undefined || (entry.atMs ?? 0) > (known.atMs ?? 0)) newest.set(page, entry);
  }
  return [...newest.values()];
}

function pageOfUpdate(link: string): string | null {
  const url = URL.parse(link);
  if (url === null || url.hash === "" || url.pathname === "/") return null;
  url.hash = "";
  return url.href;
}

function isOpen({ title, content, atMs }: FeedEntry, nowMs: number): boolean {
  if (title.trim() === "" || (atMs !== null && nowMs - atMs > OPEN_MAX_MS)) return false;
  const [, word] = UPDATE_STATUS.exec(content) ?? [];
  if (word !== undefined) return !CLOSED.test(word) && !NOT_STARTED.test(word);
  return !CLOSED.test(title) && !CLOSED.test(content.slice(0, BEGINNING_LENGTH));
}

function toIncident({ title, content }: FeedEntry): SupplierIncident {
  return {
    name: shortName(title),
    severity: LESS_THAN_DOWN.test(title) ? "degraded" : "down",
    components: [`${title} ${content}`],
  };
}

function worst(incidents: readonly SupplierIncident[]): Severity {
  if (incidents.some(({ severity }) => severity === "down")) return "down";
  return incidents.length === 0 ? "up" : "degraded";
}
