import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

/** A result with what its span shows. Times are stored masked, as all of it is. */
export type TracedRow = {
  target_id: string;
  name: string;
  kind: TargetKind;
  type: CheckType | null;
  address: string | null;
  method: string | null;
  tags: string[];
  timeout_ms: number;
  location: string;
  slot_us: number;
  late_ms: number;
  status: "u" | "g" | "d" | "e";
  trigger: "s" | "m";
  attempts: number;
  response_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  ttfb_us: number | null;
  status_code: number | null;
  body_bytes: number | null;
  runner: string;
  ip: string | null;
  tls_protocol: string | null;
  error: { code: string; message: string } | null;
  trace_id: string | null;
  run: TracedRun | null;
};

export type TracedRun = {
  id: string;
  started_ms: number | null;
  finished_ms: number | null;
  error: { code: string; message: string } | null;
  steps: TracedStep[];
};

export type TracedStep = {
  index: number;
  name: string;
  action: string;
  status: "passed" | "failed" | "skipped";
  started_ms: number | null;
  duration_ms: number | null;
  error: { code: string; message: string } | null;
  url: string | null;
  status_code: number | null;
};

export type TracedKeys = { seriesKeys: readonly number[]; slotsUs: readonly number[] };

/** The results of a batch, with the final attempt of their runs. Those that were deleted meanwhile are left out. */
export const listTracedRows = (db: Db, orgId: string, { seriesKeys, slotsUs }: TracedKeys) =>
  db.rows<TracedRow>(sql`
    with given as (
      select series_key, timestamptz 'epoch' + slot_us * interval '1 microsecond' as slot, slot_us
      from unnest(${seriesKeys}::integer[], ${slotsUs}::bigint[]) as g (series_key, slot_us)
    )
    select t.id as target_id, t.name, t.kind, m.type, t.address, m.config ->> 'method' as method, t.tags, t.timeout_ms,
      s.location, g.slot_us::float8 as slot_us, r.late_ms, r.status, r.trigger, r.attempts, r.response_us, r.dns_us,
      r.connect_us, r.tls_us, r.ttfb_us, r.status_code, r.body_bytes, p.runner, host(p.ip) as ip, p.tls_protocol,
      r.details -> 'error' as error, r.details ->> 'trace_id' as trace_id, run.run
    from given g
    join series s on s.series_key = g.series_key
    join stored_target t on t.id = s.target_id
    left join monitor m on m.id = t.id
    cross join lateral (
      select * from check_result where series_key = g.series_key and slot = g.slot
        and slot between ${instant(Math.min(...slotsUs))} and ${instant(Math.max(...slotsUs))}
      limit 1
    ) r
    join check_connection p on p.connection_key = r.connection_key
    left join lateral (
      select jsonb_build_object('id', u.id, 'error', u.error,
        'started_ms', extract(epoch from u.attempt_started_at) * 1000,
        'finished_ms', extract(epoch from u.finished_at) * 1000,
        'steps', (
          select coalesce(jsonb_agg(jsonb_build_object('index', x.index, 'name', x.name, 'action', x.action,
            'status', x.status, 'started_ms', extract(epoch from x.started_at) * 1000, 'duration_ms', x.duration_ms,
            'error', x.error, 'url', x.url,
            'status_code', x.details -> 'response' -> 'status') order by x.index), '[]')
          from run_step x where x.run_id = u.id and x.attempt = u.attempt
        )) as run
      from run u where u.target_id = t.id and u.location = s.location and u.slot = g.slot and t.kind <> 'monitor'
      limit 1
    ) run on true
    where t.org_id = ${orgId}`);

function instant(us: number) {
  return sql`to_timestamp(${us}::float8 / 1000000)`;
}
