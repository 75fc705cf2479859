import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { identifier, type Sql, sql } from "../../../platform/storage/sql.ts";
import { COUNTED_VALUES } from "../../results/counters/queries.ts";

/** One statement for each kind of figure, for any number of targets: the condition is about the target `t`. */

export type MeasuredTarget = {
  id: string;
  name: string;
  kind: TargetKind;
  type: CheckType | null;
  /** The URL, or host and port, of a monitor. */
  address: string | null;
  group_name: string | null;
  tags: string[];
  status: MonitorStatus;
  created_at_ms: number;
  domain_expires_at_s: number | null;
  last_ping_at_s: number | null;
};

export const listMeasuredTargets = (db: Db, orgId: string, condition: Sql) =>
  db.rows<MeasuredTarget>(sql`
    select t.id, t.name, t.kind, m.type, t.address, g.name as group_name, t.tags, t.status,
      ${milliseconds(sql`t.created_at`)} as created_at_ms, ${seconds(sql`d.expires_at`)} as domain_expires_at_s,
      ${seconds(sql`h.last_ping_at`)} as last_ping_at_s
    from target t
    left join monitor m on m.id = t.id
    left join target_group g on g.id = t.group_id
    left join domain_registration d on d.domain = m.domain
    left join heartbeat_state h on h.id = t.id
    where t.org_id = ${orgId} and ${condition}
    order by t.name, t.id`);

/** Whether the caller to whom `db` is limited sees all of these targets. */
export const areVisible = async (db: Db, orgId: string, ids: readonly string[]): Promise<boolean> => {
  const row = await db.find<{ count: number }>(sql`
    select count(*)::int as count from target t where t.org_id = ${orgId} and t.id = any(${textArray(ids)}::uuid[])`);
  return row?.count === ids.length;
};

/** What a series has been counted in, since counting began. */
export type SeriesCounts = {
  up: number;
  degraded: number;
  down: number;
  error: number;
  missed: number;
  skipped: number;
  within_100ms: number;
  within_250ms: number;
  within_500ms: number;
  within_1s: number;
  within_2500ms: number;
  within_5s: number;
  within_10s: number;
  above_10s: number;
  response_us_sum: number;
};

/** The newest result of a series; all null without one. */
export type LatestRow = {
  response_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  ttfb_us: number | null;
  status_code: number | null;
  result_status: "u" | "g" | "d" | "e" | null;
  checked_at_s: number | null;
  tls_expires_at_s: number | null;
  tls_protocol: string | null;
};

export type MeasuredSeries = SeriesCounts &
  LatestRow & { target_id: string; location: string; active: boolean };

/**
 * The series of targets: what is counted, the results since then, and the newest result after `from`. The bounds exclude
 * partitions: `countedTo` is the progress of the counters, or an earlier one. Each series is two index probes.
 */
export const listMeasuredSeries = (
  db: Db,
  orgId: string,
  { condition, countedTo, from, to }: { condition: Sql; countedTo: Date; from: Date; to: Date },
) =>
  db.rows<MeasuredSeries>(sql`
    with progress as (select counted_to, counting_to, series_key from counter_progress)
    select s.target_id, s.location, s.active,
      ${summed("up")}, ${summed("degraded")}, ${summed("down")}, ${summed("error")},
      ${summed("within_100ms")}, ${summed("within_250ms")}, ${summed("within_500ms")}, ${summed("within_1s")},
      ${summed("within_2500ms")}, ${summed("within_5s")}, ${summed("within_10s")}, ${summed("above_10s")},
      ${summed("response_us_sum")},
      (coalesce(c.missed, 0) + coalesce(gap.missed, 0))::float8 as missed,
      (coalesce(c.skipped, 0) + coalesce(gap.skipped, 0))::float8 as skipped,
      latest.response_us, latest.dns_us, latest.connect_us, latest.tls_us, latest.ttfb_us, latest.status_code,
      latest.status as result_status,
      ${seconds(sql`latest.slot + latest.late_ms * interval '1 millisecond'`)} as checked_at_s,
      ${seconds(sql`p.tls_expires_at`)} as tls_expires_at_s, p.tls_protocol
    from target t
    join series s on s.target_id = t.id and s.step is null
    left join series_counter c on c.series_key = s.series_key
    left join (
      select series_key, sum(slots) filter (where kind = 'missed') as missed,
        sum(slots) filter (where kind = 'skipped') as skipped
      from slot_gap group by series_key
    ) gap on gap.series_key = s.series_key
    left join lateral (
      select ${COUNTED_VALUES} from check_result
      where series_key = s.series_key and slot >= ${countedTo} and slot < ${to} and slot >= (
        select case when s.series_key <= progress.series_key then counting_to else counted_to end from progress)
    ) recent on true
    left join lateral (
      select * from check_result
      where series_key = s.series_key and slot >= ${from} and slot < ${to}
      order by slot desc
      limit 1
    ) latest on true
    left join check_connection p on p.connection_key = latest.connection_key
    where t.org_id = ${orgId} and ${condition}
    order by s.target_id, s.series_key`);

export type MeasuredChange = {
  target_id: string;
  at_ms: number;
  status: MonitorStatus;
  previous_status: MonitorStatus;
};

/** The changes of status of targets since a time, in order. */
export const listMeasuredChanges = (
  db: Db,
  orgId: string,
  { condition, since }: { condition: Sql; since: Date },
) =>
  db.rows<MeasuredChange>(sql`
    select c.target_id, ${milliseconds(sql`c.at`)} as at_ms, c.status, c.previous_status
    from target t join status_change c on c.target_id = t.id
    where t.org_id = ${orgId} and c.at >= ${since} and ${condition}
    order by c.target_id, c.at`);

/** The web vitals that are durations, in milliseconds; `cls` is a ratio. */
export const TIMED_VITALS = ["lcp", "inp", "fcp", "ttfb"] as const;

export type WebVitalsRow = {
  target_id: string;
  location: string;
  vitals: {
    lcp_ms: number | null;
    cls: number | null;
    inp_ms: number | null;
    fcp_ms: number | null;
    ttfb_ms: number | null;
  };
};

/** The web vitals of the newest run of each journey that measured them, of its ten newest runs. */
export const listWebVitalsRows = (db: Db, orgId: string, condition: Sql) =>
  db.rows<WebVitalsRow>(sql`
    select t.id as target_id, newest.location, newest.web_vitals as vitals
    from target t
    cross join lateral (
      select location, web_vitals
      from (select id, location, web_vitals from run where target_id = t.id order by id desc limit 10) as recent
      where web_vitals is not null
      order by id desc limit 1
    ) newest
    where t.org_id = ${orgId} and t.kind = 'journey' and ${condition}`);

function summed(column: keyof SeriesCounts): Sql {
  const name = identifier(column);
  return sql`(coalesce(c.${name}, 0) + coalesce(recent.${name}, 0))::float8 as ${name}`;
}

const seconds = (at: Sql): Sql => sql`(extract(epoch from ${at}))::float8`;
const milliseconds = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000)::float8`;
