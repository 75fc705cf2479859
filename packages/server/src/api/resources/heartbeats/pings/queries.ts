import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import { CODE_OF_KIND, type PingCode } from "../../../../pipeline/heartbeats/ping-codes.ts";
import { lowestId } from "../../../../platform/kernel/ids.ts";
import { textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";

export type PingRow = {
  id: string;
  kind: PingCode;
  exit_status: number | null;
  rid: string | null;
  duration_ms: number | null;
  slot: Date | null;
  method: string;
  source: string | null;
  user_agent: string | null;
  body_bytes: number;
  has_body: boolean;
  metrics: Record<string, number> | null;
};

const LISTED = sql`
  p.id, p.kind, p.exit_status, p.rid, p.duration_ms, p.slot, p.method, host(p.source) as source, p.user_agent, p.body_bytes,
  p.body is not null as has_body, p.metrics`;

/** Read through the heartbeat, so that they belong to the organization. */
const FROM = (orgId: OrgId, heartbeatId: TargetId) => sql`
  from heartbeat_ping p join target t on t.id = p.heartbeat_id
  where t.org_id = ${orgId} and p.heartbeat_id = ${heartbeatId}`;

export type PingFilters = {
  kinds: readonly PingKind[] | undefined;
  from: Date | undefined;
  to: Date | undefined;
  /** Only pings before this one. */
  before: string | null;
  limit: number;
};

/** Newest first. Ids start with the time at which a ping was received. */
export const listPings = (
  db: Db,
  orgId: OrgId,
  heartbeatId: TargetId,
  { kinds, from, to, before, limit }: PingFilters,
) => {
  const codes = kinds?.map((kind) => CODE_OF_KIND[kind]);
  return db.rows<PingRow>(sql`
    select ${LISTED} ${FROM(orgId, heartbeatId)}
      ${codes === undefined ? sql`` : sql`and p.kind = any(${textArray(codes)}::"char"[])`}
      ${from === undefined ? sql`` : sql`and p.id >= ${lowestId(from.getTime())}`}
      ${to === undefined ? sql`` : sql`and p.id < ${lowestId(to.getTime())}`}
      ${before === null ? sql`` : sql`and p.id < ${before}`}
    order by p.id desc limit ${limit}`);
};

export type PingWithBodyRow = PingRow & { body: string | null; body_truncated: boolean };

export const findPing = (db: Db, orgId: OrgId, { heartbeatId, id }: { heartbeatId: TargetId; id: string }) =>
  db.find<PingWithBodyRow>(sql`
    select ${LISTED}, p.body, p.body_truncated ${FROM(orgId, heartbeatId)} and p.id = ${id}`);

export type MetricPointRow = { name: string; id: string; value: number };

/** Metrics of one response. A job can use another set with each ping. */
const NAMES_MAX = 50;
/** Pings that are read for one response: enough for the newest points of each metric. */
const METRIC_PINGS_MAX = 2_000;

/** The newest values of each metric, oldest first. */
export const listMetricPoints = (
  db: Db,
  orgId: OrgId,
  { heartbeatId, from, to, limit }: { heartbeatId: TargetId; from: Date; to: Date; limit: number },
) =>
  db.rows<MetricPointRow>(sql`
    with pings as (
      select p.id, p.metrics ${FROM(orgId, heartbeatId)} and p.metrics is not null
        and p.id >= ${lowestId(from.getTime())} and p.id < ${lowestId(to.getTime())}
      order by p.id desc limit ${METRIC_PINGS_MAX}
    ), numbered as (
      select m.key as name, p.id, m.value::float8 as value,
        row_number() over (partition by m.key order by p.id desc) as nr,
        dense_rank() over (order by m.key) as name_nr
      from pings p cross join lateral jsonb_each_text(p.metrics) as m(key, value)
    )
    select name, id, value from numbered where nr <= ${limit} and name_nr <= ${NAMES_MAX} order by name, id`);
