import type { Journey, JourneyListQuery } from "@vedette/contract/journeys/journeys.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { lastRunsOf } from "../runs/service.ts";
import { toJourney } from "./journey-view.ts";
import { listJourneys } from "./queries.ts";
import type { JourneyServiceContext } from "./service.ts";

/** Returns one page. Journeys that are created in the meantime do not repeat or hide others. */
export async function listJourneyPage(
  ctx: JourneyServiceContext,
  query: JourneyListQuery,
): Promise<Page<Journey>> {
  const rows = await listJourneys(ctx.db, ctx.orgId, { query, position: readCursorPosition(query) });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const last = await lastRunsOf(
    ctx,
    data.map((row) => row.id),
  );
  return { data: data.map((row) => toJourney(row, last.get(row.id))), meta };
}
