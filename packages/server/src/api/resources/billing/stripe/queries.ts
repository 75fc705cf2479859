import type { Plan } from "@vedette/contract/billing/billing.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";

export type CustomerRow = { org_id: OrgId; customer_id: string };

export const findCustomer = (db: Db, orgId: OrgId) =>
  db.find<CustomerRow & { is_gone: boolean }>(sql`
    select org_id, customer_id, is_gone from stripe_customer where org_id = ${orgId}`);

/** Stripe names customers only, so here the organization is what is looked for. */
export const findCustomerById = (db: Db, customerId: string) =>
  db.find<CustomerRow>(
    sql`select org_id, customer_id from stripe_customer where customer_id = ${customerId}`,
  );

/** 0 where there is one already that is not gone, or no organization any more. */
export const putCustomer = (
  db: Db,
  orgId: OrgId,
  { customerId, createdAt }: { customerId: string; createdAt: Date },
) =>
  db.run(sql`
    insert into stripe_customer (org_id, customer_id, created_at)
    select id, ${customerId}, ${createdAt} from organization where id = ${orgId}
    on conflict (org_id) do update set customer_id = excluded.customer_id, is_gone = false
    where stripe_customer.is_gone`);

export const noteCustomerGone = (db: Db, orgId: OrgId, customerId: string) =>
  db.run(sql`
    update stripe_customer set is_gone = true where org_id = ${orgId} and customer_id = ${customerId}`);

/**
 * Null where it is gone. Held until the end of the transaction, and before what goes with it, so that whoever deletes
 * it waits for us or we for him, and never both. Comes after `lockPlan`.
 */
export const lockOrganization = (db: Db, orgId: OrgId) =>
  db.find<{ plan_id: string }>(sql`select plan_id from organization where id = ${orgId} for no key update`);

/** Those that somebody can be paying for, also where they are not offered any more. */
export const listSoldPlans = (db: Db) =>
  db.rows<{ definition: Plan }>(sql`
    select definition from plan where definition ->> 'stripe_lookup_key' is not null
    order by is_offered desc, position`);

export const noteSentThere = (db: Db, orgId: OrgId, at: Date) =>
  db.run(sql`update stripe_customer set sent_there_at = ${at} where org_id = ${orgId}`);

export const beginSync = (db: Db, orgId: OrgId) =>
  db.find<{ look: string }>(sql`
    update stripe_customer set looks_begun = looks_begun + 1 where org_id = ${orgId}
    returning looks_begun::text as look`);

/** 0 where one that began later has been applied: it saw all that this one did, and perhaps more. */
export const applySync = (db: Db, orgId: OrgId, { look, at }: { look: string; at: Date }) =>
  db.run(sql`
    update stripe_customer set look_applied = ${look}::bigint, looked_at = ${at}
    where org_id = ${orgId} and look_applied < ${look}::bigint`);

/**
 * Customers that may have changed without our being told: those not looked at for long, those who were sent to
 * Stripe lately, and those whose period or grace has ended since. The ones not looked at for longest first.
 */
export const listUnsynced = (
  db: Db,
  { now, before, sentSince, limit }: { now: Date; before: Date; sentSince: Date; limit: number },
) =>
  db.rows<CustomerRow>(sql`
    select c.org_id, c.customer_id
    from stripe_customer c left join subscription s on s.org_id = c.org_id and s.provider = 'stripe'
    where c.looked_at is null or c.looked_at < ${before} or c.sent_there_at > ${sentSince}
      or (s.current_period_end < ${now} and c.looked_at < s.current_period_end)
      or (s.grace_until < ${now} and c.looked_at < s.grace_until)
    order by c.looked_at nulls first, c.org_id
    limit ${limit}`);

/** Its row stays unhandled until `handleEvent`; one that is there already stays as it is. */
export const insertEvent = (
  db: Db,
  { eventId, type, receivedAt }: { eventId: string; type: string; receivedAt: Date },
) =>
  db.run(sql`
    insert into billing_event (provider, event_id, type, received_at)
    values ('stripe', ${eventId}, ${type}, ${receivedAt})
    on conflict (provider, event_id) do nothing`);

export const isEventHandled = (db: Db, eventId: string) =>
  db.find<{ handled: boolean }>(sql`
    select handled_at is not null as handled from billing_event
    where provider = 'stripe' and event_id = ${eventId}`);

/** 0 where somebody else has; whoever is about to is waited for. */
export const handleEvent = (db: Db, { eventId, at }: { eventId: string; at: Date }) =>
  db.run(sql`
    update billing_event set handled_at = ${at}
    where provider = 'stripe' and event_id = ${eventId} and handled_at is null`);
