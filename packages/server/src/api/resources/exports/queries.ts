import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { RESULT_COLUMNS, storedResults } from "../../../pipeline/results/closed/stored-results.ts";
import { STATUS_CODE } from "../../../pipeline/results/recording/queries.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

export type ExportedSeries = {
  series_key: number;
  target_id: string;
  name: string;
  kind: TargetKind;
  location: string;
};

/** A page of the series of the targets `t` that fulfill the condition, without those of steps; by target and location. */
export const listExportedSeries = (
  db: Db,
  orgId: OrgId,
  { condition, location, after, limit }: SeriesRequest,
) =>
  db.rows<ExportedSeries>(sql`
    select s.series_key, t.id as target_id, t.name, t.kind, s.location
    from target t join series s on s.target_id = t.id and s.step is null
    where t.org_id = ${orgId} and ${condition} and (${location}::text is null or s.location = ${location})
      ${after === null ? sql`` : sql`and (t.id, s.location, s.series_key) > (${after.target_id}, ${after.location}, ${after.series_key})`}
    order by t.id, s.location, s.series_key limit ${limit}`);

type SeriesRequest = {
  condition: Sql;
  location: string | null;
  after: ExportedSeries | null;
  limit: number;
};

export type ExportedResult = {
  slot_us: number;
  late_ms: number;
  status: "u" | "g" | "d" | "e";
  trigger: "s" | "m";
  response_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  ttfb_us: number | null;
  status_code: number | null;
  ip: string | null;
  attempts: number;
  error_code: string | null;
  error_message: string | null;
};

/** Results of one series, oldest first, from `fromUs` and after `afterUs`. The error of a run is in its row. */
export const listExportedResults = (
  db: Db,
  orgId: OrgId,
  { series, fromUs, toUs, afterUs, statuses, limit }: ResultsRequest,
) =>
  db.rows<ExportedResult>(sql`
    select (extract(epoch from r.slot) * 1000000)::float8 as slot_us, r.late_ms, r.status, r.trigger, r.response_us,
      r.dns_us, r.connect_us, r.tls_us, r.ttfb_us, r.status_code, host(p.ip) as ip, r.attempts,
      coalesce(r.details -> 'error', run.error) ->> 'code' as error_code,
      coalesce(r.details -> 'error', run.error) ->> 'message' as error_message
    from (
      select r.* from ${storedResults({
        ...{
          columns: RESULT_COLUMNS,
          seriesKey: series.series_key,
          from: instant(afterUs ?? fromUs),
          to: instant(toUs),
          statuses,
        },
        closest: { end: "oldest", results: limit },
      })} r
      where r.series_key = ${series.series_key} and r.slot >= ${instant(fromUs)} and r.slot < ${instant(toUs)}
        and (${afterUs}::float8 is null or r.slot > ${instant(afterUs ?? fromUs)})
        ${statuses === null ? sql`` : sql`and r.status = any (${`{${statuses.map((status) => STATUS_CODE[status]).join(",")}}`}::"char"[])`}
      order by r.slot limit ${limit}
    ) r
    join check_connection p on p.connection_key = r.connection_key
    left join run on run.target_id = ${series.target_id} and run.location = ${series.location} and run.slot = r.slot
      and run.org_id = ${orgId} and r.status <> 'u'
    order by r.slot`);

type ResultsRequest = {
  series: ExportedSeries;
  fromUs: number;
  toUs: number;
  afterUs: number | null;
  statuses: readonly CheckStatus[] | null;
  limit: number;
};

const instant = (us: number): Sql => sql`to_timestamp(${us}::float8 / 1000000)`;

export type ExportedTarget = { id: string; name: string; kind: TargetKind };

/** A page of the targets `t` that fulfill the condition. */
export const listExportedTargets = (
  db: Db,
  orgId: OrgId,
  { condition, afterId, limit }: { condition: Sql; afterId: string | null; limit: number },
) =>
  db.rows<ExportedTarget>(sql`
    select t.id, t.name, t.kind from target t
    where t.org_id = ${orgId} and ${condition} ${afterId === null ? sql`` : sql`and t.id > ${afterId}`}
    order by t.id limit ${limit}`);

export const ofIds = (ids: readonly string[]): Sql => sql`t.id = any(${textArray(ids)}::uuid[])`;
