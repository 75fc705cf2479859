import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "../../../../platform/storage/database.ts";
import type { CalendarDay } from "../../../results/history/calendar-days.ts";
import { HOUR_MS } from "../../../results/rollups/rollup.ts";
import { readAmounts } from "../../../slos/read-amounts.ts";
import type { SloDefinition } from "../../../slos/slo-definition.ts";

/** What was good and bad of an SLO in each minute of a time. */

export const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** Hours that are read minute by minute in one statement. */
const HOURS_MAX = 24;

export type Minutes = {
  fromMs: number;
  good: Float64Array;
  bad: Float64Array;
  /** Whether each minute was read. Otherwise the amounts of some hours are spread evenly over their minutes. */
  isExact: boolean;
};

export type MinutesRequest = {
  slo: SloDefinition;
  /** The start of an hour. */
  fromMs: number;
  nowMs: number;
  /** Checks that may be read. */
  resultsMax: number;
  assertInTime(): void;
};

type Hour = { fromMs: number; toMs: number; good: number; bad: number };

/** Only the minutes of hours in which something was bad matter one by one. */
export async function readMinutes(db: Db, request: MinutesRequest): Promise<Minutes> {
  const { slo, fromMs, nowMs, resultsMax, assertInTime } = request;
  const size = Math.ceil((nowMs - fromMs) / MINUTE_MS);
  const minutes = { fromMs, good: new Float64Array(size), bad: new Float64Array(size), isExact: true };
  const intervals = divide(fromMs, nowMs, HOUR_MS);
  const amounts = await readAmounts(db, slo, { intervals, nowMs });
  const hours = intervals.map((hour, index): Hour => {
    return { ...hour, good: amounts[index]?.good ?? 0, bad: amounts[index]?.bad ?? 0 };
  });
  let room = slo.sli === "time" ? Number.POSITIVE_INFINITY : resultsMax;
  for (const run of runsOf(hours)) {
    assertInTime();
    await nextTurn();
    room -= run.reduce((sum, { good, bad }) => sum + good + bad, 0);
    const isBad = run.some(({ bad }) => bad > 0);
    const isRead = isBad && room >= 0 && (await readRun(db, request, { run, minutes }));
    if (!isRead) for (const hour of run) spread(minutes, hour);
    if (isBad && !isRead) minutes.isExact = false;
  }
  return minutes;
}

/** Hours without anything bad alone, and those with something bad together, at most a day. */
function runsOf(hours: readonly Hour[]): Hour[][] {
  const runs: Hour[][] = [];
  for (const hour of hours) {
    const last = runs.at(-1);
    const isSame = (last?.[0]?.bad ?? 0) > 0 && hour.bad > 0;
    if (last !== undefined && isSame && last.length < HOURS_MAX) last.push(hour);
    else runs.push([hour]);
  }
  return runs;
}

/** Returns false if the results are no longer stored. */
async function readRun(
  db: Db,
  { slo, nowMs }: MinutesRequest,
  { run, minutes }: { run: readonly Hour[]; minutes: Minutes },
): Promise<boolean> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  const intervals = divide(first.fromMs, last.toMs, MINUTE_MS);
  const amounts = await readAmounts(db, slo, { intervals, nowMs });
  const isComplete = run.every(({ fromMs, good, bad }) => {
    const start = (fromMs - first.fromMs) / MINUTE_MS;
    const some = amounts.slice(start, start + HOUR_MINUTES);
    const read = some.reduce((sum, each) => sum + each.good + each.bad, 0);
    return Math.abs(read - good - bad) < 0.5;
  });
  if (!isComplete) return false;
  const offset = (first.fromMs - minutes.fromMs) / MINUTE_MS;
  for (const [index, { good, bad }] of amounts.entries()) {
    minutes.good[offset + index] = good;
    minutes.bad[offset + index] = bad;
  }
  return true;
}

function spread(minutes: Minutes, { fromMs, toMs, good, bad }: Hour): void {
  const offset = (fromMs - minutes.fromMs) / MINUTE_MS;
  const count = Math.ceil((toMs - fromMs) / MINUTE_MS);
  for (let index = 0; index < count; index++) {
    minutes.good[offset + index] = good / count;
    minutes.bad[offset + index] = bad / count;
  }
}

function divide(fromMs: number, toMs: number, lengthMs: number): CalendarDay[] {
  const count = Math.ceil((toMs - fromMs) / lengthMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = fromMs + index * lengthMs;
    return { date: "", fromMs: startMs, toMs: Math.min(startMs + lengthMs, toMs) };
  });
}
