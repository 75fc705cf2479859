import type { IncidentUpdate, PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import { listFirstHosts } from "../../../pipeline/status-pages/domains/domain-queries.ts";
import { listDraftSources, listUpdates } from "../../../pipeline/status-pages/incidents/incident-queries.ts";
import type {
  IncidentUpdateRow,
  PageIncidentRow,
} from "../../../pipeline/status-pages/incidents/incident-row.ts";
import { affectedComponents } from "../../../pipeline/status-pages/incidents/incident-state.ts";
import type { StatusPageRow } from "../../../pipeline/status-pages/page-row.ts";
import { pageUrl } from "../../../pipeline/status-pages/page-url.ts";
import type { PageReadContext } from "./page-context.ts";

/** Converts incidents of a page to the API representation, with their updates. */
export async function toIncidents(
  { db, orgId, addresses }: PageReadContext,
  page: StatusPageRow,
  incidents: readonly PageIncidentRow[],
): Promise<PageIncident[]> {
  if (incidents.length === 0) return [];
  const [first] = await listFirstHosts(db, orgId, [page.id]);
  const url = pageUrl({ slug: page.slug, host: first?.host ?? null }, addresses);
  const updates = await listUpdates(
    db,
    orgId,
    incidents.map(({ id }) => id),
  );
  const drafts = await listDraftSources(
    db,
    orgId,
    incidents.map(({ id }) => id),
  );
  const sources = new Map(drafts.map((row) => [row.page_incident_id, row.incident_id]));
  const byIncident = Map.groupBy(updates, ({ incident_id }) => incident_id);
  return incidents.map((incident) => {
    const own = byIncident.get(incident.id) ?? [];
    return {
      ...incident,
      incident_id: sources.get(incident.id) ?? null,
      url: `${url}/incidents/${incident.public_id}`,
      components: affectedComponents(own),
      updates: own.map(toIncidentUpdate),
      started_at: incident.started_at.toISOString(),
      resolved_at: incident.resolved_at?.toISOString() ?? null,
      created_at: incident.created_at.toISOString(),
      updated_at: incident.updated_at.toISOString(),
    };
  });
}

function toIncidentUpdate(row: IncidentUpdateRow): IncidentUpdate {
  const { id, public_id, status, message, components, notify, created_by } = row;
  return {
    ...{ id, public_id, status, message, components, notify, created_by },
    at: row.at.toISOString(),
    posted_at: row.posted_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}
