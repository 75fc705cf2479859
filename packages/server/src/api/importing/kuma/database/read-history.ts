import type { DatabaseSync } from "node:sqlite";
import type { KumaHistory, KumaStatistic } from "./kuma-database.ts";
import { DatabaseError, quoted, type TableColumns } from "./open-database.ts";

type Open = { database: DatabaseSync; tables: TableColumns };

/** 2,000 monitors with a year of days and a month of hours are 2.2 million. */
const ROWS_MAX = 3_000_000;

/** Reads statistics and changes of the status of every monitor. */
export function readKumaHistory(open: Open): Map<number, KumaHistory> {
  const byMonitor = new Map<number, KumaHistory>();
  const of = (id: unknown): KumaHistory => {
    const known = byMonitor.get(Number(id));
    if (known) return known;
    const history: KumaHistory = { hours: [], days: [], changes: [], lastMs: null };
    byMonitor.set(Number(id), history);
    return history;
  };
  const limit = { left: ROWS_MAX };
  readStatistics(open, "stat_hourly", limit, (id, hour) => of(id).hours.push(hour));
  readStatistics(open, "stat_daily", limit, (id, day) => of(id).days.push(day));
  if (!open.tables.has("stat_hourly")) countHours(open, limit, (id, hour) => of(id).hours.push(hour));
  if (!open.tables.has("stat_daily")) for (const history of byMonitor.values()) sumDays(history);
  readChanges(open, limit, of);
  return byMonitor;
}

type Limit = { left: number };

function take(limit: Limit): void {
  limit.left -= 1;
  if (limit.left < 0)
    throw new DatabaseError(
      `The history has more than ${ROWS_MAX.toLocaleString("en")} rows. Import it without history, or shorten the history in Uptime Kuma.`,
    );
}

function readStatistics(
  { database, tables }: Open,
  table: string,
  limit: Limit,
  add: (monitorId: unknown, statistic: KumaStatistic) => void,
): void {
  const columns = tables.get(table);
  if (columns === undefined) return;
  const [least, most] = ["ping_min", "ping_max"].map((name) => (columns.includes(name) ? name : "null"));
  const statement = database.prepare(
    `select monitor_id, timestamp as at, up, down, ping, ${least} as least, ${most} as most from ${quoted(table)} order by monitor_id, timestamp`,
  );
  for (const row of statement.iterate()) {
    take(limit);
    add(row.monitor_id, statisticOf(row));
  }
}

type Statistic = Record<string, unknown>;

function statisticOf({ at, up, down, ping, least, most }: Statistic): KumaStatistic {
  const count = (value: unknown) => Math.max(0, Math.trunc(columnNumber(value) ?? 0));
  return {
    at: columnNumber(at) ?? 0,
    up: count(up),
    down: count(down),
    ping: columnNumber(ping),
    pingMin: columnNumber(least),
    pingMax: columnNumber(most),
  };
}

const columnNumber = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** Uptime Kuma 1.23 has no statistics, but all checks. Pending counts as down, as in the statistics of 2.0. */
function countHours(
  { database }: Open,
  limit: Limit,
  add: (monitorId: unknown, statistic: KumaStatistic) => void,
): void {
  const statement = database.prepare(`
    select monitor_id, cast(strftime('%s', substr(time, 1, 13) || ':00:00') as integer) as at,
      sum(status = 1) as up, sum(status in (0, 2)) as down, avg(case when status = 1 then ping end) as ping,
      min(case when status = 1 then ping end) as least, max(case when status = 1 then ping end) as most
    from heartbeat group by monitor_id, at having at is not null order by monitor_id, at`);
  for (const row of statement.iterate()) {
    take(limit);
    add(row.monitor_id, statisticOf(row));
  }
}

const DAY_SECONDS = 86_400;

function sumDays(history: KumaHistory): void {
  const days = Map.groupBy(history.hours, ({ at }) => Math.floor(at / DAY_SECONDS) * DAY_SECONDS);
  for (const [at, hours] of days) {
    const up = hours.reduce((sum, hour) => sum + hour.up, 0);
    const down = hours.reduce((sum, hour) => sum + hour.down, 0);
    const measured = hours.filter(({ ping }) => ping !== null);
    const checks = measured.reduce((sum, hour) => sum + hour.up, 0);
    const total = measured.reduce((sum, hour) => sum + (hour.ping ?? 0) * hour.up, 0);
    const minima = hours.flatMap(({ pingMin }) => pingMin ?? []);
    const maxima = hours.flatMap(({ pingMax }) => pingMax ?? []);
    history.days.push({
      at,
      up,
      down,
      ping: checks === 0 ? null : total / checks,
      pingMin: minima.length === 0 ? null : Math.min(...minima),
      pingMax: maxima.length === 0 ? null : Math.max(...maxima),
    });
  }
}

function readChanges({ database, tables }: Open, limit: Limit, of: (id: unknown) => KumaHistory): void {
  const milliseconds = "cast(round((julianday(time) - 2440587.5) * 86400000) as integer)";
  const last = database.prepare(
    `select monitor_id, max(time) as time, cast(round((julianday(max(time)) - 2440587.5) * 86400000) as integer) as at from heartbeat group by monitor_id`,
  );
  for (const { monitor_id, at } of last.iterate()) of(monitor_id).lastMs = columnNumber(at);
  if (!tables.get("heartbeat")?.includes("important")) return;
  const changes = database.prepare(
    `select monitor_id, status, ${milliseconds} as at from heartbeat where important = 1 order by monitor_id, time, id`,
  );
  for (const { monitor_id, status, at } of changes.iterate()) {
    take(limit);
    if (typeof at === "number" && typeof status === "number")
      of(monitor_id).changes.push({ status, atMs: at });
  }
}
