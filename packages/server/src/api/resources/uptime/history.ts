import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  HeatMap,
  HeatMapQuery,
  Outage,
  OutageListQuery,
  Timeline,
  TimelineQuery,
} from "@vedette/contract/targets/history.ts";
import { listWindowSpans } from "../../../pipeline/alerting/maintenance/list-window-spans.ts";
import { findTargetKind } from "../../../pipeline/results/history/history-queries.ts";
import { listOutages } from "../../../pipeline/results/history/outages.ts";
import { readTimeline } from "../../../pipeline/results/history/timeline.ts";
import { heatMap } from "../../../pipeline/results/stats/heat-map.ts";
import { findTargetFacts, type TargetName } from "../../../pipeline/results/stats/queries.ts";
import { statsWindow } from "../../../pipeline/results/stats/window.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** The history of a target of any kind. */

type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

export async function listOutagePage(
  ctx: ReadContext,
  id: string,
  { from, to, limit, cursor }: OutageListQuery,
): Promise<Page<Outage>> {
  const { db, orgId, clock } = ctx;
  const target = await getTargetName(ctx, id);
  return listOutages(db, { orgId, targetId: target.id, nowMs: clock.now(), from, to, limit, cursor });
}

export async function getTimeline(
  ctx: ReadContext,
  id: string,
  { from, to }: TimelineQuery,
): Promise<Timeline> {
  const { db, orgId, clock } = ctx;
  const target = await getTargetName(ctx, id);
  const facts = await findTargetFacts(db, orgId, { target, location: null });
  if (facts === null) throw notFound("target");
  const nowMs = clock.now();
  const { fromMs, toMs } = statsWindow({ period: undefined, from, to }, nowMs);
  const windows = await listWindowSpans(db, { orgId, targetId: target.id, fromMs, toMs });
  const measured = await readTimeline(db, { orgId, targetId: id, facts, fromMs, toMs, nowMs });
  return { ...measured, maintenance_windows: windows };
}

export async function getHeatMap(ctx: ReadContext, id: string, query: HeatMapQuery): Promise<HeatMap> {
  const { db, orgId, clock } = ctx;
  const { kind } = await getTargetName(ctx, id);
  const nowMs = clock.now();
  const { location } = query;
  return heatMap(db, { ...statsWindow(query, nowMs), kind, orgId, targetId: id, nowMs, location });
}

async function getTargetName({ db, orgId }: ReadContext, id: string): Promise<TargetName> {
  const found = UUID_PATTERN.test(id) ? await findTargetKind(db, orgId, id) : null;
  if (found === null) throw notFound("target");
  return { id, kind: found.kind };
}
