import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportedRange } from "@vedette/contract/targets/observed/imported-range.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { Interval } from "../observed/missed-time.ts";

type Row = { source: ImportKind; from_at: Date; to_at: Date };

/** The imported history of a target, if it overlaps the interval, else null. */
export async function findImported(
  db: Db,
  orgId: string,
  { targetId, fromMs, toMs }: { targetId: string } & Interval,
): Promise<ImportedRange | null> {
  const row = await db.find<Row>(sql`
    select source, from_at, to_at from imported_history
    where org_id = ${orgId} and target_id = ${targetId}
      and from_at < ${new Date(toMs)} and to_at > ${new Date(fromMs)}`);
  if (row === null) return null;
  return { source: row.source, from: row.from_at.toISOString(), to: row.to_at.toISOString() };
}
