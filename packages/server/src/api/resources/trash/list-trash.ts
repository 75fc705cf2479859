import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { TrashedTarget, TrashListQuery } from "@vedette/contract/targets/trash.ts";
import { findTrashed, listTrash, type TrashRow } from "../../../pipeline/targets/trash-queries.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
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
  return { data: data.map((row) => toTrashed(row, trashDays)), meta };
}

/** Returns a target in the trash. */
export async function getTrashed(
  { db, orgId }: { db: Db; orgId: OrgId },
  id: string,
  trashDays: number,
): Promise<TrashedTarget> {
  const row = UUID_PATTERN.test(id) ? await findTrashed(db, orgId, id) : null;
  if (row === null) throw notFound("target in the trash");
  return toTrashed(row, trashDays);
}

function toTrashed(row: TrashRow, trashDays: number): TrashedTarget {
  return {
    ...row,
    deleted_at: row.deleted_at.toISOString(),
    purge_at: new Date(row.deleted_at.getTime() + trashDays * DAY_MS).toISOString(),
  };
}
