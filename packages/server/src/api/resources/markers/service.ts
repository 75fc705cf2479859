import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { MARKER_DAYS, MARKERS_PER_DAY_MAX } from "@vedette/contract/markers/marker-limits.ts";
import type { Marker, MarkerCreate, MarkerListQuery } from "@vedette/contract/markers/markers.ts";
import { type AuditContext, audit } from "../../../pipeline/audit/audit.ts";
import { findMarkersOf } from "../../../pipeline/markers/markers-of-targets.ts";
import {
  countRecentMarkers,
  deleteMarker,
  insertMarker,
  listMarkers,
  lockMarkers,
  type MarkerRow,
} from "../../../pipeline/markers/queries.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";

/** Deploy markers: creating, listing and deleting them. */

const DAY_MS = 86_400_000;
/** How far the clock of a CI server may be ahead. */
const CLOCK_SKEW_MS = 300_000;
/** Pages are sorted by the time of the marker, newest first. */
const SORT = "-created_at";

type ReadContext = Pick<AuditContext, "db" | "orgId">;

export async function listMarkerPage(
  { db, orgId }: ReadContext,
  query: MarkerListQuery,
): Promise<Page<Marker>> {
  const { target_id: targetId, limit, from, to, tag } = query;
  const pageQuery = { ...query, sort: SORT } as const;
  const position = readCursorPosition(pageQuery);
  const filter = { from, to, tag, position };
  if (targetId === undefined) {
    const rows = await listMarkers(db, orgId, { ...filter, limit: limit + 1 });
    return toPage(rows, pageQuery);
  }
  const { rows, searchedTo } = await findMarkersOf(db, orgId, { ...filter, targetIds: [targetId], limit });
  if (searchedTo === null) return toPage(rows, pageQuery);
  // The cursor is that of the last marker that was searched, which may be none of the target.
  const { meta } = pageOf([searchedTo, searchedTo], { ...pageQuery, limit: 1 }, keysOf);
  return { data: rows.map(toMarker), meta };
}

export async function createMarker(ctx: AuditContext, input: MarkerCreate): Promise<Marker> {
  const { db, orgId } = ctx;
  const nowMs = ctx.clock.now();
  const at = input.at ?? new Date(nowMs);
  if (at.getTime() > nowMs + CLOCK_SKEW_MS)
    throw badFields([{ path: "at", message: "must not be in the future" }]);
  if (at.getTime() < nowMs - MARKER_DAYS * DAY_MS) {
    throw badFields([{ path: "at", message: `must be at most ${MARKER_DAYS} days ago` }]);
  }
  const selector = input.selector ?? null;
  const errors = await findSelectorErrors(db, orgId, { before: null, after: selector });
  if (errors.length > 0) throw badFields(errors);
  await lockMarkers(db, orgId);
  if ((await countRecentMarkers(db, orgId, new Date(nowMs - DAY_MS))) >= MARKERS_PER_DAY_MAX) {
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `An organization creates at most ${MARKERS_PER_DAY_MAX} deploy markers in 24 hours. Mark releases, not single commits.`,
    );
  }
  const row: MarkerRow = {
    ...{ id: newId(nowMs), org_id: orgId, at, title: input.title },
    ...{ url: input.url ?? null, tags: [...new Set(input.tags)], selector },
    ...{ created_by: ctx.actor.name, created_at: new Date(nowMs) },
  };
  await insertMarker(db, row);
  await audit(ctx, { action: "marker.create", target: { type: "marker", id: row.id }, after: toLog(row) });
  return toMarker(row);
}

export async function removeMarker(ctx: AuditContext, id: string): Promise<void> {
  const row = UUID_PATTERN.test(id) ? await deleteMarker(ctx.db, ctx.orgId, id) : null;
  if (!row) throw notFound("deploy marker");
  await audit(ctx, { action: "marker.delete", target: { type: "marker", id }, before: toLog(row) });
}

function toPage(rows: readonly MarkerRow[], query: MarkerListQuery & { sort: typeof SORT }): Page<Marker> {
  const { data, meta } = pageOf(rows, query, keysOf);
  return { data: data.map(toMarker), meta };
}

function keysOf({ id, at, title }: MarkerRow) {
  return { id, at, name: title };
}

function toMarker({ org_id: _, at, created_at, ...row }: MarkerRow): Marker {
  return { ...row, at: at.toISOString(), created_at: created_at.toISOString() };
}

function toLog({ title, at, url, tags, selector }: MarkerRow) {
  return { title, at: at.toISOString(), url, tags, selector };
}
