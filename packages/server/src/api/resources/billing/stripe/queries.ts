import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";

export type CustomerRow = { org_id: OrgId; customer_id: string };

export const findCustomer = (db: Db, orgId: OrgId) =>
  db.find<CustomerRow & { is_deleted: boolean }>(sql`
    select org_id, customer_id, is_deleted from stripe_customer where org_id = ${orgId}`);

/** Finds the organization of a customer, because Stripe's messages contain only the customer. */
export const findCustomerById = (db: Db, customerId: string) =>
  db.find<CustomerRow>(
    sql`select org_id, customer_id from stripe_customer where customer_id = ${customerId}`,
  );

/** Returns 0 if there is already a customer that is not deleted, or if the organization no longer exists. */
export const upsertCustomer = (
  db: Db,
  orgId: OrgId,
  { customerId, createdAt }: { customerId: string; createdAt: Date },
) =>
  db.run(sql`
    insert into stripe_customer (org_id, customer_id, created_at)
    select id, ${customerId}, ${createdAt} from organization where id = ${orgId}
    on conflict (org_id) do update set customer_id = excluded.customer_id, is_deleted = false
    where stripe_customer.is_deleted`);

export const markCustomerDeleted = (db: Db, orgId: OrgId, customerId: string) =>
  db.run(sql`
    update stripe_customer set is_deleted = true where org_id = ${orgId} and customer_id = ${customerId}`);

/**
 * Returns null if the organization no longer exists. Locks it until the end of the transaction and before its
 * dependents, so that this transaction and a deletion of the organization wait for each other without a
 * deadlock. Call `lockPlan` first.
 */
export const lockStripeOrganization = (db: Db, orgId: OrgId) =>
  db.find<{ plan_id: string }>(sql`select plan_id from organization where id = ${orgId} for no key update`);

/** Lists the plans that an organization may be paying for, including plans that are no longer offered. */
export const listSoldPlans = (db: Db) =>
  db.rows<{ definition: Plan }>(sql`
    select definition from plan where definition ->> 'stripe_lookup_key' is not null
    order by is_available desc, position`);

export const markRedirected = (db: Db, orgId: OrgId, at: Date) =>
  db.run(sql`update stripe_customer set redirected_at = ${at} where org_id = ${orgId}`);

export const beginSync = (db: Db, orgId: OrgId) =>
  db.find<{ sync: string }>(sql`
    update stripe_customer set syncs_started = syncs_started + 1 where org_id = ${orgId}
    returning syncs_started::text as sync`);

/** Returns 0 if a later sync was already applied, because the later one read the same or newer data. */
export const applySync = (db: Db, orgId: OrgId, { sync, at }: { sync: string; at: Date }) =>
  db.run(sql`
    update stripe_customer set last_applied_sync = ${sync}::bigint, synced_at = ${at}
    where org_id = ${orgId} and last_applied_sync < ${sync}::bigint`);

/**
 * Lists customers that may have changed without a message: those not synced for long, those redirected to
 * Stripe recently, and those whose period or grace period has ended since the last sync. The longest unsynced
 * come first.
 */
export const listUnsynced = (
  db: Db,
  { now, before, redirectedSince, limit }: { now: Date; before: Date; redirectedSince: Date; limit: number },
) =>
  db.rows<CustomerRow>(sql`
    select c.org_id, c.customer_id
    from stripe_customer c left join subscription s on s.org_id = c.org_id and s.provider = 'stripe'
    where c.synced_at is null or c.synced_at < ${before} or c.redirected_at > ${redirectedSince}
      or (s.current_period_end < ${now} and c.synced_at < s.current_period_end)
      or (s.grace_until < ${now} and c.synced_at < s.grace_until)
    order by c.synced_at nulls first, c.org_id
    limit ${limit}`);

/** Inserts an event that stays unhandled until `handleEvent`. An existing row is not changed. */
export const insertEvent = (
  db: Db,
  { eventId, type, receivedAt }: { eventId: string; type: string; receivedAt: Date },
) =>
  db.run(sql`
    insert into webhook_event (provider, event_id, type, received_at)
    values ('stripe', ${eventId}, ${type}, ${receivedAt})
    on conflict (provider, event_id) do nothing`);

export const isEventHandled = (db: Db, eventId: string) =>
  db.find<{ handled: boolean }>(sql`
    select processed_at is not null as handled from webhook_event
    where provider = 'stripe' and event_id = ${eventId}`);

/** Returns 0 if the event is already handled. Waits for a concurrent transaction that handles it. */
export const handleEvent = (db: Db, { eventId, at }: { eventId: string; at: Date }) =>
  db.run(sql`
    update webhook_event set processed_at = ${at}
    where provider = 'stripe' and event_id = ${eventId} and processed_at is null`);
