import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

export type ReportedTarget = {
  id: string;
  name: string;
  kind: TargetKind;
  group_id: string | null;
  group_name: string | null;
};

/** The targets `t` that fulfill the condition, by name. */
export const listReportedTargets = (
  db: Db,
  orgId: OrgId,
  { condition, limit }: { condition: Sql; limit: number },
) =>
  db.rows<ReportedTarget>(sql`
    select t.id, t.name, t.kind, t.group_id, g.name as group_name
    from target t left join target_group g on g.id = t.group_id
    where t.org_id = ${orgId} and ${condition}
    order by lower(t.name), t.id limit ${limit}`);

/** The series of targets, without those of steps. */
export const listSeriesOfTargets = (db: Db, orgId: OrgId, ids: readonly string[]) =>
  db.rows<{ target_id: string; series_key: number }>(sql`
    select s.target_id, s.series_key
    from target t join series s on s.target_id = t.id and s.step is null
    where t.org_id = ${orgId} and ${isOneOf(sql`t.id`, ids, sql`uuid[]`)}`);

/** The domains of the targets `t` that fulfill the condition and whose registration ends soon. */
export const listEndingDomains = (
  db: Db,
  orgId: OrgId,
  { condition, before, limit }: { condition: Sql; before: Date; limit: number },
) =>
  db.rows<{ name: string; expires_at: Date }>(sql`
    select t.name, d.expires_at
    from target t join monitor m on m.id = t.id join domain_registration d on d.domain = m.domain
    where t.org_id = ${orgId} and ${condition} and d.expires_at < ${before}
    order by d.expires_at, t.name limit ${limit}`);

/** The certificates of the newest results since `from` of the targets `t` that fulfill the condition, ending soon. */
export const listEndingCertificates = (
  db: Db,
  orgId: OrgId,
  { condition, from, to, before, limit }: EndingRequest,
) =>
  db.rows<{ name: string; expires_at: Date }>(sql`
    select t.name, min(p.tls_expires_at) as expires_at
    from target t
    join series s on s.target_id = t.id and s.step is null and s.active
    cross join lateral (
      select connection_key from check_result
      where series_key = s.series_key and slot >= ${from} and slot < ${to}
      order by slot desc
      limit 1
    ) r
    join check_connection p on p.connection_key = r.connection_key
    where t.org_id = ${orgId} and ${condition} and p.tls_expires_at < ${before}
    group by t.id, t.name
    order by 2, t.name limit ${limit}`);

type EndingRequest = { condition: Sql; from: Date; to: Date; before: Date; limit: number };

export const findNameOfOrganization = async (db: Db, orgId: OrgId): Promise<string> => {
  const row = await db.find<{ name: string }>(sql`select name from organization where id = ${orgId}`);
  return row?.name ?? "";
};
