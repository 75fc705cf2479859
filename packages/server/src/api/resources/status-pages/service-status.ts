import type { PageMaintenance } from "@vedette/contract/status-pages/page-incidents.ts";
import type { PageState } from "@vedette/contract/status-pages/page-states.ts";
import type { PageStatus } from "@vedette/contract/status-pages/status-pages.ts";
import { worseStatus } from "@vedette/contract/status-pages/status-words.ts";
import {
  listAllComponents,
  listComponents,
} from "../../../pipeline/status-pages/components/component-queries.ts";
import { readComponentStatuses } from "../../../pipeline/status-pages/components/component-statuses.ts";
import { resolveComponents } from "../../../pipeline/status-pages/components/read-components.ts";
import { countDrafts, listUnresolvedOf } from "../../../pipeline/status-pages/incidents/incident-queries.ts";
import {
  AHEAD_MS,
  readOccurrences,
  toSnapshotMaintenance,
} from "../../../pipeline/status-pages/maintenances/read-maintenances.ts";
import { listPageIds } from "../../../pipeline/status-pages/queries.ts";
import { readSnapshot } from "../../../pipeline/status-pages/snapshot/read-snapshot.ts";
import { getPage, type PageReadContext } from "./page-context.ts";

/** What visitors of a status page see now. */

type StatusContext = PageReadContext & { secret: string };

export async function getPageStatus(ctx: StatusContext, pageId: string): Promise<PageStatus> {
  const { snapshot } = await snapshotOf(ctx, pageId);
  const active = snapshot.maintenances.filter(
    ({ status }) => status === "in_progress" || status === "verifying",
  );
  return {
    status: snapshot.status,
    impact: snapshot.impact,
    is_measured: snapshot.isMeasured,
    unresolved_incidents: snapshot.unresolved.length,
    active_maintenances: active.length,
    as_of: new Date(snapshot.asOfMs).toISOString(),
  };
}

/** The states of all pages of the organization, in one reading of their targets. */
export async function listPageStates({ db, orgId, clock }: PageReadContext): Promise<PageState[]> {
  const pages = await listPageIds(db, orgId);
  const components = await listAllComponents(db, orgId);
  const statuses = await readComponentStatuses(db, orgId, { components, nowMs: clock.now() });
  const unresolved = await listUnresolvedOf(
    db,
    orgId,
    pages.map(({ id }) => id),
  );
  const drafts = new Map((await countDrafts(db, orgId)).map((row) => [row.page_id, row.drafts]));
  return pages.map(({ id }) => {
    const own = components.flatMap((one) => (one.page_id === id ? (statuses.get(one.id) ?? []) : []));
    return {
      page_id: id,
      status: own.map(({ status }) => status).reduce(worseStatus, "operational"),
      is_measured: own.length === 0 || own.some(({ isMeasured }) => isMeasured),
      components: own.length,
      unresolved_incidents: unresolved.filter(({ page_id }) => page_id === id).length,
      draft_incidents: drafts.get(id) ?? 0,
    };
  });
}

/** Newest first. */
export async function listPageMaintenances(ctx: StatusContext, pageId: string): Promise<PageMaintenance[]> {
  const { page, snapshot } = await snapshotOf(ctx, pageId);
  const { db, orgId, secret, clock } = ctx;
  const nowMs = clock.now();
  const resolved = await resolveComponents(db, orgId, await listComponents(db, orgId, page.id));
  const span = { resolved, fromMs: nowMs - AHEAD_MS, toMs: nowMs + AHEAD_MS };
  const occurrences = await readOccurrences(db, { page, secret }, span);
  return occurrences.reverse().map((occurrence) => {
    const shown = toSnapshotMaintenance(occurrence, { resolved, components: snapshot.components, nowMs });
    return {
      public_id: shown.publicId,
      window_id: occurrence.window.id,
      url: `${snapshot.page.url}/maintenances/${shown.publicId}`,
      title: shown.title,
      message: shown.message,
      status: shown.status,
      scheduled_for: new Date(shown.fromMs).toISOString(),
      scheduled_until: new Date(shown.toMs).toISOString(),
      components: [...occurrence.componentIds],
    };
  });
}

async function snapshotOf({ db, orgId, addresses, secret, clock }: StatusContext, pageId: string) {
  const page = await getPage({ db, orgId }, pageId);
  const request = { page, addresses, secret, nowMs: clock.now(), history: null };
  return { page, ...(await readSnapshot(db, request)) };
}
