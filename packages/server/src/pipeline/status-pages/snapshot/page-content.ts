import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listComponents, listPageGroups } from "../components/component-queries.ts";
import { readOverrides } from "../components/component-statuses.ts";
import { type ResolvedComponent, resolveComponents } from "../components/read-components.ts";
import { listStarted, listUnresolved } from "../incidents/incident-queries.ts";
import { readListedIncidents } from "../incidents/read-incidents.ts";
import type { PageGroupRow, StatusPageRow } from "../page-row.ts";
import type { SnapshotIncident } from "./snapshot.ts";

/** What is on a page at one instant, without what follows from checks: its components and its incidents. */
export type PageContent = {
  groups: readonly PageGroupRow[];
  resolved: readonly ResolvedComponent[];
  /** The status that unresolved incidents set, by the ID of the component. */
  overrides: ReadonlyMap<string, ComponentStatus>;
  /** Published and unresolved, newest first. */
  unresolved: readonly SnapshotIncident[];
  /** Resolved ones of the last days, newest first. */
  recent: readonly SnapshotIncident[];
};

/** Incidents of these days are on the page itself; older ones in its history. */
export const RECENT_DAYS = 14;
/** More unresolved incidents than a visitor would read. */
export const SHOWN_INCIDENTS_MAX = 50;
const DAY_MS = 86_400_000;

/** Reads the content of now. */
export async function readPageContent(
  db: Db,
  { page, nowMs }: { page: StatusPageRow; nowMs: number },
): Promise<PageContent> {
  const { org_id: orgId, id: pageId } = page;
  const rows = await listComponents(db, orgId, pageId);
  const names = new Map(rows.map(({ id, public_id, name }) => [id, { publicId: public_id, name }]));
  const unresolved = await listUnresolved(db, orgId, { pageId, limit: SHOWN_INCIDENTS_MAX });
  const started = await listStarted(db, orgId, {
    ...{ pageId, from: new Date(nowMs - RECENT_DAYS * DAY_MS), to: new Date(nowMs + 1) },
    limit: SHOWN_INCIDENTS_MAX,
  });
  const recent = started.filter(({ resolved_at }) => resolved_at !== null);
  return {
    groups: await listPageGroups(db, orgId, pageId),
    resolved: await resolveComponents(db, orgId, rows),
    overrides: await readOverrides(
      db,
      orgId,
      unresolved.map(({ id }) => id),
    ),
    unresolved: await readListedIncidents(db, orgId, { incidents: unresolved, names }),
    recent: await readListedIncidents(db, orgId, { incidents: recent, names }),
  };
}
