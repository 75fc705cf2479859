import type { CheckReport } from "@vedette/contract/checks/check-run.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { SlotGapRow } from "./queries.ts";

/**
 * Slots of a series that another scheduler may store at the same time: a scheduler that was cut off stores what its checks
 * found, and its successor what was missed. Each reads what the other has stored, but neither sees what is not committed,
 * so a slot could get two records. These writes are rare, and therefore wait for each other; all others need no lock.
 */
export async function lockHandedOverSlots(
  db: Db,
  batch: { reports: readonly CheckReport[]; gaps: readonly SlotGapRow[] },
  isHeld: (seriesKey: number) => boolean,
): Promise<void> {
  const isHandedOver =
    batch.gaps.some(({ reason, seriesKey }) => reason === TAKEN_OVER || !isHeld(seriesKey)) ||
    batch.reports.some(({ trigger, seriesKey }) => trigger === "schedule" && !isHeld(seriesKey));
  if (isHandedOver) await db.run(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** The reason of the slots between two holders. */
const TAKEN_OVER = "stopped";
const LOCK = sql`hashtextextended('vedette.handed_over_slots', 0)`;
