import { REPORT_TARGETS_MAX } from "@vedette/contract/reports/report-limits.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { Sql } from "../../../platform/storage/sql.ts";
import { noiseScore } from "../../alerting/noise/noise-score.ts";
import { listNoise } from "../../alerting/noise/queries.ts";
import { listSpanAndMissedSumsOfTargets } from "../../results/history/daily-queries.ts";
import { DAY_MS } from "../../results/rollups/rollup.ts";
import { selectorCondition } from "../../selectors/queries.ts";
import { hasFilter } from "../../selectors/selects.ts";
import type { ReportDefinition } from "../report-definition.ts";
import { type ReportRange, rangeBefore } from "../report-period.ts";
import { availabilityOf } from "./availability.ts";
import { listLongestDowntimes } from "./downtime-queries.ts";
import {
  findNameOfOrganization,
  listEndingCertificates,
  listEndingDomains,
  listReportedTargets,
  type ReportedTarget,
} from "./queries.ts";
import type { AlertFigures, Expiring, ReportContent, ReportedFigures } from "./report-content.ts";
import { readReportedGroups } from "./reported-groups.ts";
import { readReportedSlos } from "./reported-slos.ts";
import { readResponseTimes } from "./response-times.ts";

/**
 * Reads what a report says about a time, with the rules of statistics, SLOs and noise (ADR 0092). It must never know who
 * receives it, or in which language and format.
 */

const DOWNTIMES_MAX = 200;
const EXPIRING_MAX = 50;
const EXPIRING_DAYS = 45;
const NOISY_RULES_MAX = 10;

export type ReportContext = { db: Db; clock: Clock };

/** Throws a bad request if the selector selects too many targets. */
export async function readReport(
  { db, clock }: ReportContext,
  report: ReportDefinition,
  range: ReportRange,
): Promise<ReportContent> {
  const { org_id: orgId, selector, exclude_maintenance: excludesMaintenance } = report;
  const condition = selectorCondition(selector);
  const rows = await listReportedTargets(db, orgId, { condition, limit: REPORT_TARGETS_MAX + 1 });
  if (rows.length > REPORT_TARGETS_MAX) throw tooManyTargets();
  const nowMs = clock.now();
  const day = { date: "", ...range };
  const request = { condition, days: [day], now: new Date(range.toMs) };
  const { sums, missed } = await listSpanAndMissedSumsOfTargets(db, orgId, request);
  const [sumsOf, missedOf] = [Map.groupBy(sums, targetOf), Map.groupBy(missed, targetOf)];
  const before = rangeBefore(report, range);
  const ids = rows.map(({ id }) => id);
  const response = await readResponseTimes(db, orgId, { ids, range, nowMs });
  const responseBefore = await readResponseTimes(db, orgId, { ids, range: before, nowMs });
  const options = { range: day, excludesMaintenance };
  const targets = rows.map((row): ReportedFigures => {
    const { id, name, kind, group_name: groupName } = row;
    const ofTarget = { sums: sumsOf.get(id) ?? [], missed: missedOf.get(id) ?? [] };
    return {
      ...{ id, name, kind, groupName },
      ...availabilityOf(ofTarget, options),
      response: response.get(id) ?? NO_RESPONSE,
      responseBefore: responseBefore.get(id) ?? NO_RESPONSE,
    };
  });
  return {
    ...range,
    ...{ name: report.name, timezone: report.timezone, goal: report.goal, excludesMaintenance, before },
    organizationName: await findNameOfOrganization(db, orgId),
    createdMs: nowMs,
    total: availabilityOf({ sums, missed }, options),
    targets,
    groups: await readReportedGroups(db, orgId, { groupIds: groupsOf(rows), range, excludesMaintenance }),
    downtimes: await readDowntimes(db, report, { condition, range }),
    expiring: await readExpiring(db, report, { condition, nowMs }),
    alerts: await readAlertFigures(db, report, range),
    ...(await readReportedSlos(db, orgId, { condition, toMs: range.toMs, clock })),
  };
}

const NO_RESPONSE = { p50: null, p95: null };

const targetOf = ({ target_id: id }: { target_id: string }): string => id;

function groupsOf(rows: readonly ReportedTarget[]): Set<string> {
  return new Set(rows.flatMap(({ group_id: id }) => (id === null ? [] : [id])));
}

function tooManyTargets() {
  const max = REPORT_TARGETS_MAX.toLocaleString("en");
  return badFields([
    {
      path: "selector",
      message: `selects more than ${max} targets; use several reports, or a selector for fewer targets`,
    },
  ]);
}

async function readDowntimes(
  db: Db,
  { org_id: orgId }: ReportDefinition,
  { condition, range }: { condition: Sql; range: ReportRange },
): Promise<ReportContent["downtimes"]> {
  const rows = await listLongestDowntimes(db, orgId, { condition, range, limit: DOWNTIMES_MAX });
  return rows.map(({ name, from_at, to_at, message }) => ({
    targetName: name,
    fromMs: from_at.getTime(),
    toMs: to_at.getTime(),
    isOngoing: to_at.getTime() >= range.toMs,
    cause: message,
  }));
}

async function readExpiring(
  db: Db,
  { org_id: orgId }: ReportDefinition,
  { condition, nowMs }: { condition: Sql; nowMs: number },
): Promise<Expiring[]> {
  const request = { condition, before: new Date(nowMs + EXPIRING_DAYS * DAY_MS), limit: EXPIRING_MAX };
  const newest = { from: new Date(nowMs - 2 * DAY_MS), to: new Date(nowMs + 1) };
  const certificates = await listEndingCertificates(db, orgId, { ...request, ...newest });
  const domains = await listEndingDomains(db, orgId, request);
  const toExpiring = (what: Expiring["what"]) => (row: { name: string; expires_at: Date }) => ({
    ...{ targetName: row.name, what, atMs: row.expires_at.getTime() },
  });
  return [...certificates.map(toExpiring("certificate")), ...domains.map(toExpiring("domain"))]
    .sort((one, other) => one.atMs - other.atMs)
    .slice(0, EXPIRING_MAX);
}

async function readAlertFigures(
  db: Db,
  { org_id: orgId, selector, timezone }: ReportDefinition,
  { fromMs, toMs }: ReportRange,
): Promise<AlertFigures> {
  const selectsAll = !hasFilter(selector) && selector.targets === undefined;
  const time = { time_zone: timezone, from_at: new Date(fromMs), to_at: new Date(toMs) };
  const rows = await listNoise(db, orgId, time, selectsAll ? null : selectorCondition(selector));
  const sum = (of: "alerts" | "acknowledged" | "brief" | "repeated" | "at_night") =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    ...{ alerts: sum("alerts"), acknowledged: sum("acknowledged"), brief: sum("brief") },
    ...{ repeated: sum("repeated"), at_night: sum("at_night") },
    rules: rows
      .map(({ rule_id: _id, ...row }) => ({ ...row, score: noiseScore(row) }))
      .sort((one, other) => other.score - one.score || other.alerts - one.alerts)
      .slice(0, NOISY_RULES_MAX),
  };
}
