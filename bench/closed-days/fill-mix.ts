import { upsertConnectionFacts } from "../../packages/server/src/pipeline/results/recording/queries.ts";
import { ensurePartitionsOf } from "../../packages/server/src/pipeline/results/retention/partitions.ts";
import { phaseMs } from "../../packages/server/src/pipeline/scheduler/grid.ts";
import { intArray, textArray } from "../../packages/server/src/platform/storage/array-literal.ts";
import type { Database, Db } from "../../packages/server/src/platform/storage/database.ts";
import { type Sql, sql } from "../../packages/server/src/platform/storage/sql.ts";
import { makeMonitor } from "../../packages/server/test/builders.ts";

const DAY_MS = 86_400_000;

export type MixedMonitor = { id: string; kind: string; seriesKey: number; intervalMs: number };
type KindOfMonitor = {
  name: string;
  share: number;
  intervalMs: number;
  hasTls: boolean;
  hasHttp: boolean;
  details: "none" | "constant" | "varying";
};

/** The monitors of a usual installation. A response time that an assertion repeats differs in each result. */
const KINDS: readonly KindOfMonitor[] = [
  { name: "HTTPS", share: 0.45, intervalMs: 60_000, hasTls: true, hasHttp: true, details: "none" },
  {
    name: "HTTPS, 1 assertion",
    share: 0.1,
    intervalMs: 60_000,
    hasTls: true,
    hasHttp: true,
    details: "constant",
  },
  {
    name: "HTTPS, 3 assertions",
    share: 0.15,
    intervalMs: 60_000,
    hasTls: true,
    hasHttp: true,
    details: "varying",
  },
  { name: "HTTPS, 5 min", share: 0.1, intervalMs: 300_000, hasTls: true, hasHttp: true, details: "none" },
  { name: "HTTP, 30 s", share: 0.1, intervalMs: 30_000, hasTls: false, hasHttp: true, details: "none" },
  { name: "TCP", share: 0.1, intervalMs: 60_000, hasTls: false, hasHttp: false, details: "none" },
];

/** Addresses that a name resolves to in turn. */
const ADDRESSES = 3;

/** Creates monitors of all kinds, with intervals of `KINDS`. */
export async function makeMix(
  db: Database,
  { orgId, count, since }: { orgId: string; count: number; since: Date },
): Promise<MixedMonitor[]> {
  const made: MixedMonitor[] = [];
  for (const { name, share, intervalMs } of KINDS) {
    for (let nr = 0; nr < Math.max(1, Math.round(count * share)); nr++) {
      const { id, seriesKeys } = await makeMonitor(db, { orgId, intervalMs, createdAt: since });
      made.push({ id, kind: name, seriesKey: seriesKeys[0] ?? 0, intervalMs });
    }
  }
  return made;
}

/** Stores the results of all monitors from `fromMs` to `toMs`, in the order of a recorder. Returns their number. */
export async function fillMix(
  database: Database,
  monitors: readonly MixedMonitor[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number> {
  const keys = await connectionKeysOf(database, monitors);
  let results = 0;
  await database.run(sql`select setseed(0.4)`);
  for (let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs < toMs; dayMs += DAY_MS) {
    await ensurePartitionsOf(database, [dayMs]);
    for (const kind of KINDS) {
      const series = monitors.flatMap((each, nr) =>
        each.kind === kind.name
          ? { ...each, connectionKeys: keys.slice(nr * ADDRESSES, (nr + 1) * ADDRESSES) }
          : [],
      );
      const range = { fromMs: Math.max(dayMs, fromMs), toMs: Math.min(dayMs + DAY_MS, toMs) };
      results += await fillKind(database, { kind, series, ...range });
    }
  }
  return results;
}

function connectionKeysOf(db: Db, monitors: readonly MixedMonitor[]): Promise<number[]> {
  return upsertConnectionFacts(
    db,
    monitors.flatMap((_, nr) =>
      Array.from({ length: ADDRESSES }, (_, address) => ({
        runner: "bench",
        ip: `10.${address}.${nr >> 8}.${nr & 255}`,
        tlsExpiresAtMs: Date.UTC(2027, 0),
        tlsIssuer: "Example CA",
        tlsProtocol: "TLSv1.3",
      })),
    ),
  );
}

const assertion = (type: string, operator: string, value: unknown, actual: string): string =>
  `{"type":"${type}","property":null,"operator":"${operator}","value":${JSON.stringify(value)},"actual":${actual},"passed":true}`;

const DETAILS: Record<KindOfMonitor["details"], Sql> = {
  none: sql`null`,
  constant: sql`${`{"assertions":[${assertion("status_code", "equals", 200, "200")}]}`}::jsonb`,
  varying: sql`replace(${`{"assertions":[${assertion("status_code", "equals", 200, "200")},${assertion(
    "response_time",
    "less_than",
    2_000,
    "RESPONSE",
  )},${assertion("body", "contains", "Welcome", '"…Welcome…"')}]}`}, 'RESPONSE', trim_scale(response_us / 1000.0)::text)::jsonb`,
};

type Fill = {
  kind: KindOfMonitor;
  series: readonly (MixedMonitor & { connectionKeys: readonly number[] })[];
  fromMs: number;
  toMs: number;
};

/**
 * Times are lognormal: medians of 0.3 ms for DNS, 12 ms to connect, 18 ms for TLS, 45 ms to the first byte and 0.4 ms for the
 * download. One check in 500 is in an outage of five slots, with an error whose text contains the address.
 */
function fillKind(db: Db, { kind, series, fromMs, toMs }: Fill): Promise<number> {
  const { intervalMs, hasTls, hasHttp, details } = kind;
  return db.run(sql`
    insert into check_result (slot, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, body_bytes,
      connection_key, late_ms, status_code, attempts, status, trigger, details)
    select to_timestamp(slot_ms / 1000.0), series_key, case when not is_down then response_us end, dns_us, connect_us, tls_us,
      case when not is_down then ttfb_us end, case when not is_down then body_bytes end, connection_key,
      late_ms, case when ${hasHttp} and not is_down then 200 end, case when is_down then 2 else 1 end,
      case when is_down then 'd' else 'u' end::"char", 's',
      case when is_down then jsonb_build_object('error', jsonb_build_object('code', 'TIMEOUT', 'phase', 'headers',
          'message', '10.0.0.' || series_key % 256 || ' sent no response within 10 s.'))
        else ${DETAILS[details]} end
    from (
      select *, dns_us + connect_us + coalesce(tls_us, 0) + coalesce(ttfb_us + download_us, 0) as response_us
      from (
        select slot_nr * ${intervalMs}::bigint + phase_ms as slot_ms, series_key,
          hashint8(series_key::bigint * 1000000 + slot_nr / 5) % 500 = 0 as is_down,
          exp(5.7 + 0.4 * random_normal())::int4 as dns_us,
          exp(9.4 + 0.3 * random_normal())::int4 as connect_us,
          case when ${hasTls} then exp(9.8 + 0.3 * random_normal())::int4 end as tls_us,
          case when ${hasHttp} then exp(10.7 + 0.5 * random_normal())::int4 end as ttfb_us,
          case when ${hasHttp} then exp(6 + 0.5 * random_normal())::int4 end as download_us,
          case when ${hasHttp} then 20000 + (random() * 500)::int end as body_bytes,
          connection_keys[1 + (random() * 2.99)::int % 3] as connection_key,
          least(1000, exp(1.1 + 0.6 * random_normal()))::int2 as late_ms
        from generate_series(${Math.floor(fromMs / intervalMs)}::bigint, ${Math.floor(toMs / intervalMs)}::bigint)
          as slots (slot_nr)
        cross join (
          select series_key, phase_ms, string_to_array(connections, ' ')::int4[] as connection_keys
          from unnest(${intArray(series.map((each) => each.seriesKey))}::int4[],
            ${intArray(series.map((each) => phaseMs(each.id, intervalMs)))}::int4[],
            ${textArray(series.map((each) => each.connectionKeys.join(" ")))}::text[]
          ) as series (series_key, phase_ms, connections)
        ) given
        order by 1
      ) made
    ) r
    where slot_ms >= ${fromMs}::bigint and slot_ms < ${toMs}::bigint`);
}
