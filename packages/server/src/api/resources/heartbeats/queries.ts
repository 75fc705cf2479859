import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { HeartbeatFields } from "./heartbeat-fields.ts";

export const saveHeartbeat = (db: Db, id: TargetId, fields: HeartbeatFields) =>
  db.run(sql`
    insert into heartbeat (id, org_id, ping_id, slug, push_token, schedule, grace_seconds, max_runtime_seconds, methods,
      filters, body_bytes_max, paused_ping)
    select id, org_id, ${fields.ping_id}, ${fields.slug}, ${fields.push_token}, ${JSON.stringify(fields.schedule)}::jsonb,
      ${fields.grace_seconds}, ${fields.max_runtime_seconds}, ${fields.methods},
      ${fields.filters === null ? null : JSON.stringify(fields.filters)}::jsonb, ${fields.body_bytes_max}, ${fields.paused_ping}
    from target where id = ${id}
    on conflict (id) do update set slug = excluded.slug, push_token = excluded.push_token, schedule = excluded.schedule,
      grace_seconds = excluded.grace_seconds, max_runtime_seconds = excluded.max_runtime_seconds,
      methods = excluded.methods, filters = excluded.filters, body_bytes_max = excluded.body_bytes_max,
      paused_ping = excluded.paused_ping`);

/** Serializes changes of slugs, UUIDs and tokens of an organization until the transaction ends. */
export const lockHeartbeatNames = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('heartbeat names of ' || ${orgId}, 0))`);

export type OwnerRow = { has_slug: boolean; has_ping_id: boolean; has_push_token: boolean };

/** Other heartbeats with the slug, in this organization, or with the UUID or token, in any. */
export const findOwners = (
  db: Db,
  orgId: OrgId,
  {
    slug,
    pingId,
    pushToken,
    except,
  }: { slug: string; pingId: string; pushToken: string | null; except: TargetId | null },
) =>
  db.rows<OwnerRow>(sql`
    select h.org_id = ${orgId} and h.slug = ${slug} and s.deleted_at is null as has_slug, h.ping_id = ${pingId} as has_ping_id,
      coalesce(h.push_token = ${pushToken}, false) as has_push_token
    from heartbeat h join stored_target s on s.id = h.id
    where ((h.org_id = ${orgId} and h.slug = ${slug}) or h.ping_id = ${pingId} or h.push_token = ${pushToken})
      and (${except}::uuid is null or h.id <> ${except}::uuid)`);

export type HeartbeatStateRow = {
  id: TargetId;
  ping_count: number;
  last_ping_at: Date | null;
  last_duration_ms: number | null;
  next_slot: Date | null;
  has_open_run: boolean;
};

/** What pings have changed of these heartbeats; a heartbeat without a ping may have no row. */
export const listHeartbeatStates = (db: Db, orgId: OrgId, ids: readonly TargetId[]) =>
  db.rows<HeartbeatStateRow>(sql`
    select s.id, s.ping_count::float8 as ping_count, s.last_ping_at, s.last_duration_ms, s.next_slot,
      exists(select from jsonb_array_elements(s.runs) as run where not (run ->> 'isOverdue')::boolean) as has_open_run
    from heartbeat_state s join target t on t.id = s.id
    where t.org_id = ${orgId} and s.id = any(${ids}::uuid[])`);

export const findHeartbeatBySlug = (db: Db, orgId: OrgId, slug: string) =>
  db.rows<{ id: TargetId }>(sql`select id from heartbeat where org_id = ${orgId} and slug = ${slug}`);
