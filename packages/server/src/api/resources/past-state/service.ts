import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  PAST_ALERTS_MAX,
  PAST_DELIVERIES_MAX,
  PAST_PAGES_MAX,
  PAST_STATE_DAYS_MAX,
  PAST_TARGETS_MAX,
  type PastPage,
  type PastState,
  type PastStateQuery,
} from "@vedette/contract/past-state/past-state.ts";
import { listWindowsOf } from "../../../pipeline/alerting/maintenance/queries.ts";
import { windowsAt } from "../../../pipeline/alerting/maintenance/window.ts";
import { toWindow } from "../../../pipeline/alerting/maintenance/window-cache.ts";
import { readMissed } from "../../../pipeline/results/observed/missed-queries.ts";
import { listComponents } from "../../../pipeline/status-pages/components/component-queries.ts";
import {
  readComponentSpans,
  resolveComponents,
} from "../../../pipeline/status-pages/components/read-components.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  countPastTargets,
  findOrganizationStart,
  listPastAlerts,
  listPastDeliveries,
  listPastPages,
  listPastPosts,
  listPastTargets,
  type PastAlertRow,
  type PastRequest,
} from "./queries.ts";

/**
 * What was known at an earlier time. Status changes, alerts, deliveries and posts are only added, so that the answer does
 * not depend on what was corrected later; names and maintenance windows are those of now.
 */

type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

const DAY_MS = 86_400_000;

export async function getPastState(ctx: ReadContext, query: PastStateQuery): Promise<PastState> {
  const { db, orgId } = ctx;
  const { target_id: targetId = null } = query;
  if (targetId !== null && !UUID_PATTERN.test(targetId)) throw notFound("target");
  const dataFrom = await assertInRange(ctx, query.at);
  const request = { at: query.at, targetId };
  const counts = await countPastTargets(db, orgId, request);
  if (targetId !== null && counts.length === 0) throw notFound("target");
  const alerts = await listPastAlerts(db, orgId, { ...request, limit: PAST_ALERTS_MAX });
  return {
    at: query.at.toISOString(),
    data_from: dataFrom.toISOString(),
    counts: Object.fromEntries(counts.map(({ status, targets }) => [status, targets])),
    targets: await readTargets(ctx, request),
    alerts: alerts.map(toAlert),
    maintenance: await readMaintenance(ctx, query.at),
    deliveries: await readDeliveries(ctx, request),
    status_pages: targetId === null ? await readPages(ctx, query.at) : [],
  };
}

/** Returns from when on data exists. */
async function assertInRange({ db, orgId, clock }: ReadContext, at: Date): Promise<Date> {
  const nowMs = clock.now();
  const createdAt = (await findOrganizationStart(db, orgId))?.created_at ?? new Date(nowMs);
  const dataFrom = new Date(Math.max(createdAt.getTime(), nowMs - PAST_STATE_DAYS_MAX * DAY_MS));
  if (at.getTime() > nowMs) throw badFields([{ path: "at", message: "must be in the past" }]);
  if (at < dataFrom)
    throw badFields([
      { path: "at", message: `data exists from ${dataFrom.toISOString()} on; use a later time` },
    ]);
  return dataFrom;
}

async function readTargets({ db, orgId }: ReadContext, request: PastRequest): Promise<PastState["targets"]> {
  const rows = await listPastTargets(db, orgId, { ...request, limit: PAST_TARGETS_MAX });
  const atMs = request.at.getTime();
  const ids = rows.map(({ id }) => id);
  const missed = await readMissed(db, orgId, { ids, fromMs: atMs - 1, toMs: atMs + 1 });
  const isMissed = (id: string) =>
    (missed.get(id) ?? []).some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  return rows.map(({ kind, status_since: since, ...row }) => ({
    ...row,
    type: kind,
    status_since: since.toISOString(),
    observed: !isMissed(row.id),
  }));
}

function toAlert(row: PastAlertRow): PastState["alerts"][number] {
  const { id, title, severity, acknowledged_by, delivered } = row;
  return {
    ...{ id, title, severity, acknowledged_by, delivered },
    target: { id: row.target_id, type: row.target_kind, name: row.target_name },
    triggered_at: row.triggered_at.toISOString(),
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  };
}

async function readMaintenance({ db, orgId }: ReadContext, at: Date): Promise<PastState["maintenance"]> {
  const windows = (await listWindowsOf(db, [orgId], at)).map(toWindow);
  return windowsAt(windows, at.getTime()).map(({ window, span }) => ({
    ...{ id: window.id, name: window.name, mode: window.mode },
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    changed_since: window.updatedAtMs > at.getTime(),
  }));
}

async function readDeliveries(
  { db, orgId }: ReadContext,
  request: PastRequest,
): Promise<PastState["deliveries"]> {
  const since = new Date(request.at.getTime() - DAY_MS);
  const rows = await listPastDeliveries(db, orgId, { ...request, since, limit: PAST_DELIVERIES_MAX });
  return rows.map(({ kind, at, ...row }) => ({ ...row, event: kind, at: at.toISOString() }));
}

async function readPages({ db, orgId, clock }: ReadContext, at: Date): Promise<PastPage[]> {
  const posts = Map.groupBy(await listPastPosts(db, orgId, at), ({ page_id }) => page_id);
  const pages: PastPage[] = [];
  for (const page of await listPastPages(db, orgId, { at, limit: PAST_PAGES_MAX })) {
    const components = (await listComponents(db, orgId, page.id)).filter(
      ({ created_at }) => created_at <= at,
    );
    const resolved = await resolveComponents(db, orgId, components);
    const span = { fromMs: at.getTime() - 1, toMs: at.getTime() };
    const spans = await readComponentSpans(db, orgId, { components: resolved, span, nowMs: clock.now() });
    pages.push({
      ...page,
      components: components.map(({ id, name, selector, status }) => ({
        name,
        status: spans.get(id)?.at(-1)?.state ?? (selector === null ? status : "none"),
      })),
      incidents: (posts.get(page.id) ?? []).map(
        ({ content: { title, status, impact, message }, at: posted }) => ({
          ...{ title, status, impact, message },
          posted_at: posted.toISOString(),
        }),
      ),
    });
  }
  return pages;
}
