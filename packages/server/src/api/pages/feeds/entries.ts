import type {
  PageSnapshot,
  SnapshotIncident,
  SnapshotMaintenance,
} from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { Locale } from "../languages/locale.ts";
import { renderMarkdown } from "../render/markdown.ts";

/** The entries of the feeds: one for each update of an incident, and for each state of a maintenance. */
export type PageFeedEntry = {
  /** Stable: never changes, also if the page gets another address. */
  id: string;
  title: string;
  url: string;
  publishedMs: number;
  updatedMs: number;
  /** HTML. */
  content: string;
};

export type FeedSource = { snapshot: PageSnapshot; latest: readonly SnapshotIncident[]; locale: Locale };

/** Readers keep what they have read; a longer feed only costs traffic. */
const ENTRIES_MAX = 100;

/** Newest first. */
export function feedEntries({ snapshot, latest, locale }: FeedSource): PageFeedEntry[] {
  return [
    ...latest.flatMap((incident) => incidentEntries(snapshot, incident, locale)),
    ...snapshot.maintenances.flatMap((maintenance) => maintenanceEntries(snapshot, maintenance, locale)),
  ]
    .sort((one, other) => other.publishedMs - one.publishedMs)
    .slice(0, ENTRIES_MAX);
}

/**
 * A tag URI (RFC 4151) with a name that no one can own, because the domain of a page may change.
 */
export function tagOf({ page }: PageSnapshot, part: string): string {
  return `tag:${page.publicId}.vedette.invalid,${new Date(page.createdAtMs).getUTCFullYear()}:${part}`;
}

function incidentEntries(
  snapshot: PageSnapshot,
  incident: SnapshotIncident,
  { messages }: Locale,
): PageFeedEntry[] {
  const url = `${snapshot.page.url}/incidents/${incident.publicId}`;
  return incident.updates.map((update) => ({
    id: tagOf(snapshot, `update/${update.publicId}`),
    title: `${incident.title} – ${messages.incidentStatus[update.status]}`,
    url: `${url}#u-${update.publicId}`,
    publishedMs: update.atMs,
    updatedMs: update.editedAtMs ?? update.postedAtMs,
    content: renderMarkdown(update.message).text,
  }));
}

function maintenanceEntries(
  snapshot: PageSnapshot,
  maintenance: SnapshotMaintenance,
  locale: Locale,
): PageFeedEntry[] {
  const { publicId, title, message, status, fromMs, toMs, createdAtMs, updatedAtMs } = maintenance;
  const times = `<p>${locale.timeRange(fromMs, toMs)}</p>`;
  const states = [
    { state: "scheduled", atMs: Math.min(createdAtMs, fromMs), isReached: true },
    { state: "in_progress", atMs: fromMs, isReached: status !== "scheduled" },
    { state: "completed", atMs: toMs, isReached: status === "completed" },
  ] as const;
  return states
    .filter(({ isReached }) => isReached)
    .map(({ state, atMs }) => ({
      id: tagOf(snapshot, `maintenance/${publicId}/${state}`),
      title: `${title} – ${locale.messages.maintenanceStatus[state]}`,
      url: `${snapshot.page.url}/maintenances/${publicId}`,
      publishedMs: atMs,
      updatedMs: state === "scheduled" ? Math.max(atMs, updatedAtMs) : atMs,
      content: `${times}${renderMarkdown(message).text}`,
    }));
}
