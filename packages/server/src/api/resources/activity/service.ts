import type { OrgId } from "@vedette/contract/common/ids.ts";
import {
  ACTIVITY_DAYS_MAX,
  type Activity,
  type ActivityListQuery,
} from "@vedette/contract/targets/activity.ts";
import { z } from "zod";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listOccurrences } from "../maintenance-windows/service.ts";
import {
  type ActivityRequest,
  type AlertEntryRow,
  type DefinitionChangeRow,
  type DeployRow,
  listAlertEntries,
  listChanges,
  listDeploys,
  listOutageEntries,
  type OutageEntryRow,
} from "./queries.ts";

/** What happened in an organization, merged from outages, alerts, maintenance windows, deploy markers and the audit log. */

type ActivityContext = { db: Db; orgId: OrgId; clock: Clock };

const DAY_MS = 86_400_000;

const cursorSchema = z.tuple([z.literal("activity"), z.iso.datetime(), z.string().max(200)]);

/** Each source returns its newest entries before the position, so their newest together are the page. */
export async function listActivityPage(
  ctx: ActivityContext,
  query: ActivityListQuery,
): Promise<Page<Activity>> {
  const request = requestOf(query, ctx.clock.now());
  const { db, orgId } = ctx;
  const found = [
    ...(await listOutageEntries(db, orgId, request)).map(toOutage),
    ...(await listAlertEntries(db, orgId, request)).map(toAlertEntry),
    ...(await listDeploys(db, orgId, request)).map(toDeploy),
    ...(await listMaintenance(ctx, request)),
    ...(await listChanges(db, orgId, request)).map(toChange),
  ].sort(newestFirst);
  const data = found.slice(0, query.limit);
  const last = data.at(-1);
  const hasMore = found.length > query.limit;
  const next = hasMore && last ? encodeCursor(["activity", last.at, last.id]) : null;
  return { data, meta: { next_cursor: next, has_more: hasMore } };
}

function requestOf({ from, cursor, limit }: ActivityListQuery, nowMs: number): ActivityRequest {
  const since = from ?? new Date(nowMs - DAY_MS);
  if (since.getTime() < nowMs - ACTIVITY_DAYS_MAX * DAY_MS) {
    throw badFields([{ path: "from", message: `must be at most ${ACTIVITY_DAYS_MAX} days ago` }]);
  }
  const [, at = null, key = ""] = cursor === undefined ? [] : decodeCursor(cursor, cursorSchema);
  return { from: since, position: at === null ? null : { at: new Date(at), key }, limit: limit + 1 };
}

function newestFirst(a: Activity, b: Activity): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

async function listMaintenance(
  ctx: ActivityContext,
  { from, position, limit }: ActivityRequest,
): Promise<Activity[]> {
  const nowMs = ctx.clock.now();
  const occurrences = await listOccurrences(ctx, { fromMs: from.getTime(), toMs: nowMs });
  const entries = occurrences.map(({ id, name, mode, fromMs, toMs }): Activity => {
    const startedAt = new Date(fromMs);
    const endedAt = toMs <= nowMs ? new Date(toMs) : null;
    const key = `maintenance ${id} ${fromMs}`;
    const times = timesOf({ key, at: endedAt ?? startedAt, started_at: startedAt, ended_at: endedAt });
    return { type: "maintenance", ...times, window: { id, name, mode } };
  });
  return entries
    .filter(({ at, id }) => Date.parse(at) >= from.getTime() && isBefore({ at, id }, position))
    .sort(newestFirst)
    .slice(0, limit);
}

function isBefore({ at, id }: Pick<Activity, "at" | "id">, position: ActivityRequest["position"]): boolean {
  if (position === null) return true;
  const end = position.at.toISOString();
  return at < end || (at === end && id < position.key);
}

function timesOf(row: { key: string; at: Date; started_at: Date; ended_at: Date | null }) {
  return {
    id: row.key,
    at: row.at.toISOString(),
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

function targetOf(row: Pick<OutageEntryRow, "target_kind" | "target_id" | "target_name">) {
  return { type: row.target_kind, id: row.target_id, name: row.target_name };
}

function toOutage(row: OutageEntryRow): Activity {
  return { type: "outage", ...timesOf(row), status: row.status, target: targetOf(row) };
}

function toAlertEntry(row: AlertEntryRow): Activity {
  const { id, title, severity, cause } = row;
  return { type: "alert", ...timesOf(row), alert: { id, title, severity }, cause, target: targetOf(row) };
}

function toDeploy(row: DeployRow): Activity {
  const { id, title, url, created_by: actor } = row;
  return { type: "deploy", ...timesOf(row), actor, marker: { id, title, url } };
}

function toChange(row: DefinitionChangeRow): Activity {
  const { action, actor_name: actor, object_type: type, object_id: id, object_name: name } = row;
  return { type: "change", ...timesOf(row), action, actor, object: { type, id, name } };
}
