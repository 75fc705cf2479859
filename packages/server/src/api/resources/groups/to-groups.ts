import type { GroupId, OrgId } from "@vedette/contract/common/ids.ts";
import type { Group, GroupStats, GroupStatsQuery } from "@vedette/contract/targets/groups.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import { readGroupSpans } from "../../../pipeline/groups/group-history.ts";
import { GroupTree } from "../../../pipeline/groups/group-tree.ts";
import { type GroupRow, listGroupedTargets, listGroups } from "../../../pipeline/groups/queries.ts";
import { type UptimeRange, uptimeRange } from "../../../pipeline/results/observed/uptime-range.ts";
import { summarizeUptime } from "../../../pipeline/results/stats/uptime.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";

/** What groups show of their targets: status, counts and uptime. */

export type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

/** `groups` are all groups of the organization. */
export async function toGroups(
  ctx: ReadContext,
  groups: readonly GroupRow[],
  { withUptime }: { withUptime: boolean },
): Promise<Group[]> {
  const tree = new GroupTree(groups);
  const targets = groups.length === 0 ? [] : await listGroupedTargets(ctx.db, ctx.orgId);
  for (const { group_id, status } of targets) tree.change(group_id, null, status);
  const uptimes = withUptime ? await readUptimes(ctx, groups) : null;
  return groups.map(({ created_at, updated_at, ...row }) => ({
    ...row,
    status: tree.status(row.id),
    targets: Object.fromEntries(tree.targets(row.id)),
    ...(uptimes && {
      uptime_24h: uptimes.get(row.id)?.uptime ?? null,
      observed_24h: uptimes.get(row.id)?.observed ?? null,
    }),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

async function readUptimes({ db, orgId, clock }: ReadContext, groups: readonly GroupRow[]) {
  const nowMs = clock.now();
  const fromMs = nowMs - PERIOD_MS["24h"];
  const histories = await readGroupSpans(db, orgId, { groups, fromMs, nowMs });
  const uptimes = new Map<GroupId, UptimeRange>();
  for (const [id, { spans, missed }] of histories)
    uptimes.set(id, uptimeRange(summarizeUptime(spans, { fromMs, toMs: nowMs }, missed)));
  return uptimes;
}

export async function getGroupStats(
  { db, orgId, clock }: ReadContext,
  id: string,
  { period }: GroupStatsQuery,
): Promise<GroupStats> {
  const groups = await listGroups(db, orgId);
  const nowMs = clock.now();
  const fromMs = nowMs - PERIOD_MS[period];
  const history = (await readGroupSpans(db, orgId, { groups, fromMs, nowMs })).get(id);
  if (history === undefined) throw notFound("group");
  const summary = summarizeUptime(history.spans, { fromMs, toMs: nowMs }, history.missed);
  const { incidents, downMs, missedMs, mttrMs } = summary;
  const { uptime, min, max, observed } = uptimeRange(summary);
  return {
    ...{ group_id: id, period, incidents },
    from: new Date(fromMs).toISOString(),
    to: new Date(nowMs).toISOString(),
    uptime_percentage: uptime,
    uptime_percentage_min: min,
    uptime_percentage_max: max,
    observed_percentage: observed,
    missed_seconds: missedMs / 1_000,
    downtime_seconds: downMs / 1_000,
    mttr_seconds: mttrMs === null ? null : Math.round(mttrMs) / 1_000,
  };
}
