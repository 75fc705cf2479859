import type { OrgId } from "@vedette/contract/common/ids.ts";
import { PAST_STATE_DAYS_MAX } from "@vedette/contract/past-state/past-state.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

const DAY_MS = 86_400_000;

/** Rejects an instant in the future and one before there is data. Returns from when on data exists. */
export async function assertPastInstant(
  db: Db,
  orgId: OrgId,
  { at, nowMs }: { at: Date; nowMs: number },
): Promise<Date> {
  const createdAt = (await findOrganizationStart(db, orgId))?.created_at ?? new Date(nowMs);
  const dataFrom = new Date(Math.max(createdAt.getTime(), nowMs - PAST_STATE_DAYS_MAX * DAY_MS));
  if (at.getTime() > nowMs) throw badFields([{ path: "at", message: "must be in the past" }]);
  if (at < dataFrom)
    throw badFields([
      { path: "at", message: `data exists from ${dataFrom.toISOString()} on; use a later time` },
    ]);
  return dataFrom;
}

const findOrganizationStart = (db: Db, orgId: OrgId) =>
  db.find<{ created_at: Date }>(sql`select created_at from organization where id = ${orgId}`);
