import type { OrgId } from "@vedette/contract/common/ids.ts";
import { listTargetRows, type TargetPageQuery } from "../../../pipeline/targets/queries.ts";
import type { TargetRow } from "../../../pipeline/targets/target-row.ts";
import type { TargetTable } from "../../../pipeline/targets/target-type.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type LastRun, lastRunsOf } from "../runs/service.ts";

/** The API representation of targets that have runs: API monitors and journeys. */

type ReadContext = { db: Db; orgId: OrgId };
type ToView<Row, View> = (row: Row, last: LastRun | undefined) => View;

/** Returns the view of a row with its last run. */
export async function withLastRun<Row extends TargetRow, View>(
  ctx: ReadContext,
  row: Row,
  toView: ToView<Row, View>,
): Promise<View> {
  return toView(row, (await lastRunsOf(ctx, [row.id])).get(row.id));
}

/** Returns one page. Targets that are created in the meantime do not repeat or hide others. */
export async function listRunTargets<Row extends TargetRow, View>(
  ctx: ReadContext,
  table: TargetTable,
  { query, toView }: { query: TargetPageQuery & { cursor?: string | undefined }; toView: ToView<Row, View> },
): Promise<Page<View>> {
  const rows = await listTargetRows<Row>(ctx.db, ctx.orgId, table, {
    query,
    position: readCursorPosition(query),
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  const last = await lastRunsOf(
    ctx,
    data.map(({ id }) => id),
  );
  return { data: data.map((row) => toView(row, last.get(row.id))), meta };
}
