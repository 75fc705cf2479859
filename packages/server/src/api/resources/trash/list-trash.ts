import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TrashedTarget, TrashListQuery } from "@vedette/contract/targets/trash.ts";
import { listTrash } from "../../../pipeline/targets/trash-queries.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";

const DAY_MS = 86_400_000;

/** Returns one page of the trash, the latest deletion first. */
export async function listTrashPage(
  { db, orgId }: { db: Db; orgId: OrgId },
  query: TrashListQuery,
  trashDays: number,
): Promise<Page<TrashedTarget>> {
  const sorted = { ...query, sort: "-created_at" as const };
  const rows = await listTrash(db, orgId, { position: readCursorPosition(sorted), limit: query.limit });
  const { data, meta } = pageOf(rows, sorted, ({ id, deleted_at: at, name }) => ({ id, at, name }));
  return {
    data: data.map((row) => ({
      ...row,
      deleted_at: row.deleted_at.toISOString(),
      purge_at: new Date(row.deleted_at.getTime() + trashDays * DAY_MS).toISOString(),
    })),
    meta,
  };
}
