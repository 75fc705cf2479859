import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Heartbeat, HeartbeatListQuery } from "@vedette/contract/heartbeats/heartbeats.ts";
import { listTargetRows } from "../../../pipeline/targets/queries.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { HeartbeatRow } from "./heartbeat-fields.ts";
import { HEARTBEATS } from "./heartbeat-type.ts";
import { toHeartbeat } from "./heartbeat-view.ts";
import { findHeartbeatBySlug, listHeartbeatStates } from "./queries.ts";

type ViewContext = { db: Db; orgId: OrgId; clock: Clock; actor: Actor; serverUrl: string };

/** Returns one page. Heartbeats that are created in the meantime do not repeat or hide others. */
export async function listHeartbeatPage(
  ctx: ViewContext,
  { slug, ...query }: HeartbeatListQuery,
): Promise<Page<Heartbeat>> {
  const ids = slug === undefined ? undefined : await findHeartbeatBySlug(ctx.db, ctx.orgId, slug);
  const rows = await listTargetRows<HeartbeatRow>(ctx.db, ctx.orgId, HEARTBEATS, {
    query: { ...query, ids: ids?.map(({ id }) => id) },
    position: readCursorPosition(query),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: await withStates(ctx, data), meta };
}

/** Returns the view of a row with what its pings have changed. */
export async function withState(ctx: ViewContext, row: HeartbeatRow): Promise<Heartbeat> {
  const [heartbeat] = await withStates(ctx, [row]);
  if (!heartbeat) throw new Error("a view is missing");
  return heartbeat;
}

async function withStates(ctx: ViewContext, rows: readonly HeartbeatRow[]): Promise<Heartbeat[]> {
  const { db, orgId, actor, serverUrl } = ctx;
  const ids = rows.map(({ id }): TargetId => id);
  const states = new Map((await listHeartbeatStates(db, orgId, ids)).map((state) => [state.id, state]));
  const options = { actor, serverUrl, nowMs: ctx.clock.now() };
  return rows.map((row) => toHeartbeat(row, states.get(row.id), options));
}

export type LastPing = { receivedAt: string; durationMs: number | null };

/** The last ping of these heartbeats that was not ignored. */
export async function lastPingsOf(
  { db, orgId }: Pick<ViewContext, "db" | "orgId">,
  ids: readonly TargetId[],
): Promise<ReadonlyMap<TargetId, LastPing>> {
  const states = ids.length === 0 ? [] : await listHeartbeatStates(db, orgId, ids);
  return new Map(
    states.flatMap(({ id, last_ping_at: at, last_duration_ms: durationMs }) =>
      at === null ? [] : [[id, { receivedAt: at.toISOString(), durationMs }] as const],
    ),
  );
}
