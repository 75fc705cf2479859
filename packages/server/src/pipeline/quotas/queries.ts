import type { Plan, PlanLimits } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

export type WatchedRow = {
  id: string;
  kind: TargetKind;
  interval_ms: number | null;
  created_at: Date;
  enabled: boolean;
};

/** Returns all enabled targets, and those that the plan has paused. */
export const listWatched = (db: Db, orgId: OrgId) =>
  db.rows<WatchedRow>(sql`
    select id, kind, interval_ms, created_at, enabled from target
    where org_id = ${orgId} and (enabled or paused_reason = 'plan')`);

/**
 * Returns the limits of an organization's plan and keeps the plan from changing until the transaction ends
 * (`lock_plan` of the schema).
 */
export const findPlanForShare = (db: Db, orgId: OrgId) =>
  db.find<{ plan: PlanSummary | null }>(sql`select lock_plan(${orgId}) as plan`);

export type PlanSummary = { name: string; limits: PlanLimits };

export const findPlanOf = (db: Db, orgId: OrgId) =>
  db.find<{ definition: Plan }>(sql`
    select p.definition from organization o join plan p on p.id = o.plan_id where o.id = ${orgId}`);

export type CountsRow = { monitors: number; journeys: number; watched: number; paused_by_plan: number };

/** Counts the targets, the enabled ones, and those that the plan has paused. */
export const countTargets = (db: Db, orgId: OrgId) =>
  db.find<CountsRow>(sql`
    select count(*) filter (where kind <> 'journey')::int4 as monitors,
      count(*) filter (where kind = 'journey')::int4 as journeys,
      count(*) filter (where enabled)::int4 as watched,
      count(*) filter (where paused_reason = 'plan')::int4 as paused_by_plan
    from target where org_id = ${orgId}`);

/** Counts the members and the open invitations. */
export const countSeats = (db: Db, orgId: OrgId, now: Date) =>
  db.find<{ members: number; invited: number }>(sql`
    select (select count(*)::int4 from membership where org_id = ${orgId}) as members,
      (select count(*)::int4 from invitation where org_id = ${orgId} and accepted_at is null
        and revoked_at is null and expires_at > ${now}) as invited`);

export const countStatusPages = async (db: Db, orgId: OrgId): Promise<number> => {
  const row = await db.find<{ pages: number }>(
    sql`select count(*)::int4 as pages from status_page where org_id = ${orgId}`,
  );
  return row?.pages ?? 0;
};

export type MonthRow = { check_runs: number; api_runs: number; browser_runs: number };

/** Returns the runs of a month (its first day, YYYY-MM-DD); null if there were none. */
export const findMonth = (db: Db, orgId: OrgId, month: string) =>
  db.find<MonthRow>(sql`
    select check_runs::float8 as check_runs, api_runs::float8 as api_runs, browser_runs::float8 as browser_runs
    from usage_month where org_id = ${orgId} and month = ${month}::date`);

/** Counts runs that were triggered and have not finished. */
export const countOpenRuns = (db: Db, orgId: OrgId, kind: "api_monitor" | "journey") =>
  db.find<{ open: number }>(sql`
    select count(*)::int4 as open from run where org_id = ${orgId} and kind = ${kind} and stage is not null`);
