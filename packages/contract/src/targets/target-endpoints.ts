import type { CheckResult, checkResultListQuery, KeptBody, ManualCheck } from "../checks/check-results.ts";
import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { Activity, activityListQuery } from "./activity.ts";
import type { BulkResult, bulkTargets } from "./bulk.ts";
import type { TargetCoverage } from "./coverage.ts";
import type { DailyUptime, dailyUptimeQuery } from "./daily-uptime.ts";
import type {
  Group,
  GroupStats,
  groupCreate,
  groupListQuery,
  groupStatsQuery,
  groupUpdate,
} from "./groups.ts";
import type { HeatMap, heatMapQuery, Outage, outageListQuery, Timeline, timelineQuery } from "./history.ts";
import type { ListedMonitor, monitorListQuery } from "./monitor-list.ts";
import type { recordsAccept } from "./monitor-state/record-baseline.ts";
import type { setStatusRequest } from "./monitor-state/set-status.ts";
import type { Monitor, monitorCreate, monitorTry, monitorUpdate } from "./monitors.ts";
import type { SnoozedTarget, snoozeRequest } from "./snooze-requests.ts";
import type { MonitorStats, monitorStatsQuery } from "./stats.ts";
import type { TargetSummary, targetSummaryQuery } from "./target-summary.ts";
import type { Target, targetListQuery } from "./targets.ts";
import type { CheckTestRun } from "./test-runs.ts";
import type { RestoredTarget, TrashedTarget, trashListQuery } from "./trash.ts";

/** Monitors, their results, groups, and the list of all targets. */
export type TargetEndpoints = {
  "GET /api/v1/monitors": { query: typeof monitorListQuery; response: ListOf<ListedMonitor> };
  "POST /api/v1/monitors": { body: typeof monitorCreate; response: Success<Monitor> };
  "POST /api/v1/monitors/try": { body: typeof monitorTry; response: Success<CheckTestRun> };
  "GET /api/v1/monitors/{id}": { response: Success<Monitor> };
  "PUT /api/v1/monitors/{id}": { body: typeof monitorUpdate; response: Success<Monitor> };
  "DELETE /api/v1/monitors/{id}": { response: Success<Deleted> };
  "POST /api/v1/monitors/{id}/check": { response: Success<ManualCheck> };
  "POST /api/v1/monitors/{id}/accept": { body: typeof recordsAccept; response: Success<Monitor> };
  "POST /api/v1/monitors/{id}/status": { body: typeof setStatusRequest; response: Success<Monitor> };
  "GET /api/v1/monitors/{id}/results": { query: typeof checkResultListQuery; response: ListOf<CheckResult> };
  "GET /api/v1/monitors/{id}/results/{result_id}/body": { response: Success<KeptBody> };
  "GET /api/v1/monitors/{id}/stats": { query: typeof monitorStatsQuery; response: Success<MonitorStats> };
  "GET /api/v1/groups": { query: typeof groupListQuery; response: ListOf<Group> };
  "POST /api/v1/groups": { body: typeof groupCreate; response: Success<Group> };
  "GET /api/v1/groups/{id}": { response: Success<Group> };
  "PUT /api/v1/groups/{id}": { body: typeof groupUpdate; response: Success<Group> };
  "DELETE /api/v1/groups/{id}": { response: Success<Deleted> };
  "GET /api/v1/groups/{id}/stats": { query: typeof groupStatsQuery; response: Success<GroupStats> };
  "GET /api/v1/uptime/daily": { query: typeof dailyUptimeQuery; response: Success<DailyUptime> };
  "GET /api/v1/targets/{id}/outages": { query: typeof outageListQuery; response: ListOf<Outage> };
  "GET /api/v1/targets/{id}/timeline": { query: typeof timelineQuery; response: Success<Timeline> };
  "GET /api/v1/targets/{id}/heat-map": { query: typeof heatMapQuery; response: Success<HeatMap> };
  "GET /api/v1/activity": { query: typeof activityListQuery; response: ListOf<Activity> };
  "GET /api/v1/targets/{id}/coverage": { response: Success<TargetCoverage> };
  "POST /api/v1/targets/{id}/snooze": { body: typeof snoozeRequest; response: Success<SnoozedTarget> };
  "DELETE /api/v1/targets/{id}/snooze": { response: Success<SnoozedTarget> };
  "POST /api/v1/targets/bulk": { body: typeof bulkTargets; response: Success<BulkResult> };
  "GET /api/v1/trash": { query: typeof trashListQuery; response: ListOf<TrashedTarget> };
  "GET /api/v1/trash/{id}": { response: Success<TrashedTarget> };
  "POST /api/v1/trash/{id}/restore": { response: Success<RestoredTarget> };
  "DELETE /api/v1/trash/{id}": { response: Success<Deleted> };
  "GET /api/v1/targets/summary": { query: typeof targetSummaryQuery; response: Success<TargetSummary> };
  "GET /api/v1/targets": { query: typeof targetListQuery; response: ListOf<Target> };
};
