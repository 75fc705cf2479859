import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type {
  AssertionOutcome,
  CheckOutcome,
  CheckReport,
  CheckStatus,
  CheckTrigger,
} from "@vedette/contract/checks/check-run.ts";
import type { KeptResponse } from "@vedette/contract/checks/kept-response.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { storedResults } from "../closed/stored-results.ts";
import type { OneResult } from "../rollups/rollup.ts";
import type { SeriesState, StatusChange, TargetState } from "./target-state.ts";

export type StoredDetails = {
  error?: CheckError;
  assertions?: AssertionOutcome[];
  /** Whether `result_body` has the response. */
  has_body?: true;
  trace_id?: string;
};

type Finished = CheckReport & { outcome: CheckOutcome };

export type ConnectionFactsRow = {
  runner: string;
  ip: string | null;
  tlsExpiresAtMs: number | null;
  tlsIssuer: string | null;
  tlsProtocol: string | null;
};

export type SlotGapRow = {
  seriesKey: number;
  fromMs: number;
  toMs: number;
  kind: "missed" | "skipped";
  reason: string;
  slots: number;
};

/** Statuses are stored in one byte. */
export const STATUS_CODE = { up: "u", degraded: "g", down: "d", error: "e" } as const satisfies Record<
  CheckStatus,
  string
>;
export const TRIGGER_CODE = { schedule: "s", manual: "m" } as const satisfies Record<CheckTrigger, string>;
const LATE_MS_MAX = 32_767;

/** Returns the keys of these connection facts, in order, and inserts new ones. */
export async function upsertConnectionFacts(
  db: Db,
  connectionFacts: readonly ConnectionFactsRow[],
): Promise<number[]> {
  const rows = await db.rows<{ connection_key: number }>(sql`
    with given as (
      select * from unnest(${textArray(connectionFacts.map((facts) => facts.runner))}::text[],
        ${textArray(connectionFacts.map((facts) => facts.ip))}::inet[],
        ${intArray(connectionFacts.map((facts) => facts.tlsExpiresAtMs))}::bigint[],
        ${textArray(connectionFacts.map((facts) => facts.tlsIssuer))}::text[],
        ${textArray(connectionFacts.map((facts) => facts.tlsProtocol))}::text[])
        with ordinality as g(runner, ip, tls_expires_at_ms, tls_issuer, tls_protocol, nr)
    ), kept as (
      insert into check_connection as p (runner, ip, tls_expires_at, tls_issuer, tls_protocol)
      select runner, ip, to_timestamp(tls_expires_at_ms / 1000.0), tls_issuer, tls_protocol from given
      on conflict (runner, ip, tls_expires_at, tls_issuer, tls_protocol)
        do update set last_used_on = current_date
      returning *
    )
    select k.connection_key from given g join kept k
      on (k.runner, k.ip, k.tls_expires_at, k.tls_issuer, k.tls_protocol) is not distinct from
        (g.runner, g.ip, to_timestamp(g.tls_expires_at_ms / 1000.0), g.tls_issuer, g.tls_protocol)
    order by g.nr`);
  return rows.map((row) => row.connection_key);
}

/**
 * Returns which of these slots are already accounted for, by a result or by a gap that another scheduler
 * wrote, as `<series key>:<microseconds of the epoch>`.
 */
export async function listStoredSlots(
  db: Db,
  reports: readonly { seriesKey: number; slotMs: number }[],
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    with given as (
      select series_key, slot_us, timestamptz 'epoch' + slot_us * interval '1 microsecond' as slot
      from unnest(${intArray(reports.map((report) => report.seriesKey))}::int4[],
        ${intArray(reports.map(slotUsOf))}::bigint[]) as u(series_key, slot_us)
    )
    select g.series_key || ':' || g.slot_us as name
    from given g join lateral ${storedResults({
      columns: sql`series_key, slot`,
      ...{ seriesKey: sql`g.series_key`, from: sql`g.slot`, to: sql`g.slot` },
    })} r on r.series_key = g.series_key and r.slot = g.slot
    union
    select g.series_key || ':' || g.slot_us from given g where ${inGap(sql`g.series_key`, sql`g.slot`)}`);
  return rows.map((row) => row.name);
}

/** Gaps of a series do not overlap, so only the newest gap that starts before a slot can contain it. */
function inGap(seriesKey: Sql, slot: Sql): Sql {
  return sql`coalesce((select to_slot >= ${slot} from slot_gap
    where slot_gap.series_key = ${seriesKey} and from_slot <= ${slot}
    order by from_slot desc limit 1), false)`;
}

/** Stores results and skips slots that are already accounted for. Returns the number of new results. */
export function insertResults(
  db: Db,
  reports: readonly Finished[],
  connectionKeys: ReadonlyMap<CheckReport, number>,
): Promise<number> {
  const ints = (pick: (report: Finished) => number | null) => intArray(reports.map(pick));
  return db.run(sql`
    insert into check_result (slot, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, body_bytes,
      connection_key, late_ms, status_code, attempts, status, trigger, details)
    select timestamptz 'epoch' + slot_us * interval '1 microsecond', series_key, response_us, dns_us,
      connect_us, tls_us, ttfb_us, body_bytes, connection_key, late_ms, status_code, attempts, status, trigger,
      details::jsonb
    from unnest(
      ${ints(slotUsOf)}::bigint[],
      ${ints((report) => report.seriesKey)}::int4[],
      ${ints(responseUsOf)}::int4[],
      ${ints((report) => report.outcome.timings.dnsUs)}::int4[],
      ${ints((report) => report.outcome.timings.connectUs)}::int4[],
      ${ints((report) => report.outcome.timings.tlsUs)}::int4[],
      ${ints((report) => report.outcome.timings.ttfbUs)}::int4[],
      ${ints((report) => report.outcome.bodyBytes)}::int4[],
      ${ints((report) => connectionKeys.get(report) ?? null)}::int4[],
      ${ints(lateMsOf)}::int2[],
      ${ints((report) => report.outcome.statusCode)}::int2[],
      ${ints((report) => report.outcome.attempts)}::int2[],
      ${`{${reports.map((report) => STATUS_CODE[report.outcome.status]).join(",")}}`}::"char"[],
      ${`{${reports.map((report) => TRIGGER_CODE[report.trigger]).join(",")}}`}::"char"[],
      ${textArray(reports.map(detailsText))}::text[]
    ) as r(slot_us, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, body_bytes, connection_key, late_ms,
      status_code, attempts, status, trigger, details)
    where trigger <> 's'
      or not ${inGap(sql`r.series_key`, sql`timestamptz 'epoch' + slot_us * interval '1 microsecond'`)}
    on conflict (series_key, slot) do nothing`);
}

/** Stores the kept responses of these results, which are new. A target may have been deleted meanwhile. */
export const insertBodies = (
  db: Db,
  bodies: readonly { slotUs: number; seriesKey: number; kept: KeptResponse }[],
) =>
  db.run(sql`
    insert into result_body (series_key, slot, headers, body, body_truncated)
    select g.series_key, timestamptz 'epoch' + g.slot_us * interval '1 microsecond', g.headers::json, g.body, g.body_truncated
    from unnest(${intArray(bodies.map(({ seriesKey }) => seriesKey))}::int4[],
      ${intArray(bodies.map(({ slotUs }) => slotUs))}::bigint[],
      ${textArray(bodies.map(({ kept }) => JSON.stringify(kept.headers)))}::text[],
      ${textArray(bodies.map(({ kept }) => kept.body))}::text[],
      ${textArray(bodies.map(({ kept }) => String(kept.isBodyCut)))}::bool[]
    ) as g(series_key, slot_us, headers, body, body_truncated)
    join series s on s.series_key = g.series_key
    for key share of s
    on conflict (series_key, slot) do nothing`);

/** Returns true for an insert of a result whose day has no partition yet. */
export function isMissingPartition(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error as Error & { code?: string }).code === "23514" &&
    error.message.includes("no partition of relation")
  );
}

/**
 * The slots of these gaps that are already accounted for, by results or by gaps that another scheduler wrote.
 */
export function listAccounted(db: Db, gaps: readonly SlotGapRow[]): Promise<AccountedRow[]> {
  const [fromMs, toMs] = [gaps.map((gap) => Math.round(gap.fromMs)), gaps.map((gap) => Math.round(gap.toMs))];
  return db.rows<AccountedRow>(sql`
    with given as (
      select series_key, to_timestamp(from_ms / 1000.0) as from_slot, to_timestamp(to_ms / 1000.0) as to_slot
      from unnest(${intArray(gaps.map((gap) => gap.seriesKey))}::int4[], ${intArray(fromMs)}::bigint[],
        ${intArray(toMs)}::bigint[]) as u(series_key, from_ms, to_ms)
    )
    select g.series_key, (extract(epoch from r.slot) * 1000)::float8 as from_ms,
      (extract(epoch from r.slot) * 1000)::float8 as to_ms
    from given g join lateral ${storedResults({
      columns: sql`series_key, slot, trigger`,
      ...{ seriesKey: sql`g.series_key`, from: sql`g.from_slot`, to: sql`g.to_slot` },
    })} r on r.series_key = g.series_key and r.slot between g.from_slot and g.to_slot and r.trigger = 's'
    -- Repeated for all rows, so that the planner excludes partitions of other days.
    where r.slot between to_timestamp(${Math.min(...fromMs)} / 1000.0) and to_timestamp(${Math.max(...toMs)} / 1000.0)
    union all
    select g.series_key, (extract(epoch from o.from_slot) * 1000)::float8, (extract(epoch from o.to_slot) * 1000)::float8
    from given g join slot_gap o
      on o.series_key = g.series_key and o.from_slot <= g.to_slot and o.to_slot >= g.from_slot`);
}

export type AccountedRow = { series_key: number; from_ms: number; to_ms: number };

export async function insertGaps(db: Db, gaps: readonly SlotGapRow[]): Promise<void> {
  if (gaps.length === 0) return;
  await db.run(sql`
    insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
    select g.series_key, to_timestamp(from_ms / 1000.0), to_timestamp(to_ms / 1000.0), kind, reason, slots
    from unnest(
      ${intArray(gaps.map((gap) => gap.seriesKey))}::int4[],
      ${intArray(gaps.map((gap) => Math.round(gap.fromMs)))}::bigint[],
      ${intArray(gaps.map((gap) => Math.round(gap.toMs)))}::bigint[],
      ${textArray(gaps.map((gap) => gap.kind))}::text[],
      ${textArray(gaps.map((gap) => gap.reason))}::text[],
      ${intArray(gaps.map((gap) => gap.slots))}::int4[]
    ) as g(series_key, from_ms, to_ms, kind, reason, slots)
    -- A target may have been deleted, or be about to be deleted.
    join series s on s.series_key = g.series_key
    for key share of s
    on conflict (series_key, from_slot) do nothing`);
}

export type MonthUsage = {
  orgId: string;
  /** The first day of a month (UTC), YYYY-MM-DD. */
  month: string;
  checkRuns: number;
  apiRuns: number;
  browserRuns: number;
};

/**
 * Adds to the usage of organizations and returns the new totals. Rows are locked in a fixed order to avoid
 * deadlocks. Organizations that are being deleted are skipped.
 */
export const addUsage = (db: Db, added: readonly MonthUsage[]) =>
  db.rows<MonthUsage>(sql`
    insert into usage_month as u (org_id, month, check_runs, api_runs, browser_runs)
    select o.id, g.month, g.check_runs, g.api_runs, g.browser_runs
    from unnest(${textArray(added.map(({ orgId }) => orgId))}::uuid[],
      ${textArray(added.map(({ month }) => month))}::date[], ${intArray(added.map((each) => each.checkRuns))}::int8[],
      ${intArray(added.map((each) => each.apiRuns))}::int8[],
      ${intArray(added.map((each) => each.browserRuns))}::int8[])
      as g(org_id, month, check_runs, api_runs, browser_runs)
    join organization o on o.id = g.org_id
    order by o.id, g.month
    for key share of o
    on conflict (org_id, month) do update set check_runs = u.check_runs + excluded.check_runs,
      api_runs = u.api_runs + excluded.api_runs, browser_runs = u.browser_runs + excluded.browser_runs
    returning org_id as "orgId", to_char(month, 'YYYY-MM-DD') as month, check_runs::float8 as "checkRuns",
      api_runs::float8 as "apiRuns", browser_runs::float8 as "browserRuns"`);

/**
 * Updates the status of targets, each only if its revision is unchanged. Returns the number of updated
 * targets.
 */
export async function updateTargets(db: Db, targets: readonly TargetState[]): Promise<number> {
  if (targets.length === 0) return 0;
  return db.run(sql`
      update target t
      set status = g.status, status_since = to_timestamp(g.since_ms / 1000.0), status_reason = g.status_reason,
        revision = t.revision + 1
      from unnest(
        ${textArray(targets.map((target) => target.targetId))}::uuid[],
        ${intArray(targets.map((target) => target.revision))}::int4[],
        ${textArray(targets.map((target) => target.status))}::text[],
        ${intArray(targets.map((target) => Math.round(target.statusSinceMs)))}::bigint[],
        ${textArray(targets.map((target) => target.statusReason))}::text[]
      ) as g(id, revision, status, since_ms, status_reason)
      where t.id = g.id and t.revision = g.revision`);
}

/** Ends the snoozes until recovery of targets that are up again. */
export const endSnoozes = (db: Db, targetIds: readonly string[]) =>
  db.run(sql`
    delete from target_snooze where target_id = any(${textArray(targetIds)}::uuid[]) and until is null`);

export async function updateSeries(db: Db, series: readonly SeriesState[]): Promise<void> {
  if (series.length === 0) return;
  await db.run(sql`
    update series s
    set status = g.status, status_since = to_timestamp(g.since_ms / 1000.0), consecutive_failures = g.failures,
      consecutive_errors = g.errors
    from unnest(
      ${intArray(series.map((each) => each.seriesKey))}::int4[],
      ${textArray(series.map((each) => each.status))}::text[],
      ${intArray(series.map((each) => Math.round(each.statusSinceMs)))}::bigint[],
      ${intArray(series.map((each) => each.consecutiveFailures))}::int4[],
      ${intArray(series.map((each) => each.consecutiveErrors))}::int2[]
    ) as g(series_key, status, since_ms, failures, errors)
    where s.series_key = g.series_key`);
}

export async function insertStatusChanges(db: Db, changes: readonly StatusChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db.run(sql`
    insert into status_change (target_id, at, status, previous_status)
    select id, to_timestamp(at_ms / 1000.0), status, previous_status from unnest(
      ${textArray(changes.map((change) => change.targetId))}::uuid[],
      ${intArray(changes.map((change) => Math.round(change.atMs)))}::bigint[],
      ${textArray(changes.map((change) => change.status))}::text[],
      ${textArray(changes.map((change) => change.previousStatus))}::text[]
    ) as g(id, at_ms, status, previous_status)`);
}

/**
 * The response time that counts: that of a target that responded, expected or not. The waiting time for a
 * refused or silent target says nothing about its speed; its phases are stored anyway.
 */
export function responseUsOf({ outcome }: Finished): number | null {
  const { error, statusCode, responseUs } = outcome;
  return error === null || statusCode !== null || error.phase === "assertion" ? responseUs : null;
}

/** The phases of a check in the form that rollups sum up. */
export function phasesUsOf({ outcome: { timings } }: Finished): OneResult["phasesUs"] {
  const { dnsUs: dns, connectUs: connect, tlsUs: tls, ttfbUs: ttfb } = timings;
  return { dns, connect, tls, ttfb };
}

export function slotUsOf(report: { slotMs: number }): number {
  return Math.round(report.slotMs * 1_000);
}

export function lateMsOf(report: Finished): number {
  return Math.min(LATE_MS_MAX, Math.max(0, Math.round(report.outcome.checkedAtMs - report.slotMs)));
}

/** Null for a success without assertions, kept response and trace, the most common case. */
export function detailsOf({ outcome }: Finished): StoredDetails | null {
  const { traceId } = outcome;
  if (!outcome.error && outcome.assertions.length === 0 && !outcome.kept && !traceId) return null;
  return {
    ...(outcome.error && { error: outcome.error }),
    ...(outcome.assertions.length > 0 && { assertions: outcome.assertions }),
    ...(outcome.kept && { has_body: true as const }),
    ...(traceId && { trace_id: traceId }),
  };
}

function detailsText(report: Finished): string | null {
  const details = detailsOf(report);
  return details && JSON.stringify(details);
}
