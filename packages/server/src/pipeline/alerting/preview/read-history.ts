import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { resultId } from "../../results/reading/result-view.ts";
import {
  ENCODED_BYTES,
  listDiffs,
  listEncodedResults,
  listEncodedStatuses,
  listExpiries,
  type PreviewSeriesRow,
  type TargetRange,
} from "./queries.ts";

/** A stored result as a preview replays it. */
export type HistoricResult = {
  seriesKey: number;
  location: string;
  slotMs: number;
  status: CheckStatus;
  responseUs: number | null;
  connectionKey: number;
};

export type HistoricSeries = { seriesKey: number; location: string; active: boolean };

/** Values that only some results have, by result name: the certificate's expiry and the visual difference. */
export type Extras = {
  expiryOf(result: HistoricResult): number | null;
  diffOf(result: HistoricResult): { percent: number; runId: string } | null;
};

export const NO_EXTRAS: Extras = { expiryOf: () => null, diffOf: () => null };

export function toSeries({ series_key: seriesKey, location, active }: PreviewSeriesRow): HistoricSeries {
  return { seriesKey, location, active };
}

export type HistoryRange = { series: readonly HistoricSeries[]; fromMs: number; toMs: number };

/** A series in a time range, and where its results go. */
type Part = HistoricSeries & { fromMs: number; toMs: number; results: HistoricResult[] };

/**
 * The results of each range at all locations of its target, in slot order. Only `withValues` reads response times and
 * connection facts, and only without it statuses are read.
 */
export async function readResults(
  db: Db,
  ranges: readonly HistoryRange[],
  { withValues }: { withValues: boolean },
): Promise<HistoricResult[][]> {
  const found = ranges.map((range) => ({ ...range, results: [] as HistoricResult[] }));
  const parts = found.flatMap(({ series, fromMs, toMs, results }) =>
    series.map((each): Part => ({ ...each, fromMs, toMs, results })),
  );
  await (withValues ? readValues(db, parts) : readStatuses(db, parts));
  return found.map(({ series, results }) =>
    // The results of one series are already in order.
    series.length < 2 ? results : results.sort((a, b) => a.slotMs - b.slotMs),
  );
}

async function readValues(db: Db, parts: readonly Part[]): Promise<void> {
  for (const { nr, results: encoded } of await listEncodedResults(db, parts)) {
    const part = parts[nr - 1];
    for (let at = 0; part && at < encoded.length; at += ENCODED_BYTES.result) {
      const responseUs = encoded.readInt32BE(at + 8);
      part.results.push({
        seriesKey: part.seriesKey,
        location: part.location,
        slotMs: slotMsAt(encoded, at),
        status: "up",
        responseUs: responseUs < 0 ? null : responseUs,
        connectionKey: encoded.readInt32BE(at + 12),
      });
    }
  }
}

async function readStatuses(db: Db, parts: readonly Part[]): Promise<void> {
  for (const { nr, slots, others } of await listEncodedStatuses(db, parts)) {
    const part = parts[nr - 1];
    if (part) decodeStatuses(part, slots, others ?? NO_BYTES);
  }
}

const NO_BYTES = Buffer.alloc(0);

function decodeStatuses({ seriesKey, location, results }: Part, slots: Buffer, others: Buffer): void {
  const values = { responseUs: null, connectionKey: 0 };
  let other = 0;
  for (let at = 0; at < slots.length; at += ENCODED_BYTES.slot) {
    const slotMs = slotMsAt(slots, at);
    // Both are in slot order.
    const isOther = other < others.length && slotMsAt(others, other) === slotMs;
    const letter = isOther ? (others[other + ENCODED_BYTES.slot] ?? 0) : 0;
    if (isOther) other += ENCODED_BYTES.other;
    if (letter !== ERROR)
      results.push({ seriesKey, location, slotMs, status: STATUSES[letter] ?? "up", ...values });
  }
}

const ERROR = "e".charCodeAt(0);
const STATUSES: Record<number, CheckStatus> = {
  ["g".charCodeAt(0)]: "degraded",
  ["d".charCodeAt(0)]: "down",
};

/** PostgreSQL counts from the start of 2000. */
const POSTGRES_EPOCH_US = Date.UTC(2000, 0, 1) * 1_000;

/** Two halves: microseconds of this century are less than 2 ** 53, and a bigint costs more than both. */
function slotMsAt(bytes: Buffer, at: number): number {
  return (POSTGRES_EPOCH_US + bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)) / 1_000;
}

export async function readExpiries(db: Db, results: readonly HistoricResult[]): Promise<Extras["expiryOf"]> {
  const connectionKeys = [...new Set(results.map(({ connectionKey }) => connectionKey))];
  const rows = connectionKeys.length === 0 ? [] : await listExpiries(db, connectionKeys);
  const expiries = new Map(rows.map((row) => [row.connection_key, row.expires_at.getTime()]));
  return ({ connectionKey }) => expiries.get(connectionKey) ?? null;
}

/** A run and its result share location and slot. */
export async function readDiffs(
  db: Db,
  orgId: string,
  ranges: readonly (TargetRange & { series: readonly HistoricSeries[] })[],
): Promise<Extras["diffOf"]> {
  const name = (seriesKey: number, slotUs: number) => `${seriesKey} ${slotUs}`;
  const keys = new Map(
    ranges.flatMap(({ targetId, series }) =>
      series.map(({ seriesKey, location }) => [`${targetId} ${location}`, seriesKey] as const),
    ),
  );
  const diffs = new Map(
    (await listDiffs(db, orgId, ranges)).map(({ id: runId, target_id, location, slot_us, percent }) => {
      const seriesKey = keys.get(`${target_id} ${location}`) ?? 0;
      return [name(seriesKey, slot_us), { percent, runId }] as const;
    }),
  );
  return ({ seriesKey, slotMs }) => diffs.get(name(seriesKey, Math.round(slotMs * 1_000))) ?? null;
}

/** The id of a monitor's result in API responses. */
export function historyId({ slotMs, seriesKey }: HistoricResult): string {
  return resultId(slotMs, seriesKey);
}
