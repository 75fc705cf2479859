import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "../../../../platform/storage/database.ts";
import { HOUR_MS } from "../../../results/rollups/rollup.ts";
import { AlertLog, type AlertTrack } from "../alert-log.ts";
import { decodeHours, type FactsShape, factsShape } from "../hour-facts.ts";
import { startReplays } from "../initial-state.ts";
import { type PreviewRequest, type PreviewTarget, warmUpMsOf } from "../preview-request.ts";
import { type HistoricSeries, NO_EXTRAS } from "../read-history.ts";
import { type HourRead, TargetReplay } from "../target-replay.ts";
import { spanOf } from "../window-hours.ts";
import { AlertTimes } from "./alert-times.ts";
import { SharedScan } from "./shared-scan.ts";

/** The encoded hours of a target, as `readEncodedHours` returns them. */
export type EncodedHours = readonly { series_key: number; encoded: Buffer }[];

export type GridTarget = {
  target: PreviewTarget;
  series: readonly HistoricSeries[];
  encoded: EncodedHours;
};

export type GridDeps = {
  db: Db;
  assertInTime(): void;
  /** Called with the number of results of each read; throws if they are too many. */
  onRead(results: number): void;
};

/** Evaluations without yielding, at some tenths of a microsecond each. */
const EVALUATIONS_MAX = 50_000;

/**
 * Replays several requests, which differ in condition and timing, over the results of one target. The results of an
 * hour are read once, if any of the requests needs them. Returns the alerts of each request.
 */
export async function replayGrid(
  { db, assertInTime, onRead }: GridDeps,
  requests: readonly PreviewRequest[],
  { target, series, encoded }: GridTarget,
): Promise<AlertTimes[]> {
  const tracks = requests.map((request) => ({ request, times: new AlertTimes() }));
  const shared = [...Map.groupBy(tracks, ({ request }) => JSON.stringify(request.condition)).values()];
  const pairs = shared.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { request, times: found } = first;
    const logs = group.map((each) => new AlertLog(each.request, { target, found: each.times }));
    return { request, replay: new TargetReplay(request, { target, series, found, alerts: together(logs) }) };
  });
  giveFacts(pairs, encoded);
  await start(db, pairs);
  const toMs = Math.max(...requests.map(({ nowMs }) => Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS));
  const scan = new SharedScan(db, {
    series,
    withValues: requests.some(({ condition }) => condition.type === "latency_threshold"),
    nowMs: Math.max(...requests.map(({ nowMs }) => nowMs)),
    keptHours: Math.max(1, ...requests.map(({ condition }) => spanOf(condition).reached)),
    onRead,
  });
  let reads = pairs.flatMap(({ replay }) => replay.advance(toMs) ?? []);
  let evaluations = 0;
  while (reads.length > 0) {
    assertInTime();
    const hourMs = Math.min(...reads.map((read) => read.hourMs));
    const due = reads.filter((read) => read.hourMs === hourMs);
    evaluations += await replayHour(scan, due);
    const waiting = reads.filter((read) => read.hourMs !== hourMs);
    reads = [...waiting, ...due.flatMap(({ replay }) => replay.advance(toMs) ?? [])];
    if (evaluations < EVALUATIONS_MAX) continue;
    evaluations = 0;
    await nextTurn();
  }
  for (const { replay } of pairs) replay.end();
  return tracks.map(({ times }) => times);
}

type Pair = { request: PreviewRequest; replay: TargetReplay };

/** Requests with the same condition have the same verdicts, which are evaluated once. */
function together(logs: readonly AlertLog[]): AlertTrack {
  return {
    canPass: (verdicts) => logs.every((log) => log.canPass(verdicts)),
    add: (verdict, origin) => {
      for (const log of logs) log.add(verdict, origin);
    },
    end: () => {
      for (const log of logs) log.end();
    },
  };
}

/** Replays an hour for all that need it. Returns the number of evaluated results. */
async function replayHour(scan: SharedScan, due: readonly HourRead[]): Promise<number> {
  const [first] = due;
  if (first === undefined) return 0;
  const fromMs = Math.min(...due.map((read) => read.fromMs));
  const results = await scan.read({ fromMs, hourMs: first.hourMs });
  let evaluations = 0;
  for (const [readFromMs, reads] of Map.groupBy(due, (read) => read.fromMs)) {
    const own = readFromMs === fromMs ? results : results.filter(({ slotMs }) => slotMs >= readFromMs);
    for (const read of reads) read.replay.replay(read, own, NO_EXTRAS);
    evaluations += own.length * reads.length;
  }
  return evaluations;
}

/** Facts depend on the condition only by its `factsShape`: most requests share them. */
function giveFacts(pairs: readonly Pair[], encoded: EncodedHours): void {
  const shapes = new Map<string, { shape: FactsShape; replays: TargetReplay[] }>();
  for (const { request, replay } of pairs) {
    const shape = factsShape(request.condition);
    const key = `${shape.hasTimes} ${shape.counter?.neverAboveUs ?? ""}`;
    const known = shapes.get(key) ?? { shape, replays: [] };
    known.replays.push(replay);
    shapes.set(key, known);
  }
  for (const { shape, replays } of shapes.values())
    for (const { series_key, encoded: bytes } of encoded)
      decodeHours(bytes, series_key, {
        shape,
        take: (hour, facts) => {
          for (const replay of replays) replay.addFacts(hour, facts);
        },
      });
}

/** Reads the state at the start once for all requests that start at the same time in the same way. */
async function start(db: Db, pairs: readonly Pair[]): Promise<void> {
  const groups = Map.groupBy(pairs, ({ request }) => `${request.condition.type} ${warmUpMsOf(request)}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first) await startReplays(db, { request: first.request, replays: group.map(({ replay }) => replay) });
  }
}
