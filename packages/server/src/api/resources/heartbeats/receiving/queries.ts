import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { PausedPingMode, PingMethods } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { HeartbeatFilters } from "@vedette/contract/heartbeats/heartbeats.ts";
import { PINGS_CHANNEL } from "../../../../pipeline/heartbeats/heartbeat-engine.ts";
import type { PingCode } from "../../../../pipeline/heartbeats/ping-codes.ts";
import { intArray, textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";
import type { PingAddress } from "./received-ping.ts";

/* The statements of received pings. The address of a ping determines the organization. */

export type PingedRow = {
  /** The number of the address, from 1. */
  nr: number;
  /** Of a valid ping key, also without a heartbeat. */
  org_id: OrgId;
  /** Null if the key is valid, and no heartbeat has the slug. */
  id: TargetId | null;
  shard: number;
  enabled: boolean;
  paused_reason: "plan" | null;
  methods: PingMethods;
  filters: HeartbeatFilters | null;
  body_bytes_max: number;
  paused_ping: PausedPingMode;
};

/** Returns the heartbeats with these addresses: none for an unknown one, and several for an ambiguous slug. */
export const findPinged = (db: Db, addresses: readonly PingAddress[]) => {
  const each = (pick: (address: PingAddress) => string | null) => textArray(addresses.map(pick));
  return db.rows<PingedRow>(sql`
    with given as (
      select * from unnest(
        ${each((address) => (address.by === "uuid" ? address.uuid : null))}::uuid[],
        ${each((address) => (address.by === "key" ? address.keyHash : null))}::text[],
        ${each((address) => (address.by === "token" ? address.token : null))}::text[],
        ${each((address) => (address.by === "uuid" ? null : address.slug))}::text[]
      ) with ordinality as g(uuid, key_hash, token, slug, nr)
    ), keyed as (
      select g.nr, g.slug, k.org_id from given g join ping_key k on k.key_hash = decode(g.key_hash, 'hex')
    ), found as (
      select g.nr, h.org_id, h.id from given g join heartbeat h on h.ping_id = g.uuid
      union all
      -- A token may also be the UUID, for a sender that was set up here.
      select g.nr, h.org_id, h.id from given g join heartbeat h on h.push_token = g.token
      where g.slug is null or h.slug = g.slug
      union all
      select g.nr, h.org_id, h.id from given g join heartbeat h on h.ping_id::text = g.token
      where g.slug is null or h.slug = g.slug
      union all
      select k.nr, k.org_id, h.id from keyed k join heartbeat h on h.org_id = k.org_id and h.slug = k.slug
    ), present as (
      select f.nr::int4, f.org_id, t.id, t.shard, t.enabled, t.paused_reason, h.methods, h.filters, h.body_bytes_max,
        h.paused_ping
      from found f join heartbeat h on h.id = f.id join target t on t.id = f.id
    )
    select * from present
    union all
    select k.nr::int4, k.org_id, null, 0, false, null, 'any', null, 0, 'ignore' from keyed k
    where not exists (select from present p where p.nr = k.nr)`);
};

export type NewPing = {
  id: string;
  heartbeatId: TargetId;
  shard: number;
  kind: PingCode;
  exitStatus: number | null;
  rid: string | null;
  durationMs: number | null;
  method: string;
  source: string;
  userAgent: string | null;
  body: string | null;
  isBodyCut: boolean;
  bodyBytes: number;
  metrics: Record<string, number> | null;
};

/** Stores pings, and announces them to the schedulers at the commit. */
export const insertPings = (db: Db, pings: readonly NewPing[]) => {
  const texts = (pick: (ping: NewPing) => string | null) => textArray(pings.map(pick));
  const ints = (pick: (ping: NewPing) => number | null) => intArray(pings.map(pick));
  return db.run(sql`
    with stored as (
      insert into heartbeat_ping (id, heartbeat_id, shard, kind, exit_status, rid, duration_ms, method, source, user_agent, body,
        body_truncated, body_bytes, metrics, pending)
      select id, heartbeat_id, shard, kind, exit_status, rid, duration_ms, method, source, user_agent, body, body_truncated,
        body_bytes, metrics::jsonb, true
      from unnest(${texts(({ id }) => id)}::uuid[], ${texts(({ heartbeatId }) => heartbeatId)}::uuid[],
        ${ints(({ shard }) => shard)}::int2[], ${texts(({ kind }) => kind)}::"char"[],
        ${ints(({ exitStatus }) => exitStatus)}::int2[], ${texts(({ rid }) => rid)}::uuid[],
        ${ints(({ durationMs }) => durationMs)}::int4[], ${texts(({ method }) => method)}::text[],
        ${texts(({ source }) => source)}::inet[], ${texts(({ userAgent }) => userAgent)}::text[],
        ${texts(({ body }) => body)}::text[], ${texts(({ isBodyCut }) => String(isBodyCut))}::bool[],
        ${ints(({ bodyBytes }) => bodyBytes)}::int4[],
        ${texts(({ metrics }) => metrics && JSON.stringify(metrics))}::text[]
      ) as g(id, heartbeat_id, shard, kind, exit_status, rid, duration_ms, method, source, user_agent, body, body_truncated,
        body_bytes, metrics)
      -- A ping that is written again after a lost answer of the database.
      on conflict (id) do nothing
    )
    select pg_notify(${PINGS_CHANNEL}, '')`);
};

export type Renewal = {
  id: string;
  committedTo: Date;
  now: Date;
  isLive: boolean;
  /** Since when this process receives pings. */
  startedAt: Date;
  /** When it rejected pings, since the last renewal. */
  rejected: { from: Date; to: Date } | null;
};

/** A process that starts while others receive pings finds their last renewal at most this old. */
const RENEWAL_AGE_MAX = sql`interval '3 seconds'`;
/** Rows of processes that ended are kept for a day. */
const KEPT = sql`interval '1 day'`;

/**
 * Reports to the schedulers until when pings are stored. If no process received pings before this one, records that time as an
 * outage.
 */
export const renewReceiver = (db: Db, { id, committedTo, now, isLive, startedAt, rejected }: Renewal) =>
  db.run(sql`
    with previous as (
      select max(renewed_at) as at from ping_receiver
    ), outage as (
      insert into ping_outage (from_at, to_at)
      select at, ${startedAt}::timestamptz from previous where at < ${startedAt}::timestamptz - ${RENEWAL_AGE_MAX}
      union
      select ${rejected?.from ?? null}::timestamptz, ${rejected?.to ?? null}::timestamptz where ${rejected !== null}
      on conflict (from_at) do update set to_at = greatest(ping_outage.to_at, excluded.to_at)
    ), old as (
      delete from ping_receiver where renewed_at < ${now}::timestamptz - ${KEPT} and id <> ${id}
        and renewed_at < (select at from previous)
    )
    insert into ping_receiver (id, committed_to, renewed_at, is_live) values (${id}, ${committedTo}, ${now}, ${isLive})
    on conflict (id) do update set committed_to = excluded.committed_to, renewed_at = excluded.renewed_at,
      is_live = excluded.is_live`);
