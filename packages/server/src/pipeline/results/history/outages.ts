import type { Outage, OutageListQuery } from "@vedette/contract/targets/history.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { resultId } from "../reading/result-view.ts";
import { listOutageRows, type OutageRow } from "./history-queries.ts";

export type OutagesRequest = Pick<OutageListQuery, "from" | "to" | "limit" | "cursor"> & {
  orgId: string;
  targetId: string;
  nowMs: number;
};

const position = z.tuple([z.iso.datetime()]);

/** Returns one page of the outages of a target, newest first. */
export async function listOutages(db: Db, request: OutagesRequest): Promise<Page<Outage>> {
  const { orgId, targetId, nowMs, limit } = request;
  const before = request.cursor === undefined ? null : new Date(decodeCursor(request.cursor, position)[0]);
  const fromMs = request.from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const rows = await listOutageRows(db, orgId, {
    targetId,
    from: request.from ?? null,
    to: request.to ?? new Date(nowMs + 1),
    before,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    data: page
      // Only the oldest one can have ended before the time.
      .filter(({ ended_at: endedAt }) => (endedAt?.getTime() ?? nowMs) > fromMs)
      .map((row) => toOutage(row, nowMs)),
    meta: {
      next_cursor: hasMore && last !== undefined ? encodeCursor([last.at.toISOString()]) : null,
      has_more: hasMore,
    },
  };
}

function toOutage(row: OutageRow, nowMs: number): Outage {
  const { at, ended_at: endedAt, next_status, error, location, series_key: seriesKey, slot_us: slotUs } = row;
  const isResult = row.run_id === null && slotUs !== null && seriesKey !== null;
  return {
    started_at: at.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    duration_seconds: ((endedAt?.getTime() ?? nowMs) - at.getTime()) / 1_000,
    next_status,
    error,
    location,
    result_id: isResult ? resultId(slotUs / 1_000, seriesKey) : null,
    run_id: row.run_id,
  };
}
