import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { DailyUptime, DailyUptimeQuery } from "@vedette/contract/targets/daily-uptime.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { readGroupSpans } from "../../../pipeline/groups/group-history.ts";
import { listGroups } from "../../../pipeline/groups/queries.ts";
import { type CalendarDay, calendarDays } from "../../../pipeline/results/history/calendar-days.ts";
import {
  countSelectedTargets,
  listMissedReasons,
  listSpanAndMissedSums,
  listSpanSums,
} from "../../../pipeline/results/history/daily-queries.ts";
import {
  type DailySums,
  dailyUptime,
  sumMissed,
  sumSpans,
} from "../../../pipeline/results/history/daily-uptime.ts";
import { findImported } from "../../../pipeline/results/imported/find-imported.ts";
import { selectorCondition } from "../../../pipeline/selectors/queries.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { getTimezone } from "../organizations/service.ts";

type ReadContext = { db: Db; orgId: OrgId; clock: Clock };

/** Returns uptime by day in the time zone of the organization. */
export async function getDailyUptime(ctx: ReadContext, query: DailyUptimeQuery): Promise<DailyUptime> {
  const selector = readSelector(query);
  const { db, orgId, clock } = ctx;
  const targets = await countSelectedTargets(db, orgId, selectorCondition(selector));
  if (query.target_id !== undefined && targets === 0) throw notFound("target");
  const timezone = await getTimezone(db, orgId);
  const nowMs = Math.min(query.at?.getTime() ?? clock.now(), clock.now());
  if (query.at !== undefined && query.group_id !== undefined)
    throw badFields([{ path: "at", message: "cannot be combined with group_id" }]);
  const days = calendarDays(query.days, { nowMs, timezone });
  const request = { condition: selectorCondition(selector), days, now: new Date(nowMs) };
  const reasons = Map.groupBy(await listMissedReasons(db, orgId, request), ({ day }) => day);
  const { sums, missed } =
    query.group_id === undefined
      ? reasons.size === 0
        ? { sums: await listSpanSums(db, orgId, request), missed: [] }
        : await listSpanAndMissedSums(db, orgId, request)
      : await groupSums(ctx, query.group_id, { days, nowMs });
  const reasonsByDay = new Map(
    Array.from(reasons, ([day, rows]) => [day, rows.map(({ reason }) => reason)] as const),
  );
  const imported =
    query.target_id === undefined
      ? null
      : await findImported(db, orgId, {
          targetId: query.target_id,
          fromMs: days[0]?.fromMs ?? nowMs,
          toMs: nowMs,
        });
  return { timezone, targets, imported, ...dailyUptime({ sums, missed, reasons: reasonsByDay }, days) };
}

function readSelector({ target_id: target, group_id: group, selector }: DailyUptimeQuery): Selector {
  const given = Object.entries({ target_id: target, group_id: group, selector })
    .filter(([, value]) => value !== undefined)
    .map(([path]) => path);
  if (given.length > 1)
    throw badFields(
      given.slice(1).map((path) => ({ path, message: `cannot be combined with ${given[0]}; give only one` })),
    );
  if (target !== undefined) {
    if (!UUID_PATTERN.test(target)) throw notFound("target");
    return { targets: [target] };
  }
  return group === undefined ? (selector ?? {}) : { groups: [group] };
}

async function groupSums(
  { db, orgId }: ReadContext,
  id: string,
  { days, nowMs }: { days: readonly CalendarDay[]; nowMs: number },
): Promise<Pick<DailySums, "sums" | "missed">> {
  const groups = await listGroups(db, orgId);
  const fromMs = days[0]?.fromMs ?? nowMs;
  const history = (await readGroupSpans(db, orgId, { groups, fromMs, nowMs })).get(id);
  if (history === undefined) throw notFound("group");
  const { spans, missed } = history;
  return { sums: sumSpans(spans, days), missed: sumMissed(spans, { missed, days }) };
}
