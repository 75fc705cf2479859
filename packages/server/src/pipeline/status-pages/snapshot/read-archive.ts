import { INCIDENT_MESSAGE_MAX, INCIDENT_UPDATES_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { Temporal } from "temporal-polyfill";
import type { Db } from "../../../platform/storage/database.ts";
import { listComponents } from "../components/component-queries.ts";
import { resolveComponents } from "../components/read-components.ts";
import { findFirstStart, findPublished, listStarted } from "../incidents/incident-queries.ts";
import { readListedIncidents, readSnapshotIncidents } from "../incidents/read-incidents.ts";
import { AHEAD_MS, readOccurrences, toSnapshotMaintenance } from "../maintenances/read-maintenances.ts";
import type { StatusPageRow } from "../page-row.ts";
import type { PageSnapshot, SnapshotIncident, SnapshotMaintenance } from "./snapshot.ts";

/** What pages show of earlier times: months of incidents and maintenances, and single ones. */

export type ArchiveRequest = { page: StatusPageRow; secret: string; snapshot: PageSnapshot; nowMs: number };

/** Incidents of a month on one page; more would be too long to read. */
export const MONTH_INCIDENTS_MAX = 500;
/** A character has up to 4 bytes in UTF-8. */
const INCIDENT_BYTES_MAX = INCIDENT_UPDATES_MAX * INCIDENT_MESSAGE_MAX * 4;
/** Maintenances are found by their ID for this long: their occurrences are computed, not stored. */
const MAINTENANCE_PAST_MS = 365 * 86_400_000;

export type Archive = {
  /** Newest first. */
  incidents: SnapshotIncident[];
  /** Whether the month has older incidents too. */
  hasMoreIncidents: boolean;
  /** Oldest first. */
  maintenances: SnapshotMaintenance[];
};

/** The first and the last month of a page, such as `2026-11`. */
export async function readMonths(
  db: Db,
  { page, snapshot, nowMs }: ArchiveRequest,
): Promise<{ first: string; last: string }> {
  const { timezone, createdAtMs } = snapshot.page;
  const first = await findFirstStart(db, page.org_id, page.id);
  return {
    first: monthAt(Math.min(first?.getTime() ?? createdAtMs, createdAtMs), timezone),
    last: monthAt(nowMs, timezone),
  };
}

/** The published incidents and the past maintenances of a month of the page's time zone. */
export async function readMonth(db: Db, request: ArchiveRequest, month: string): Promise<Archive> {
  const { page, snapshot, nowMs } = request;
  const { fromMs, toMs } = monthSpan(month, snapshot.page.timezone);
  const found = await listStarted(db, page.org_id, {
    ...{ pageId: page.id, from: new Date(fromMs), to: new Date(toMs) },
    limit: MONTH_INCIDENTS_MAX + 1,
  });
  const maintenances = await readMaintenancesOf(db, request, { fromMs, toMs: Math.min(toMs, nowMs) });
  return {
    incidents: await readListedIncidents(db, page.org_id, {
      incidents: found.slice(0, MONTH_INCIDENTS_MAX),
      names: await readNames(db, page),
    }),
    hasMoreIncidents: found.length > MONTH_INCIDENTS_MAX,
    maintenances: maintenances.filter((one) => one.fromMs >= fromMs && one.toMs <= nowMs),
  };
}

export async function readIncident(
  db: Db,
  { page }: Pick<ArchiveRequest, "page">,
  publicId: string,
): Promise<SnapshotIncident | null> {
  const row = await findPublished(db, page.org_id, { pageId: page.id, publicId });
  if (!row) return null;
  const names = await readNames(db, page);
  const [incident = null] = await readSnapshotIncidents(db, page.org_id, {
    ...{ incidents: [row], names },
    messageBytesMax: INCIDENT_BYTES_MAX,
  });
  return incident;
}

/** Incidents of the feeds and of `incidents.json`, as many as Statuspage returns. */
const LATEST_MAX = 50;

/** The newest published incidents, resolved ones too. */
export async function readLatestIncidents(
  db: Db,
  { page, nowMs }: Pick<ArchiveRequest, "page" | "nowMs">,
): Promise<SnapshotIncident[]> {
  const span = { from: new Date(0), to: new Date(nowMs + 1), limit: LATEST_MAX };
  const incidents = await listStarted(db, page.org_id, { pageId: page.id, ...span });
  return readListedIncidents(db, page.org_id, { incidents, names: await readNames(db, page) });
}

export async function findMaintenance(
  db: Db,
  request: ArchiveRequest,
  publicId: string,
): Promise<SnapshotMaintenance | null> {
  const span = { fromMs: request.nowMs - MAINTENANCE_PAST_MS, toMs: request.nowMs + AHEAD_MS };
  const all = await readMaintenancesOf(db, request, span);
  return all.find((one) => one.publicId === publicId) ?? null;
}

async function readMaintenancesOf(
  db: Db,
  { page, secret, snapshot, nowMs }: ArchiveRequest,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<SnapshotMaintenance[]> {
  if (toMs <= fromMs) return [];
  const resolved = await resolveComponents(db, page.org_id, await listComponents(db, page.org_id, page.id));
  const occurrences = await readOccurrences(db, { page, secret }, { resolved, fromMs, toMs });
  return occurrences.map((one) =>
    toSnapshotMaintenance(one, { resolved, components: snapshot.components, nowMs }),
  );
}

async function readNames(db: Db, { org_id: orgId, id }: StatusPageRow) {
  const rows = await listComponents(db, orgId, id);
  return new Map(rows.map((row) => [row.id, { publicId: row.public_id, name: row.name }]));
}

/** The month of a time, such as `2026-11`. */
export function monthAt(ms: number, timezone: string): string {
  return dayAt(ms, timezone).slice(0, 7);
}

/** The day of a time, such as `2026-11-24`. */
export function dayAt(ms: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

function monthSpan(month: string, timezone: string): { fromMs: number; toMs: number } {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const startMs = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds;
  return { fromMs: startMs(first), toMs: startMs(first.add({ months: 1 })) };
}
