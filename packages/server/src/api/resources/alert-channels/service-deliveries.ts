import type {
  ChannelDelivery,
  ChannelDeliveryListQuery,
} from "@vedette/contract/alerts/channel-deliveries.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "../../../platform/kernel/cursor.ts";
import type { Page } from "../../../platform/kernel/keyset.ts";
import { type ChannelDeliveryRow, listChannelDeliveries } from "./delivery-queries.ts";
import { type ChannelContext, getChannelRow } from "./service.ts";

const cursor = z.tuple([z.literal("deliveries"), z.string().regex(UUID_PATTERN)]);

/** Returns one page of the delivery log of a channel, newest first. */
export async function listDeliveryPage(
  ctx: ChannelContext,
  id: string,
  query: ChannelDeliveryListQuery,
): Promise<Page<ChannelDelivery>> {
  const beforeId = query.cursor === undefined ? null : decodeCursor(query.cursor, cursor)[1];
  const channel = await getChannelRow(ctx, id);
  const rows = await listChannelDeliveries(ctx.db, ctx.orgId, {
    channelId: channel.id,
    beforeId,
    ok: query.ok,
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const hasMore = rows.length > query.limit;
  return {
    data: page.map(toDelivery),
    meta: { next_cursor: hasMore && last ? encodeCursor(["deliveries", last.id]) : null, has_more: hasMore },
  };
}

function toDelivery({ alert_id, alert_title, at, ...row }: ChannelDeliveryRow): ChannelDelivery {
  const alert = alert_id === null ? null : { id: alert_id, title: alert_title ?? "" };
  return { ...row, alert, at: at.toISOString() };
}
