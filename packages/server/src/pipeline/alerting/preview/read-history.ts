import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { resultId } from "../../results/reading/result-view.ts";
import {
  ENCODED_RESULT_BYTES,
  type HistoryRange,
  listDiffs,
  listEncodedResults,
  listExpiries,
  listPreviewSeries,
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

const STATUSES: readonly CheckStatus[] = ["up", "degraded", "down"];

export async function readSeries(
  db: Db,
  { orgId, targetId }: { orgId: string; targetId: string },
): Promise<HistoricSeries[]> {
  const rows = await listPreviewSeries(db, orgId, targetId);
  return rows.map(({ series_key: seriesKey, location, active }) => ({ seriesKey, location, active }));
}

/** The results of a time range at all locations of a target, in slot order. */
export async function readResults(
  db: Db,
  { orgId, series, ...range }: HistoryRange & { orgId: string; series: readonly HistoricSeries[] },
): Promise<HistoricResult[]> {
  const locations = new Map(series.map(({ seriesKey, location }) => [seriesKey, location]));
  const rows = await listEncodedResults(db, orgId, range);
  const results = rows.flatMap(({ series_key: seriesKey, encoded }) =>
    decodeResults(encoded, { seriesKey, location: locations.get(seriesKey) ?? "" }),
  );
  // The results of one series are already in order.
  return rows.length < 2 ? results : results.sort((a, b) => a.slotMs - b.slotMs);
}

function decodeResults(
  encoded: Buffer,
  { seriesKey, location }: { seriesKey: number; location: string },
): HistoricResult[] {
  const results: HistoricResult[] = [];
  for (let at = 0; at < encoded.length; at += ENCODED_RESULT_BYTES) {
    const responseUs = encoded.readInt32BE(at + 8);
    results.push({
      seriesKey,
      location,
      // Two halves: microseconds of this century are less than 2 ** 53, and a bigint costs more than both.
      slotMs: (encoded.readUInt32BE(at) * 2 ** 32 + encoded.readUInt32BE(at + 4)) / 1_000,
      status: STATUSES[encoded.readInt16BE(at + 16)] ?? "up",
      responseUs: responseUs < 0 ? null : responseUs,
      connectionKey: encoded.readInt32BE(at + 12),
    });
  }
  return results;
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
  { orgId, ...range }: HistoryRange & { orgId: string },
): Promise<Extras["diffOf"]> {
  const name = (location: string, slotUs: number) => `${location} ${slotUs}`;
  const rows = await listDiffs(db, orgId, range);
  const diffs = new Map(
    rows.map(({ id: runId, location, slot_us, percent }) => [name(location, slot_us), { percent, runId }]),
  );
  return ({ location, slotMs }) => diffs.get(name(location, Math.round(slotMs * 1_000))) ?? null;
}

/** The id of a monitor's result in API responses. */
export function historyId({ slotMs, seriesKey }: HistoricResult): string {
  return resultId(slotMs, seriesKey);
}
