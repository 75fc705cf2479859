import type { PageMaintenance } from "@vedette/contract/status-pages/page-incidents.ts";
import type { PageStatus } from "@vedette/contract/status-pages/status-pages.ts";
import { listComponents } from "../../../pipeline/status-pages/components/component-queries.ts";
import { resolveComponents } from "../../../pipeline/status-pages/components/read-components.ts";
import {
  AHEAD_MS,
  readOccurrences,
  toSnapshotMaintenance,
} from "../../../pipeline/status-pages/maintenances/read-maintenances.ts";
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
