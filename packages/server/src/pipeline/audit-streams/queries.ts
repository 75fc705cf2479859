import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { AuditStream, AuditStreamListQuery } from "@vedette/contract/people/audit-streams.ts";
import type { CursorPosition } from "../../platform/kernel/keyset.ts";
import type { Db } from "../../platform/storage/database.ts";
import { keyset } from "../../platform/storage/keyset.ts";
import { sql } from "../../platform/storage/sql.ts";

export type StreamSettings = {
  id: string;
  org_id: OrgId;
  name: string;
  encrypted_secrets: Buffer;
  version: number;
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
} & StreamTypeConfig;

/** The configuration depends on the type. */
export type StreamTypeConfig = {
  [Type in AuditStream["type"]]: { type: Type; config: Extract<AuditStream, { type: Type }>["config"] };
}[AuditStream["type"]];

export type StreamDelivery = {
  sent_seq: number;
  failures: number;
  failing_since: Date | null;
  next_attempt_at: Date;
  last_sent_at: Date | null;
  last_error: string | null;
  last_error_at: Date | null;
};

export type StreamRow = StreamSettings & StreamDelivery;
export type StreamView = StreamRow & { waiting: number; oldest_waiting_at: Date | null };

const COLUMNS = sql`s.id, s.org_id, s.name, s.type, s.config, s.encrypted_secrets, s.version, s.enabled, s.created_at,
  s.updated_at, s.sent_seq::float8 as sent_seq, s.failures, s.failing_since, s.next_attempt_at, s.last_sent_at, s.last_error,
  s.last_error_at`;
/** Numbers have no gaps, and retention deletes the oldest entries. */
const WAITING = sql`
  greatest(0, coalesce((select c.seq from audit_chain c where c.org_id = s.org_id), 0) - s.sent_seq)::float8 as waiting,
  (select e.at from audit_entry e where e.org_id = s.org_id and e.seq > s.sent_seq order by e.seq limit 1)
    as oldest_waiting_at`;

export const listStreams = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: AuditStreamListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`s.created_at`, name: sql`s.name`, id: sql`s.id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<StreamView>(sql`
    select ${COLUMNS}, ${WAITING} from audit_stream s
    where s.org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** With `lock`, it stays unchanged until the transaction ends. */
export const findStream = (db: Db, orgId: OrgId, { id, lock }: { id: string; lock: boolean }) =>
  db.find<StreamView>(sql`
    select ${COLUMNS}, ${WAITING} from audit_stream s
    where s.org_id = ${orgId} and s.id = ${id} ${lock ? sql`for no key update` : sql``}`);

/** Counts the streams and locks the organization until the transaction ends. */
export const countStreams = async (db: Db, orgId: OrgId): Promise<number> => {
  await db.find(sql`select from organization where id = ${orgId} for no key update`);
  const row = await db.find<{ streams: number }>(sql`
    select count(*)::int4 as streams from audit_stream where org_id = ${orgId}`);
  return row?.streams ?? 0;
};

/** The number of the newest entry of an organization; 0 if there is none. */
export const findNewestSeq = async (db: Db, orgId: OrgId): Promise<number> => {
  const row = await db.find<{ seq: number }>(sql`
    select seq::float8 as seq from audit_chain where org_id = ${orgId}`);
  return row?.seq ?? 0;
};

export const insertStream = (db: Db, row: StreamSettings & { sent_seq: number }) =>
  db.run(sql`
    insert into audit_stream (id, org_id, name, type, config, encrypted_secrets, version, enabled, sent_seq, created_at,
      updated_at, next_attempt_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${row.type}, ${JSON.stringify(row.config)}::jsonb,
      ${row.encrypted_secrets}, ${row.version}, ${row.enabled}, ${row.sent_seq}, ${row.created_at}, ${row.updated_at},
      ${row.created_at})`);

/** Also ends the wait after failures: the change may have been the remedy. */
export const updateStream = (db: Db, orgId: OrgId, row: StreamSettings) =>
  db.run(sql`
    update audit_stream set name = ${row.name}, config = ${JSON.stringify(row.config)}::jsonb,
      encrypted_secrets = ${row.encrypted_secrets}, version = ${row.version}, enabled = ${row.enabled},
      updated_at = ${row.updated_at}, next_attempt_at = ${row.updated_at}, failures = 0
    where org_id = ${orgId} and id = ${row.id}`);

export const deleteStream = (db: Db, orgId: OrgId, id: string) =>
  db.find<StreamRow>(sql`
    delete from audit_stream s where s.org_id = ${orgId} and s.id = ${id} returning ${COLUMNS}`);

/** Leases streams with entries to send. */
export const claimStreams = (db: Db, { now, until, limit }: { now: Date; until: Date; limit: number }) =>
  db.rows<StreamRow>(sql`
    update audit_stream s set locked_until = ${until}
    where s.id = any (array(
      select w.id from audit_stream w join audit_chain c on c.org_id = w.org_id and c.seq > w.sent_seq
      where w.enabled and w.next_attempt_at <= ${now} and (w.locked_until is null or w.locked_until < ${now})
      order by w.next_attempt_at limit ${limit} for update of w skip locked
    ))
    returning ${COLUMNS}`);

/**
 * Stores that entries were accepted and extends the lease. Returns 0 if another process has taken over, or the stream was
 * deleted: the caller must stop.
 */
export const saveSent = (
  db: Db,
  id: string,
  saved: { fromSeq: number; seq: number; now: Date; until: Date },
) =>
  db.run(sql`
    update audit_stream set sent_seq = ${saved.seq}, last_sent_at = ${saved.now}, locked_until = ${saved.until},
      failures = 0, failing_since = null, owners_notified_at = null, last_error = null
    where id = ${id} and sent_seq = ${saved.fromSeq}`);

export const saveStreamFailure = (
  db: Db,
  id: string,
  { error, now, nextAttemptAt }: { error: string; now: Date; nextAttemptAt: Date },
) =>
  db.run(sql`
    update audit_stream set failures = failures + 1, failing_since = coalesce(failing_since, ${now}),
      last_error = ${error}, last_error_at = ${now}, next_attempt_at = ${nextAttemptAt}
    where id = ${id}`);

export const endLease = (db: Db, id: string) =>
  db.run(sql`update audit_stream set locked_until = null where id = ${id}`);

/** Returns 0 if the failures are younger than `since`, or the owners know of them. */
export const markStreamOwnersNotified = (
  db: Db,
  id: string,
  { now, since, repeatBefore }: { now: Date; since: Date; repeatBefore: Date },
) =>
  db.run(sql`
    update audit_stream set owners_notified_at = ${now}
    where id = ${id} and failing_since <= ${since}
      and (owners_notified_at is null or owners_notified_at < ${repeatBefore})`);

export type StreamEntryRow = {
  seq: number;
  id: string;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string | null;
  ip: string | null;
  previous_hash: Buffer;
  hash: Buffer;
  /** The text that the hash covers, after the previous hash: `audit_entry_hash` of the schema. */
  hashed: string;
};

export const listStreamEntries = (
  db: Db,
  orgId: OrgId,
  { afterSeq, limit }: { afterSeq: number; limit: number },
) =>
  db.rows<StreamEntryRow>(sql`
    select e.seq::float8 as seq, e.id, e.at, e.actor_kind, e.actor_id, e.actor_name, e.action, e.target_type, e.target_id,
      e.before, e.after, e.request_id, host(e.ip) as ip, e.previous_hash, e.hash,
      jsonb_build_array(e.org_id, e.seq, e.id, extract(epoch from e.at), e.actor_kind, e.actor_id, e.actor_name, e.action,
        e.target_type, e.target_id, e.before, e.after, e.request_id, host(e.ip))::text as hashed
    from audit_entry e where e.org_id = ${orgId} and e.seq > ${afterSeq} order by e.seq limit ${limit}`);
