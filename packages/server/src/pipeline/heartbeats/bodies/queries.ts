import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type WithBodiesRow = { id: string; is_deleted: boolean };

/** The heartbeats with bodies, each found with one step in the index. */
export const listWithBodies = (db: Db) =>
  db.rows<WithBodiesRow>(sql`
    with recursive found as (
      (select heartbeat_id as id from heartbeat_ping where body is not null order by heartbeat_id limit 1)
      union all
      select (select p.heartbeat_id from heartbeat_ping p where p.body is not null and p.heartbeat_id > f.id
        order by p.heartbeat_id limit 1)
      from found f where f.id is not null
    )
    select f.id, h.id is null as is_deleted from found f left join heartbeat h on h.id = f.id where f.id is not null`);

/** Deletes the bodies of all but the newest pings of these heartbeats: of failures, and of others. */
export const dropBodies = (db: Db, heartbeatIds: readonly string[], keptOfKind: number) =>
  db.run(sql`
    with oldest as (
      select h.id as heartbeat_id, kept.is_failure, kept.id from unnest(${textArray(heartbeatIds)}::uuid[]) as h(id)
      cross join (values (true), (false)) as k(is_failure)
      cross join lateral (
        select p.id, k.is_failure from heartbeat_ping p
        where p.heartbeat_id = h.id and p.body is not null and (p.kind = 'f') = k.is_failure
        order by p.id desc offset ${keptOfKind} limit 1
      ) as kept
    )
    update heartbeat_ping p set body = null, body_truncated = true from oldest o
    where p.heartbeat_id = o.heartbeat_id and p.id <= o.id and p.body is not null and (p.kind = 'f') = o.is_failure`);
