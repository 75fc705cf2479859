import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { isOpenSince } from "../closed/stored-results.ts";
import { DAY_MS } from "../rollups/rollup.ts";
import {
  findCreatedAt,
  listResultRows,
  type ResultListRequest,
  type ResultPosition,
  type ResultRow,
} from "./queries.ts";
import { toCheckResult } from "./result-view.ts";

export type ListResultsRequest = {
  orgId: string;
  monitorId: string;
  nowMs: number;
  filters: {
    from?: Date | undefined;
    to?: Date | undefined;
    location?: string | undefined;
    status?: readonly CheckStatus[] | undefined;
  };
  limit: number;
  cursor?: string | undefined;
  sort: "created_at" | "-created_at";
};

export type ResultPage = { results: CheckResult[]; nextCursor: string | null; hasMore: boolean };

/**
 * Days to search, one attempt after the other, until a page is full. Most pages lie within the first two;
 * each additional day costs planning and a probe per series.
 */
const SPANS_DAYS = [2, 16, Number.POSITIVE_INFINITY];

/**
 * Maximum distance of a future slot, however wrong another machine's clock is: no partition exists beyond it.
 */
const AHEAD_MS = 4 * DAY_MS;

const positionShape = z.tuple([
  z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
]);

/** Returns one page of a monitor's results. Throws not-found if the organization has no such monitor. */
export async function listResults(db: Db, request: ListResultsRequest): Promise<ResultPage> {
  const { filters, limit, cursor } = request;
  const after = cursor === undefined ? null : readPosition(cursor);
  const monitor = await findCreatedAt(db, request.orgId, request.monitorId);
  if (monitor === null) throw notFound("monitor");
  const rows = await listWidening(db, request.orgId, {
    monitorId: request.monitorId,
    // A slot may be slightly older than the monitor because it is on the schedule's grid.
    fromUs: Math.max(filters.from?.getTime() ?? 0, monitor.created_at.getTime() - DAY_MS) * 1_000,
    toUs: Math.min(filters.to?.getTime() ?? Number.POSITIVE_INFINITY, request.nowMs + AHEAD_MS) * 1_000,
    after,
    location: filters.location ?? null,
    statuses: filters.status ?? null,
    order: request.sort === "created_at" ? "oldest" : "newest",
    limit: limit + 1,
    nowMs: request.nowMs,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    results: page.map(toCheckResult),
    nextCursor: hasMore && last !== undefined ? encodeCursor([last.slot_us, last.series_key]) : null,
    hasMore,
  };
}

/** Searches more and more days, from the end where the page starts. */
async function listWidening(
  db: Db,
  orgId: string,
  { nowMs, ...request }: Omit<ResultListRequest, "isOpen"> & { nowMs: number },
): Promise<ResultRow[]> {
  const positionUs = request.after?.slotUs;
  const isNewest = request.order === "newest";
  // The bound is inclusive: another series may have a result at the same slot.
  const fromUs = Math.max(request.fromUs, isNewest ? 0 : (positionUs ?? 0));
  const toUs = Math.min(
    request.toUs,
    isNewest && positionUs !== undefined ? positionUs + 1 : Number.POSITIVE_INFINITY,
  );
  let rows: ResultRow[] = [];
  for (const days of SPANS_DAYS) {
    const spanUs = days * DAY_MS * 1_000;
    const range = isNewest
      ? { fromUs: Math.max(fromUs, Math.min(toUs, nowMs * 1_000) - spanUs), toUs }
      : { fromUs, toUs: Math.min(toUs, fromUs + spanUs) };
    if (range.fromUs >= range.toUs) return [];
    const isOpen = isOpenSince(range.fromUs / 1_000, nowMs);
    rows = await listResultRows(db, orgId, { ...request, ...range, isOpen });
    if (rows.length >= request.limit || (range.fromUs === fromUs && range.toUs === toUs)) break;
  }
  return rows;
}

function readPosition(cursor: string): ResultPosition {
  const [slotUs, seriesKey] = decodeCursor(cursor, positionShape);
  return { slotUs, seriesKey };
}
