import { lowestId } from "../../../platform/kernel/ids.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type MetricRequest = {
  heartbeatId: string;
  sinceMs: number;
  beforeMs: number;
  name: string;
  limit: number;
};

/** Pings with other metrics only that may be looked through for the wanted one. */
const PINGS_READ_MAX = 1_000;

/**
 * The newest values of a metric in evaluated pings that end a run, oldest first: those that have a result. `nr` is the
 * number of the request, from 1.
 */
export const listNewestMetrics = (db: Db, requests: readonly MetricRequest[]) =>
  db.rows<{ nr: number; id: string; value: number }>(sql`
    select g.nr::int4 as nr, m.id, m.value
    from unnest(
      ${textArray(requests.map(({ heartbeatId }) => heartbeatId))}::uuid[],
      ${textArray(requests.map(({ sinceMs }) => lowestId(sinceMs)))}::uuid[],
      ${textArray(requests.map(({ beforeMs }) => lowestId(beforeMs)))}::uuid[],
      ${textArray(requests.map(({ name }) => name))}::text[],
      ${intArray(requests.map(({ limit }) => limit))}::int4[]
    ) with ordinality as g (heartbeat_id, since_id, before_id, name, wanted, nr)
    cross join lateral (
      select p.id, (p.metrics ->> g.name)::float8 as value
      from (
        select id, metrics from heartbeat_ping
        where heartbeat_id = g.heartbeat_id and id >= g.since_id and id < g.before_id
          and kind in ('s', 'f') and metrics is not null and not pending
        order by id desc limit ${PINGS_READ_MAX}
      ) p
      where p.metrics ? g.name
      order by p.id desc limit g.wanted
    ) m
    order by g.nr, m.id`);

export type MetricRange = { heartbeatIds: readonly string[]; fromMs: number; toMs: number; name: string };

/** All values of a metric in such pings of these heartbeats, oldest first. */
export const listMetricValues = (
  db: Db,
  { heartbeatIds, fromMs, toMs, name, limit }: MetricRange & { limit: number },
) =>
  db.rows<{ heartbeat_id: string; id: string; value: number }>(sql`
    select heartbeat_id, id, (metrics ->> ${name}::text)::float8 as value from heartbeat_ping
    where heartbeat_id = any(${textArray(heartbeatIds)}::uuid[]) and id >= ${lowestId(fromMs)} and id < ${lowestId(toMs)}
      and kind in ('s', 'f') and metrics ? ${name}::text and not pending
    order by id limit ${limit}`);
