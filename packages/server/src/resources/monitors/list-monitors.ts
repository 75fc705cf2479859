import { UUID_PATTERN } from "@vedette/contract/ids.ts";
import type { Monitor, MonitorListQuery } from "@vedette/contract/monitors.ts";
import type { Sort } from "@vedette/contract/paging.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { latestResults } from "../../results/reading/latest-results.ts";
import { toMonitor } from "./monitor-view.ts";
import { type ListPlace, listMonitors, type MonitorRow } from "./queries.ts";
import type { MonitorContext } from "./service.ts";

export type MonitorPage = { data: Monitor[]; meta: { next_cursor: string | null; has_more: boolean } };

/** One page. What is created meanwhile neither repeats nor hides a monitor that was there at the first page. */
export async function listMonitorPage(ctx: MonitorContext, query: MonitorListQuery): Promise<MonitorPage> {
  const { db, orgId } = ctx;
  const after = query.cursor === undefined ? null : readPlace(query.sort, query.cursor);
  const rows = await listMonitors(db, orgId, { query, after, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = rows.length > query.limit;
  const monitorIds = page.map((row) => row.id);
  const latest = await latestResults(db, { orgId, monitorIds, nowMs: ctx.clock.now() });
  return {
    data: page.map((row) => toMonitor(row, latest.get(row.id))),
    meta: { next_cursor: hasMore && last ? placeOf(query.sort, last) : null, has_more: hasMore },
  };
}

/** The sort is part of the place: with another one it would be the place of nothing. */
function placeOf(sort: Sort, row: MonitorRow): string {
  return encodeCursor([sort, isByName(sort) ? row.name : row.created_at.toISOString(), row.id]);
}

function readPlace(sort: Sort, cursor: string): ListPlace {
  const value = isByName(sort) ? storableText : z.iso.datetime();
  const [, at, id] = decodeCursor(cursor, z.tuple([z.literal(sort), value, z.string().regex(UUID_PATTERN)]));
  return { value: at, id };
}

const storableText = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes("\0"));

function isByName(sort: Sort): boolean {
  return sort === "name" || sort === "-name";
}
