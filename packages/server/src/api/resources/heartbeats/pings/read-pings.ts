import { type TargetId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Ping, PingListQuery, PingWithBody } from "@vedette/contract/heartbeats/pings.ts";
import { z } from "zod";
import { KIND_OF_CODE } from "../../../../pipeline/heartbeats/ping-codes.ts";
import { getTarget, type TargetContext } from "../../../../pipeline/targets/lifecycle.ts";
import { decodeCursor, encodeCursor } from "../../../../platform/kernel/cursor.ts";
import { notFound } from "../../../../platform/kernel/errors.ts";
import { idTimeMs } from "../../../../platform/kernel/ids.ts";
import type { Page } from "../../../../platform/kernel/keyset.ts";
import { HEARTBEATS } from "../heartbeat-type.ts";
import { findPing, listPings, type PingRow } from "./queries.ts";

/** The received pings of a heartbeat. */

type ReadContext = Pick<TargetContext, "db" | "orgId">;

export async function listPingPage(
  ctx: ReadContext,
  id: TargetId,
  { cursor, limit, kind: kinds, from, to }: PingListQuery,
): Promise<Page<Ping>> {
  const { id: heartbeatId, org_id: orgId } = await getTarget(ctx, HEARTBEATS, id);
  const before = cursor === undefined ? null : decodeCursor(cursor, z.string().regex(UUID_PATTERN));
  const rows = await listPings(ctx.db, orgId, heartbeatId, { kinds, from, to, before, limit: limit + 1 });
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const hasMore = rows.length > limit;
  return {
    data: data.map(toPing),
    meta: { next_cursor: hasMore && last ? encodeCursor(last.id) : null, has_more: hasMore },
  };
}

export async function getPing(
  ctx: ReadContext,
  { id, pingId }: { id: TargetId; pingId: string },
): Promise<PingWithBody> {
  const { id: heartbeatId, org_id: orgId } = await getTarget(ctx, HEARTBEATS, id);
  const row = UUID_PATTERN.test(pingId) ? await findPing(ctx.db, orgId, { heartbeatId, id: pingId }) : null;
  if (!row) throw notFound("ping");
  return { ...toPing(row), body: row.body, body_truncated: row.body_truncated };
}

function toPing({ id, kind, slot, exit_status, rid, duration_ms, ...row }: PingRow): Ping {
  const { method, source, user_agent, body_bytes, has_body, metrics } = row;
  return {
    id,
    received_at: new Date(idTimeMs(id)).toISOString(),
    kind: KIND_OF_CODE[kind],
    ...{ exit_status, rid, duration_ms },
    expected_at: slot?.toISOString() ?? null,
    ...{ method, source, user_agent, body_bytes, has_body, metrics },
  };
}
