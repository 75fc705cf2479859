import { success } from "@vedette/contract/common/envelope.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import {
  BACKUPS_SHOWN_MAX,
  type BackupHealth,
  type RecentBackup,
  SERVICE_HEALTH_DAYS_DEFAULT,
  SERVICE_HEALTH_DAYS_MAX,
  type ServiceHealth,
  type ServiceHealthQuery,
  serviceHealthQuery,
  serviceHealthSchema,
} from "@vedette/contract/service-health/service-health.ts";
import {
  type BackupState,
  isBackupOverdue,
  readBackupState,
} from "../../../pipeline/backups/backup-state.ts";
import { type BackupRow, listRecentBackups } from "../../../pipeline/backups/queries.ts";
import {
  type CalendarDay,
  calendarDays,
  countCalendarDays,
} from "../../../pipeline/results/history/calendar-days.ts";
import { readServiceHealth } from "../../../pipeline/service-health/read-service-health.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getTimezone } from "../organizations/service.ts";

/** `nightlyBackups`: whether this installation makes backups at night. */
export function serviceHealthRoutes({ nightlyBackups }: { nightlyBackups: boolean }): Route[] {
  return [
    defineRoute({
      id: "getServiceHealth",
      tag: "Service health",
      method: "GET",
      url: "/api/v1/service-health",
      summary: "Get how well Vedette itself worked",
      description:
        "Returns for each of the last days, or of the days from `from` to `to`, when Vedette did not monitor and why, missed checks by reason, how late checks " +
        "started, how long notifications took, and whether self-checks passed.",
      access: { scope: "agent", role: "viewer" },
      request: { query: serviceHealthQuery },
      response: success(serviceHealthSchema),
      status: 200,
      handler: async (ctx, { query }) => ok(await getServiceHealth(ctx, query, nightlyBackups)),
    }),
  ];
}

async function getServiceHealth(
  { db, orgId, clock }: { db: Db; orgId: OrgId; clock: Clock },
  query: ServiceHealthQuery,
  nightlyBackups: boolean,
): Promise<ServiceHealth> {
  const timezone = await getTimezone(db, orgId);
  const nowMs = clock.now();
  const days = daysOf(query, { nowMs, timezone });
  const state = await readBackupState(db);
  const recent = (await listRecentBackups(db, BACKUPS_SHOWN_MAX)).map(toRecentBackup);
  const backups = { ...toBackupHealth(state, { isNightly: nightlyBackups, nowMs }), recent };
  return { timezone, backups, ...(await readServiceHealth(db, orgId, { days, nowMs })) };
}

/** Without places and reasons, which are for the operator. */
function toBackupHealth(
  { lastAt, lastBytes, lastWithResults, failedAt }: BackupState,
  { isNightly, nowMs }: { isNightly: boolean; nowMs: number },
): Omit<BackupHealth, "recent"> {
  return {
    is_nightly: isNightly,
    last_at: lastAt?.toISOString() ?? null,
    last_bytes: lastBytes,
    last_with_results: lastWithResults,
    failed_at: failedAt?.toISOString() ?? null,
    is_overdue: isNightly && isBackupOverdue({ lastAt, failedAt }, nowMs),
  };
}

function toRecentBackup(row: BackupRow): RecentBackup {
  const { started_at: startedAt, finished_at: finishedAt } = row;
  return {
    ...{
      at: startedAt.toISOString(),
      trigger: row.trigger,
      status: row.status,
      with_results: row.with_results,
    },
    seconds: finishedAt && (finishedAt.getTime() - startedAt.getTime()) / 1_000,
    bytes: row.bytes === null ? null : Number(row.bytes),
  };
}

function daysOf(
  { days, from, to }: ServiceHealthQuery,
  { nowMs, timezone }: { nowMs: number; timezone: string },
): CalendarDay[] {
  const toMs = Math.min(to?.getTime() ?? nowMs, nowMs);
  // The end does not belong to the time.
  const last = { nowMs: Math.max(toMs - 1, from?.getTime() ?? 0), timezone };
  if (from === undefined) return calendarDays(days ?? SERVICE_HEALTH_DAYS_DEFAULT, last);
  if (days !== undefined)
    throw badFields([{ path: "days", message: "cannot be combined with from; send one of them" }]);
  const fromMs = from.getTime();
  if (fromMs >= toMs)
    throw badFields([{ path: "from", message: "must be earlier than to, and in the past" }]);
  const count = countCalendarDays({ fromMs, toMs }, timezone);
  if (count > SERVICE_HEALTH_DAYS_MAX)
    throw badFields([
      {
        path: "from",
        message: `must be at most ${SERVICE_HEALTH_DAYS_MAX} days before to, and there are ${count}`,
      },
    ]);
  return calendarDays(count, last);
}
