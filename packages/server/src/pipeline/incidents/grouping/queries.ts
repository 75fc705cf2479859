import type { OrgId } from "@vedette/contract/common/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/* What decides which alerts belong to one incident. */

export const listTargetFacts = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{
    id: string;
    address: string | null;
    tags: string[];
    group_id: string | null;
    group_name: string | null;
  }>(sql`
    select t.id, t.address, t.tags, t.group_id, g.name as group_name
    from stored_target t left join target_group g on g.id = t.group_id
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])`);

/** More levels of dependencies than a map of services has. */
const DEPTH_MAX = 20;

/** The topmost parents of some targets; a target that depends on nothing is its own. */
export const listRoots = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ target_id: string; id: string; name: string }>(sql`
    with recursive up (target_id, id, depth) as (
      select id, id, 0 from stored_target where org_id = ${orgId} and id = any(${textArray(ids)}::uuid[])
      union
      select up.target_id, d.parent_id, up.depth + 1 from up join target_dependency d on d.child_id = up.id
      where up.depth < ${DEPTH_MAX}
    )
    select distinct up.target_id, t.id, t.name
    from up join stored_target t on t.id = up.id
    where not exists (select from target_dependency d where d.child_id = up.id)`);

/** Results per series that are read for addresses and certificates. */
const RESULTS_MAX = 20;

/** What the latest checks of some targets reached. */
export const listConnections = (
  db: Db,
  orgId: OrgId,
  { ids, since }: { ids: readonly string[]; since: Date },
) =>
  db.rows<{ target_id: string; ip: string | null; certificate: string | null }>(sql`
    select distinct s.target_id, host(c.ip) as ip,
      case when c.tls_issuer is not null then c.tls_issuer || ', until ' || to_char(c.tls_expires_at at time zone 'UTC',
        'YYYY-MM-DD HH24:MI:SS') end as certificate
    from stored_target t join series s on s.target_id = t.id and s.step is null
    cross join lateral (
      select connection_key from check_result r
      where r.series_key = s.series_key and r.slot > ${since} order by r.slot desc limit ${RESULTS_MAX}
    ) r
    join check_connection c on c.connection_key = r.connection_key
    where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])`);
