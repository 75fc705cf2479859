import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { SubscriberState, SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { SubscriberRow } from "./subscriber-row.ts";

/* Statements on subscribers of status pages. */

const COLUMNS = sql`id, org_id, page_id, type, address_hash, encrypted_secrets, token_hash, state, topics,
  component_ids::text[] as component_ids, language, requested_at, confirmed_at, ended_at, failing_since, error,
  created_by, created_at`;

type Place = { pageId: string; id: string };

export const findSubscriber = (db: Db, orgId: OrgId, { pageId, id }: Place) =>
  db.find<SubscriberRow>(sql`
    select ${COLUMNS} from page_subscriber
    where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

/** Of any organization: the job that confirms knows the ID only. */
export const findSubscriberById = (db: Db, id: string) =>
  db.find<SubscriberRow>(sql`select ${COLUMNS} from page_subscriber where id = ${id}`);

/** Of any organization: the hash of a random token. Locks the row until the transaction ends. */
export const findSubscriberByTokenHash = (db: Db, { pageId, hash }: { pageId: string; hash: Buffer }) =>
  db.find<SubscriberRow>(sql`
    select ${COLUMNS} from page_subscriber where token_hash = ${hash} and page_id = ${pageId} for update`);

export const findByAddressForUpdate = (
  db: Db,
  orgId: OrgId,
  { pageId, hash }: { pageId: string; hash: Buffer },
) =>
  db.find<SubscriberRow>(sql`
    select ${COLUMNS} from page_subscriber
    where org_id = ${orgId} and page_id = ${pageId} and address_hash = ${hash} for update`);

/** Inserts the subscriber, or replaces all fields that can change. Returns 0 if the page has the address already. */
export const saveSubscriber = (db: Db, row: SubscriberRow) =>
  db.run(sql`
    insert into page_subscriber as known (id, org_id, page_id, type, address_hash, encrypted_secrets, token_hash, state,
      topics, component_ids, language, requested_at, confirmed_at, ended_at, failing_since, error, created_by, created_at)
    values (${row.id}, ${row.org_id}, ${row.page_id}, ${row.type}, ${row.address_hash}, ${row.encrypted_secrets},
      ${row.token_hash}, ${row.state}, ${textArray(row.topics)}::text[],
      ${row.component_ids === null ? null : textArray(row.component_ids)}::uuid[], ${row.language},
      ${row.requested_at}, ${row.confirmed_at}, ${row.ended_at}, ${row.failing_since}, ${row.error},
      ${row.created_by}, ${row.created_at})
    on conflict (page_id, address_hash) do update set state = excluded.state, topics = excluded.topics,
      component_ids = excluded.component_ids, language = excluded.language, requested_at = excluded.requested_at,
      confirmed_at = excluded.confirmed_at, ended_at = excluded.ended_at, failing_since = excluded.failing_since,
      error = excluded.error
    where known.id = excluded.id`);

export const deleteSubscriberRow = (db: Db, orgId: OrgId, { pageId, id }: Place) =>
  db.run(sql`delete from page_subscriber where org_id = ${orgId} and page_id = ${pageId} and id = ${id}`);

export type SubscriberFilter = {
  state?: SubscriberState | undefined;
  type?: SubscriberType | undefined;
  /** Hashes of the address. */
  hashes?: readonly Buffer[] | undefined;
};

/** Newest first. */
export const listSubscribers = (
  db: Db,
  orgId: OrgId,
  {
    pageId,
    filter,
    position,
    limit,
  }: { pageId: string; filter: SubscriberFilter; position: CursorPosition | null; limit: number },
) => {
  const { after, order } = keyset("-created_at", SORTED_BY, position);
  const state = filter.state === undefined ? sql`` : sql` and state = ${filter.state}`;
  const type = filter.type === undefined ? sql`` : sql` and type = ${filter.type}`;
  const hashes = filter.hashes && textArray(filter.hashes.map((hash) => `\\x${hash.toString("hex")}`));
  const address = hashes === undefined ? sql`` : sql` and address_hash = any(${hashes}::bytea[])`;
  return db.rows<SubscriberRow>(sql`
    select ${COLUMNS} from page_subscriber
    where org_id = ${orgId} and page_id = ${pageId}${state}${type}${address}${after}${order} limit ${limit}`);
};

const SORTED_BY = { at: sql`created_at`, name: sql`type`, id: sql`id` };

export const countByState = (db: Db, orgId: OrgId, pageId: string) =>
  db.rows<{ state: SubscriberState; subscribers: number }>(sql`
    select state, count(*)::int4 as subscribers from page_subscriber
    where org_id = ${orgId} and page_id = ${pageId} group by state`);

/** Of all organizations. */
export const deleteUnconfirmed = (db: Db, before: Date) =>
  db.run(sql`delete from page_subscriber where state = 'pending' and requested_at < ${before}`);

/** What a message needs to know of its page. */
export type SubscribedPage = {
  id: string;
  org_id: OrgId;
  public_id: string;
  slug: string;
  title: string;
  published: boolean;
  timezone: string;
  /** Its first verified domain. */
  host: string | null;
};

/** Of any organization: jobs know the page only. */
export const findSubscribedPage = (db: Db, pageId: string) =>
  db.find<SubscribedPage>(sql`
    select p.id, p.org_id, p.public_id, p.slug, p.title, p.published,
      coalesce(p.settings ->> 'timezone', o.settings ->> 'timezone', 'UTC') as timezone,
      (select d.host from status_page_domain d where d.page_id = p.id and d.verified_at is not null
        order by d.created_at, d.id limit 1) as host
    from status_page p join organization o on o.id = p.org_id where p.id = ${pageId}`);
