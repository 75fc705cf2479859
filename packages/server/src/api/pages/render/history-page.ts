import type {
  SnapshotIncident,
  SnapshotMaintenance,
} from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import { type Html, html } from "./html.ts";
import { renderBack, renderIncident, renderMaintenance } from "./incidents.ts";
import { link, type View } from "./view.ts";

/** The incidents and maintenances of one month of the page's time zone. */
export type Month = {
  /** `2026-11` */
  month: string;
  /** Null if there is none in the page's time. */
  older: string | null;
  newer: string | null;
  /** Newest first, each with its day. */
  entries: readonly HistoryEntry[];
  /** How many incidents are shown, if the month has more; otherwise null. */
  incidentsMax: number | null;
};

export type HistoryEntry = { date: string; atMs: number } & (
  | { incident: SnapshotIncident }
  | { maintenance: SnapshotMaintenance }
);

export function renderHistoryPage(view: View, { month, older, newer, entries, incidentsMax }: Month): Html {
  const { locale } = view;
  const { messages } = locale;
  const days = Map.groupBy(entries, ({ date }) => date);
  return html`<h1>${messages.incidentHistory}: ${locale.month(month)}</h1>
${incidentsMax !== null && html`<p>${locale.fill(messages.latestIncidents, { count: String(incidentsMax) })}</p>`}
${days.size === 0 && html`<p>${messages.noIncidents}</p>`}
${[...days].map(([date, own]) => html`<section class="day" id="day-${date}" aria-labelledby="h-${date}"><h2 id="h-${date}">${locale.day(date)}</h2>${own.map((entry) => ("incident" in entry ? renderIncident(view, entry.incident, 3) : renderMaintenance(view, entry.maintenance, 3)))}</section>`)}
<nav class="months" aria-label="${messages.incidentHistory}"><ul>${older !== null && html`<li><a rel="prev" href="${link(view, `/history/${older}`)}">${messages.olderIncidents}: ${locale.month(older)}</a></li>`}${newer !== null && html`<li><a rel="next" href="${link(view, `/history/${newer}`)}">${messages.newerIncidents}: ${locale.month(newer)}</a></li>`}</ul></nav>
${renderBack(view)}`;
}
