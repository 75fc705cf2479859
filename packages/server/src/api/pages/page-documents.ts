import type { StatusPageRow } from "../../pipeline/status-pages/page-row.ts";
import {
  dayAt,
  findMaintenance,
  MONTH_INCIDENTS_MAX,
  monthAt,
  readIncident,
  readMonth,
  readMonths,
} from "../../pipeline/status-pages/snapshot/read-archive.ts";
import type { PageSnapshot } from "../../pipeline/status-pages/snapshot/snapshot.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type HistoryEntry, type Month, renderHistoryPage } from "./render/history-page.ts";
import type { Html } from "./render/html.ts";
import { renderIncidentPage, renderMaintenancePage } from "./render/incidents.ts";
import { renderDocument } from "./render/layout.ts";
import { renderComponentPage, renderStatusPage } from "./render/status-page.ts";
import type { View } from "./render/view.ts";
import type { Rendered } from "./store/copies.ts";

/** The HTML documents of a page by their path. */

export type DocumentSource = { db: Db; page: StatusPageRow; secret: string; nowMs: number };

const HTML_TYPE = "text/html; charset=utf-8";
const ID = "[a-z0-9]{16}";

/** Whether rendering the path reads the database, with an ID that the visitor chose. */
export function isArchivePath(path: string): boolean {
  return /^\/(history|incidents|maintenances)(\/|$)/.test(path);
}

/** Renders a document; null if the page has none at the path. */
export async function renderPath(
  source: DocumentSource & { version: string },
  view: View,
  path: string,
): Promise<Rendered | null> {
  const document = await findDocument(source, view, path);
  if (!document) return null;
  const text = renderDocument(view, { ...document, path, version: source.version });
  return { type: HTML_TYPE, text };
}

type Found = { title: string | null; body: Html; isLive: boolean };

/** The title and the body of a document; null if the page has none at the path. */
export async function findDocument(source: DocumentSource, view: View, path: string): Promise<Found | null> {
  const { snapshot } = view;
  if (path === "") return { title: null, body: renderStatusPage(view), isLive: true };
  const [, kind, id] = new RegExp(`^/(components|incidents|maintenances)/(${ID})$`).exec(path) ?? [];
  if (kind === "components") {
    const component = snapshot.components.find(({ publicId }) => publicId === id);
    return component
      ? { title: component.name, body: renderComponentPage(view, component), isLive: true }
      : null;
  }
  if (kind === "incidents" && id !== undefined) return findIncidentPage(source, view, id);
  if (kind === "maintenances" && id !== undefined) return findMaintenancePage(source, view, id);
  const month = /^\/history(?:\/(\d{4}-(?:0[1-9]|1[0-2])))?$/.exec(path);
  return month ? findHistoryPage(source, view, month[1] ?? null) : null;
}

async function findIncidentPage({ db, page }: DocumentSource, view: View, id: string): Promise<Found | null> {
  const known = [...view.snapshot.unresolved, ...view.snapshot.recent].find(
    ({ publicId, hasMoreUpdates }) => publicId === id && !hasMoreUpdates,
  );
  const incident = known ?? (await readIncident(db, { page }, id));
  return incident && { title: incident.title, body: renderIncidentPage(view, incident), isLive: true };
}

async function findMaintenancePage(source: DocumentSource, view: View, id: string): Promise<Found | null> {
  const known = view.snapshot.maintenances.find(({ publicId }) => publicId === id);
  const maintenance = known ?? (await findMaintenance(source.db, archiveRequest(source, view.snapshot), id));
  return (
    maintenance && { title: maintenance.title, body: renderMaintenancePage(view, maintenance), isLive: true }
  );
}

function archiveRequest({ page, secret, nowMs }: DocumentSource, snapshot: PageSnapshot) {
  return { page, secret, snapshot, nowMs };
}

/** Without a month, the current one. */
async function findHistoryPage(
  source: DocumentSource,
  view: View,
  wanted: string | null,
): Promise<Found | null> {
  const { snapshot, locale } = view;
  const request = archiveRequest(source, snapshot);
  const { first, last } = await readMonths(source.db, request);
  const month = wanted ?? last;
  if (month < first || month > last) return null;
  const { incidents, hasMoreIncidents, maintenances } = await readMonth(source.db, request, month);
  const { timezone } = snapshot.page;
  const entries: HistoryEntry[] = [
    ...incidents.map((incident) => ({ atMs: incident.startedAtMs, incident })),
    ...maintenances.map((maintenance) => ({ atMs: maintenance.fromMs, maintenance })),
  ]
    .sort((one, other) => other.atMs - one.atMs)
    .map((entry) => ({ ...entry, date: dayAt(entry.atMs, timezone) }));
  const shown: Month = {
    month,
    older: month > first ? shifted(month, -1) : null,
    newer: month < last ? shifted(month, 1) : null,
    entries,
    incidentsMax: hasMoreIncidents ? MONTH_INCIDENTS_MAX : null,
  };
  const title = `${locale.messages.incidentHistory}: ${locale.month(month)}`;
  return { title, body: renderHistoryPage(view, shown), isLive: month === last };
}

function shifted(month: string, by: number): string {
  const [year = 0, index = 1] = month.split("-").map(Number);
  return monthAt(Date.UTC(year, index - 1 + by, 15), "UTC");
}
