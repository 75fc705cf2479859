import type { Plan, PlanLimits, RunLimit } from "@vedette/contract/billing/billing.ts";
import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { MonthRow } from "../../../pipeline/quotas/queries.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { CheckoutTerms } from "./checkout-link.ts";
import type { ProviderName } from "./provider.ts";

/**
 * Serializes changes of an organization's plan with each other and with transactions that hold its limits.
 */
export const lockPlan = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`plan of ${orgId}`}, 0))`);

export type OrganizationPlanRow = { name: string; plan_id: string; created_at: Date; limits: PlanLimits };

export const findOrganizationPlan = (db: Db, orgId: OrgId) =>
  db.find<OrganizationPlanRow>(sql`
    select o.name, o.plan_id, o.created_at, p.definition -> 'limits' as limits
    from organization o join plan p on p.id = o.plan_id where o.id = ${orgId}`);

export const updateOrganizationPlan = (
  db: Db,
  orgId: OrgId,
  { planId, now }: { planId: string; now: Date },
) => db.run(sql`update organization set plan_id = ${planId}, plan_since = ${now} where id = ${orgId}`);

/**
 * Notifies the schedulers when the transaction commits. They skip runs of organizations that have used up a
 * limit.
 */
export const notifyPlanChanged = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_notify('plan_changed', ${orgId})`);

type PlanRow = { definition: Plan; is_available: boolean; is_default: boolean };

export const findPlan = (db: Db, id: string) =>
  db.find<PlanRow>(sql`select definition, is_available, is_default from plan where id = ${id}`);

export const findPlanByLookupKey = (db: Db, lookupKey: string) =>
  db.find<PlanRow>(sql`
    select definition, is_available, is_default from plan
    where definition ->> 'stripe_lookup_key' = ${lookupKey} order by is_available desc, position limit 1`);

export const findStartPlan = (db: Db) =>
  db.find<PlanRow>(sql`select definition, is_available, is_default from plan where is_default`);

/** Returns the offered plans and the current plan of the organization. */
export const listPlans = (db: Db, orgId: OrgId) =>
  db.rows<PlanRow & { is_current: boolean }>(sql`
    select p.definition, p.is_available, p.is_default, p.id = o.plan_id as is_current
    from organization o join plan p on p.is_available or p.id = o.plan_id
    where o.id = ${orgId} order by p.position, p.id`);

/** Serializes servers that start concurrently and write the same plans. */
export const lockPlans = (db: Db) => db.run(sql`select pg_advisory_xact_lock(hashtextextended('plans', 0))`);

export const retirePlans = (db: Db) => db.run(sql`update plan set is_available = false, is_default = false`);

export const upsertPlan = (
  db: Db,
  plan: Plan,
  { position, isOffered, isStart }: { position: number; isOffered: boolean; isStart: boolean },
) =>
  db.run(sql`
    insert into plan (id, definition, position, is_available, is_default)
    values (${plan.id}, ${JSON.stringify(plan)}::jsonb, ${position}, ${isOffered}, ${isStart})
    on conflict (id) do update set definition = excluded.definition, position = excluded.position,
      is_available = excluded.is_available, is_default = excluded.is_default`);

export type SubscriptionRow = {
  org_id: OrgId;
  provider: ProviderName;
  customer_id: string | null;
  subscription_id: string | null;
  plan_id: string;
  status: string;
  current_period_end: Date | null;
  grace_until: Date | null;
};

const SUBSCRIPTION = sql`org_id, provider, customer_id, subscription_id, plan_id, status, current_period_end,
  grace_until`;

export const findSubscription = (db: Db, orgId: OrgId) =>
  db.find<SubscriptionRow>(sql`select ${SUBSCRIPTION} from subscription where org_id = ${orgId}`);

export const upsertSubscription = (db: Db, row: SubscriptionRow, now: Date) =>
  db.run(sql`
    insert into subscription (org_id, provider, customer_id, subscription_id, plan_id, status,
      current_period_end, grace_until, updated_at)
    values (${row.org_id}, ${row.provider}, ${row.customer_id}, ${row.subscription_id}, ${row.plan_id},
      ${row.status}, ${row.current_period_end}, ${row.grace_until}, ${now})
    on conflict (org_id) do update set provider = excluded.provider, customer_id = excluded.customer_id,
      subscription_id = excluded.subscription_id, plan_id = excluded.plan_id, status = excluded.status,
      current_period_end = excluded.current_period_end, grace_until = excluded.grace_until,
      updated_at = excluded.updated_at`);

/** Returns subscriptions whose grace period is over, oldest first. */
export const listLapsed = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db.rows<SubscriptionRow>(sql`
    select ${SUBSCRIPTION} from subscription where grace_until <= ${now} order by grace_until limit ${limit}`);

export const countAlertsSent = (db: Db, orgId: OrgId, { from, to }: { from: Date; to: Date }) =>
  db.find<{ sent: number }>(sql`
    select count(*)::int4 as sent from alert
    where org_id = ${orgId} and sent_at >= ${from} and sent_at < ${to}`);

export const insertCheckout = (db: Db, { id, orgId, planId, personId, expiresAtMs }: CheckoutTerms) =>
  db.run(sql`
    insert into checkout (id, org_id, plan_id, person_id, expires_at)
    values (${id}, ${orgId}, ${planId}, ${personId}, ${new Date(expiresAtMs)})`);

export type CheckoutRow = {
  id: string;
  org_id: OrgId;
  plan_id: string;
  person_id: PersonId | null;
  expires_at: Date;
  used_at: Date | null;
};

export const findCheckout = (db: Db, orgId: OrgId, id: string) =>
  db.find<CheckoutRow>(sql`
    select id, org_id, plan_id, person_id, expires_at, used_at from checkout where org_id = ${orgId} and id = ${id}`);

/**
 * Returns 0 if the checkout was used or has expired. Of concurrent uses, one succeeds, because each waits for
 * the row lock.
 */
export const useCheckout = (db: Db, orgId: OrgId, { id, now }: { id: string; now: Date }) =>
  db.run(sql`
    update checkout set used_at = ${now}
    where org_id = ${orgId} and id = ${id} and used_at is null and expires_at > ${now}`);

export const deleteOldCheckouts = (db: Db, before: Date) =>
  db.run(sql`delete from checkout where expires_at < ${before}`);

export const deleteOldEvents = (db: Db, before: Date) =>
  db.run(sql`delete from webhook_event where processed_at is not null and received_at < ${before}`);

/** Lists the email addresses of the owners. */
export const listBillingAddresses = (db: Db, orgId: OrgId) =>
  db.rows<{ email: string }>(sql`
    select p.email from membership m join person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.role = 'owner' order by p.id limit 20`);

export type UsedUpRow = { org_id: OrgId; plan_name: string; limits: PlanLimits } & MonthRow;

/**
 * Lists organizations that reached a run limit of their plan in a month and whose owners were not notified
 * yet.
 */
export const listUsedUp = (db: Db, { month, limit }: { month: string; limit: number }) =>
  db.rows<UsedUpRow>(sql`
    select u.org_id, p.definition ->> 'name' as plan_name, p.definition -> 'limits' as limits,
      u.check_runs::float8 as check_runs, u.api_runs::float8 as api_runs, u.browser_runs::float8 as browser_runs
    from usage_month u
    join organization o on o.id = u.org_id
    join plan p on p.id = o.plan_id
    where u.month = ${month}::date and (
      u.check_runs_notified_at is null and u.check_runs >= (p.definition #>> '{limits,check_runs}')::float8
      or u.api_runs_notified_at is null and u.api_runs >= (p.definition #>> '{limits,api_runs}')::float8
      or u.browser_runs_notified_at is null and u.browser_runs >= (p.definition #>> '{limits,browser_runs}')::float8)
    order by u.org_id limit ${limit}`);

const NOTIFIED_COLUMN: Record<RunLimit, Sql> = {
  check_runs: sql`check_runs_notified_at`,
  api_runs: sql`api_runs_notified_at`,
  browser_runs: sql`browser_runs_notified_at`,
};

/** Returns 0 if the owners were already notified, also by a concurrent transaction. */
export const markNotified = (
  db: Db,
  orgId: OrgId,
  { month, limit, now }: { month: string; limit: RunLimit; now: Date },
) =>
  db.run(sql`
    update usage_month set ${NOTIFIED_COLUMN[limit]} = ${now}
    where org_id = ${orgId} and month = ${month}::date and ${NOTIFIED_COLUMN[limit]} is null`);

export type LimitedRow = { org_id: OrgId; limits: PlanLimits } & MonthRow;

/**
 * Lists the organizations whose plan limits runs, with their current counts. Schedulers serve all
 * organizations.
 */
export const listLimited = (db: Db, month: string) =>
  db.rows<LimitedRow>(sql`
    select o.id as org_id, p.definition -> 'limits' as limits,
      coalesce(u.check_runs, 0)::float8 as check_runs, coalesce(u.api_runs, 0)::float8 as api_runs,
      coalesce(u.browser_runs, 0)::float8 as browser_runs
    from plan p
    join organization o on o.plan_id = p.id
    left join usage_month u on u.org_id = o.id and u.month = ${month}::date
    where jsonb_strip_nulls(p.definition -> 'limits') ?| array['check_runs', 'api_runs', 'browser_runs']`);
