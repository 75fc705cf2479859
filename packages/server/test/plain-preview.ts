import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import {
  type AlertTiming,
  advanceCondition,
  INITIAL_STATE,
} from "../src/pipeline/alerting/evaluation/condition-state.ts";
import { createMemory, evaluateCondition, remember } from "../src/pipeline/alerting/evaluation/evaluate.ts";
import { STATUS_CODE } from "../src/pipeline/results/recording/queries.ts";
import type { SeriesState } from "../src/pipeline/results/recording/target-state.ts";
import type { Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";

export type PlainAlert = Pick<Preview["alerts"][number], "triggered_at" | "resolved_at"> & {
  figures: object;
};

type Row = {
  slot_us: number;
  series_key: number;
  location: string;
  status: string;
  response_us: number | null;
  expires_at: Date | null;
  percent: number | null;
};

const STATUSES = new Map(
  Object.entries(STATUS_CODE).map(([status, code]) => [code as string, status as CheckStatus]),
);

/** All stored results of a target in order, and its series. */
export type PlainHistory = { series: readonly SeriesState[]; rows: readonly Row[] };

export async function readPlainHistory(db: Db, targetId: string): Promise<PlainHistory> {
  return { series: await listSeries(db, targetId), rows: await listRows(db, targetId) };
}

/** Evaluates each stored result of a target in order and returns its alerts, newest first. */
export function plainPreview(
  history: PlainHistory,
  { condition, timing, sinceMs }: { condition: RuleCondition; timing: AlertTiming; sinceMs: number },
): PlainAlert[] {
  const series = history.series.map((each) => ({ ...each }));
  const memory = createMemory(condition);
  const found: PlainAlert[] = [];
  let state = INITIAL_STATE;
  for (const row of history.rows) {
    const { location, series_key: seriesKey, response_us: responseUs } = row;
    const status = STATUSES.get(row.status) ?? "up";
    const atMs = row.slot_us / 1_000;
    const own = series.find((each) => each.seriesKey === seriesKey);
    if (own) own.consecutiveFailures = status === "down" ? own.consecutiveFailures + 1 : 0;
    const tlsExpiresAtMs = row.expires_at?.getTime() ?? null;
    const result = { location, seriesKey, status, atMs, slotMs: atMs, responseUs, tlsExpiresAtMs, series };
    const evaluated = { ...result, visualDiffPercent: row.percent, metrics: null };
    remember(condition, memory, evaluated);
    const { figures, ...verdict } = evaluateCondition(condition, memory, evaluated);
    const { state: next, transition } = advanceCondition(state, verdict, { source: evaluated, timing });
    state = next;
    if (transition === "open")
      found.unshift({ triggered_at: new Date(atMs).toISOString(), resolved_at: null, figures });
    if (transition === "clear" && found[0]) found[0].resolved_at = new Date(atMs).toISOString();
  }
  return found.filter((alert) => Date.parse(alert.triggered_at) >= sinceMs);
}

async function listSeries(db: Db, targetId: string): Promise<SeriesState[]> {
  const rows = await db.rows<{ series_key: number; location: string; active: boolean }>(sql`
    select series_key, location, active from series where target_id = ${targetId} and step is null order by series_key`);
  return rows.map(({ series_key: seriesKey, location, active }) => {
    const counts = { statusSinceMs: 0, consecutiveFailures: 0, consecutiveErrors: 0 };
    return { seriesKey, location, active, status: "pending", ...counts };
  });
}

const listRows = (db: Db, targetId: string) =>
  db.rows<Row>(sql`
    select (extract(epoch from r.slot) * 1000000)::float8 as slot_us, r.series_key, s.location, r.status::text as status,
      r.response_us, c.tls_expires_at as expires_at, run.visual_diff_percent::float8 as percent
    from series s
    join check_result r on r.series_key = s.series_key and r.status <> 'e'
    join check_connection c on c.connection_key = r.connection_key
    left join run on run.target_id = s.target_id and run.location = s.location and run.slot = r.slot
    where s.target_id = ${targetId} and s.step is null
    order by r.slot, r.series_key`);
