import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import {
  PAST_ALERTS_MAX,
  PAST_DELIVERIES_MAX,
  PAST_PAGES_MAX,
  PAST_TARGETS_MAX,
  type PastPage,
  type PastState,
  type PastStateQuery,
} from "@vedette/contract/past-state/past-state.ts";
import { STATUS_PAGES_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { type ComponentStatus, worseStatus } from "@vedette/contract/status-pages/status-words.ts";
import { listWindowsOf } from "../../../pipeline/alerting/maintenance/queries.ts";
import { windowsAt } from "../../../pipeline/alerting/maintenance/window.ts";
import { toWindow } from "../../../pipeline/alerting/maintenance/window-cache.ts";
import { readPastFields } from "../../../pipeline/audit/past-fields.ts";
import { readMissed } from "../../../pipeline/results/observed/missed-queries.ts";
import type { ComponentState } from "../../../pipeline/status-pages/components/component-state.ts";
import { readComponentSpans } from "../../../pipeline/status-pages/components/read-components.ts";
import { readPastPage } from "../../../pipeline/status-pages/past/past-components.ts";
import { readPastContent } from "../../../pipeline/status-pages/past/past-content.ts";
import { assertPastInstant } from "../../../pipeline/status-pages/past/past-range.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import {
  countPastTargets,
  listPagesOf,
  listPastAlerts,
  listPastDeliveries,
  listPastTargets,
  type PastAlertRow,
  type PastRequest,
} from "./queries.ts";

/**
 * What was known at an earlier time. Status changes, alerts, deliveries, posts and the audit log are only added, so that the
 * answer does not depend on what was corrected later. Maintenance windows are those of now.
 */

type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

const DAY_MS = 86_400_000;

export async function getPastState(ctx: ReadContext, query: PastStateQuery): Promise<PastState> {
  const { db, orgId } = ctx;
  const { target_id: targetId = null } = query;
  if (targetId !== null && !UUID_PATTERN.test(targetId)) throw notFound("target");
  const dataFrom = await assertPastInstant(db, orgId, { at: query.at, nowMs: ctx.clock.now() });
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

async function readTargets({ db, orgId }: ReadContext, request: PastRequest): Promise<PastState["targets"]> {
  const rows = await listPastTargets(db, orgId, { ...request, limit: PAST_TARGETS_MAX });
  const atMs = request.at.getTime();
  const ids = rows.map(({ id }) => id);
  const missed = await readMissed(db, orgId, { ids, fromMs: atMs - 1, toMs: atMs + 1 });
  const isMissed = (id: string) =>
    (missed.get(id) ?? []).some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  const past = await readPastFields(db, orgId, { ids, fields: TARGET_FIELDS, at: request.at });
  return rows.map((row) => {
    // The names of the log are those of the columns.
    const { kind, interval_ms: intervalMs, ...then } = { ...row, ...past.get(row.id) };
    return {
      ...then,
      type: kind,
      interval_seconds: intervalMs === null ? null : intervalMs / 1_000,
      status_since: row.status_since.toISOString(),
      observed: !isMissed(row.id),
    };
  });
}

const TARGET_FIELDS = ["name", "tags", "interval_ms", "locations"] as const;

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
  const pages: PastPage[] = [];
  for (const present of await listPagesOf(db, orgId, { at, limit: STATUS_PAGES_MAX })) {
    const page = await readPastPage(db, present, at);
    if (!page.published || pages.length >= PAST_PAGES_MAX) continue;
    const { resolved, overrides, unresolved } = await readPastContent(db, page, at);
    const span = { fromMs: at.getTime() - 1, toMs: at.getTime() };
    const spans = await readComponentSpans(db, orgId, { components: resolved, span, nowMs: clock.now() });
    pages.push({
      ...{ id: page.id, title: page.title, slug: page.slug },
      components: resolved.map(({ component: { id, name, selector, status } }) => {
        const state = spans.get(id)?.at(-1)?.state ?? (selector === null ? status : "none");
        return { name, status: worseState(state, overrides.get(id)) };
      }),
      incidents: unresolved.map(({ title, status, impact, updates: [latest] }) => ({
        ...{ title, status, impact, message: latest?.message ?? "" },
        posted_at: new Date(latest?.postedAtMs ?? at.getTime()).toISOString(),
      })),
    });
  }
  return pages;
}

/** An incident can only make a status worse. */
function worseState(state: ComponentState, override: ComponentStatus | undefined): ComponentState {
  if (override === undefined || override === "operational") return state;
  return state === "unknown" || state === "none" ? override : worseStatus(state, override);
}
