import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { ExporterListQuery, TRACE_SAMPLES } from "@vedette/contract/telemetry/exporters.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

export type ExporterRow = {
  id: string;
  org_id: OrgId;
  name: string;
  endpoint: string;
  header_names: string[];
  encrypted_headers: Buffer;
  version: number;
  sends_metrics: boolean;
  sends_traces: boolean;
  sample: (typeof TRACE_SAMPLES)[number];
  selector: Selector | null;
  enabled: boolean;
  created_at: Date;
  updated_at: Date;
};

/** What became of the requests of an exporter. */
export type ExporterDelivery = {
  last_sent_at: Date | null;
  last_error: string | null;
  last_error_at: Date | null;
  failures: number;
  traces_sent: number;
  traces_dropped: number;
  spans_rejected: number;
  points_sent: number;
  points_dropped: number;
  requests_retried: number;
};

export type ExporterView = ExporterRow & ExporterDelivery & { traces_waiting: number };

const SETTINGS = sql`e.id, e.org_id, e.name, e.endpoint, e.header_names, e.encrypted_headers, e.version, e.sends_metrics,
  e.sends_traces, e.sample, e.selector, e.enabled, e.created_at, e.updated_at`;
const DELIVERY = sql`e.last_sent_at, e.last_error, e.last_error_at, e.failures,
  e.traces_sent::float8 as traces_sent, e.traces_dropped::float8 as traces_dropped,
  e.spans_rejected::float8 as spans_rejected, e.points_sent::float8 as points_sent,
  e.points_dropped::float8 as points_dropped, e.requests_retried::float8 as requests_retried`;
const WAITING = sql`(
  select coalesce(sum(cardinality(b.series_keys)), 0)::float8 from trace_batch b where b.exporter_id = e.id
) as traces_waiting`;

export const listExporters = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: ExporterListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`e.created_at`, name: sql`e.name`, id: sql`e.id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<ExporterView>(sql`
    select ${SETTINGS}, ${DELIVERY}, ${WAITING} from telemetry_exporter e
    where e.org_id = ${orgId}${after}${order} limit ${query.limit + 1}`);
};

/** With `lock`, it stays unchanged until the transaction ends. */
export const findExporter = (db: Db, orgId: OrgId, { id, lock }: { id: string; lock: boolean }) =>
  db.find<ExporterView>(sql`
    select ${SETTINGS}, ${DELIVERY}, ${WAITING} from telemetry_exporter e
    where e.org_id = ${orgId} and e.id = ${id} ${lock ? sql`for no key update` : sql``}`);

/** Counts the exporters and locks the organization until the transaction ends. */
export const countExporters = async (db: Db, orgId: OrgId): Promise<number> => {
  await db.find(sql`select from organization where id = ${orgId} for no key update`);
  const row = await db.find<{ exporters: number }>(sql`
    select count(*)::int4 as exporters from telemetry_exporter where org_id = ${orgId}`);
  return row?.exporters ?? 0;
};

export const insertExporter = (db: Db, row: ExporterRow) =>
  db.run(sql`
    insert into telemetry_exporter (id, org_id, name, endpoint, header_names, encrypted_headers, version, sends_metrics,
      sends_traces, sample, selector, enabled, created_at, updated_at, next_attempt_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${row.endpoint}, ${textArray(row.header_names)}::text[],
      ${row.encrypted_headers}, ${row.version}, ${row.sends_metrics}, ${row.sends_traces}, ${row.sample},
      ${jsonOf(row.selector)}::jsonb, ${row.enabled}, ${row.created_at}, ${row.updated_at}, ${row.created_at})`);

/** Also ends the wait after failures: the change may have been the remedy. */
export const updateExporter = (db: Db, orgId: OrgId, row: ExporterRow) =>
  db.run(sql`
    update telemetry_exporter set name = ${row.name}, endpoint = ${row.endpoint},
      header_names = ${textArray(row.header_names)}::text[], encrypted_headers = ${row.encrypted_headers},
      version = ${row.version}, sends_metrics = ${row.sends_metrics}, sends_traces = ${row.sends_traces},
      sample = ${row.sample}, selector = ${jsonOf(row.selector)}::jsonb, enabled = ${row.enabled},
      updated_at = ${row.updated_at}, next_attempt_at = ${row.updated_at}, failures = 0
    where org_id = ${orgId} and id = ${row.id}`);

export const deleteExporter = (db: Db, orgId: OrgId, id: string) =>
  db.find<ExporterRow>(sql`
    delete from telemetry_exporter e where org_id = ${orgId} and id = ${id} returning ${SETTINGS}`);

/** The exporters of all organizations that take traces, for the recorder. */
export const listTraceExporters = (db: Db) =>
  db.rows<Pick<ExporterRow, "id" | "org_id" | "sample" | "selector">>(sql`
    select id, org_id, sample, selector from telemetry_exporter where enabled and sends_traces`);

/** Leases exporters with something to send: metrics are due once a minute, traces while a batch waits. */
export const claimExporters = (db: Db, { now, until, limit }: { now: Date; until: Date; limit: number }) =>
  db.rows<ExporterRow & ExporterDelivery>(sql`
    update telemetry_exporter e set locked_until = ${until}
    where e.id = any (array(
      select id from telemetry_exporter
      where enabled and next_attempt_at <= ${now} and (locked_until is null or locked_until < ${now})
      order by next_attempt_at limit ${limit} for update skip locked
    ))
    returning ${SETTINGS}, ${DELIVERY}`);

/** What is added to the counts of an exporter. */
export type DeliveryCounts = Record<
  "tracesSent" | "tracesDropped" | "spansRejected" | "pointsSent" | "pointsDropped" | "requestsRetried",
  number
>;

/** Ends the lease. The exporter may have been deleted meanwhile. */
export const saveDelivery = (
  db: Db,
  id: string,
  saved: {
    nextAttemptAt: Date;
    failures: number;
    sentAt: Date | null;
    error: { message: string; at: Date } | null;
    counts: DeliveryCounts;
  },
) =>
  db.run(sql`
    update telemetry_exporter set locked_until = null, next_attempt_at = ${saved.nextAttemptAt},
      failures = ${saved.failures}, last_sent_at = coalesce(${saved.sentAt}, last_sent_at),
      last_error = ${saved.error?.message ?? null},
      last_error_at = coalesce(${saved.error?.at ?? null}, last_error_at),
      traces_sent = traces_sent + ${saved.counts.tracesSent},
      traces_dropped = traces_dropped + ${saved.counts.tracesDropped},
      spans_rejected = spans_rejected + ${saved.counts.spansRejected},
      points_sent = points_sent + ${saved.counts.pointsSent},
      points_dropped = points_dropped + ${saved.counts.pointsDropped},
      requests_retried = requests_retried + ${saved.counts.requestsRetried}
    where id = ${id}`);

const jsonOf = (selector: Selector | null): string | null => selector && JSON.stringify(selector);

export type TraceBatchRow = { id: string; series_keys: number[]; slots_us: string[]; created_at: Date };

/** The oldest batches of an exporter. */
export const listBatches = (db: Db, exporterId: string, limit: number) =>
  db.rows<TraceBatchRow>(sql`
    select id, series_keys, slots_us, created_at from trace_batch
    where exporter_id = ${exporterId} order by id limit ${limit}`);

export const deleteBatch = (db: Db, id: string) => db.run(sql`delete from trace_batch where id = ${id}`);

export type NewBatch = { id: string; exporterId: string; seriesKeys: number[]; slotsUs: number[] };

/**
 * Stores batches of exporters that have room. Those of the others are dropped and counted, as are those of an exporter
 * that was deleted, uncounted.
 */
export const insertBatches = (
  db: Db,
  batches: readonly NewBatch[],
  { now, max }: { now: Date; max: number },
) => Promise.all(batches.map((batch) => db.run(insertBatch(batch, { now, max }))));

const insertBatch = (batch: NewBatch, { now, max }: { now: Date; max: number }): Sql => sql`
  with exporter as (
    select id, (select count(*) from trace_batch where exporter_id = ${batch.exporterId}) < ${max} as has_room
    from telemetry_exporter where id = ${batch.exporterId}
  ), dropped as (
    update telemetry_exporter e set traces_dropped = traces_dropped + ${batch.seriesKeys.length}
    from exporter where e.id = exporter.id and not has_room
  )
  insert into trace_batch (id, exporter_id, series_keys, slots_us, created_at)
  select ${batch.id}, id, ${batch.seriesKeys}::integer[], ${batch.slotsUs}::bigint[], ${now}
  from exporter where has_room`;
