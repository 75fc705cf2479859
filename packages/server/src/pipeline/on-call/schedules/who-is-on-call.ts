import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { loadShifts } from "./load-shifts.ts";
import { listSchedulesById } from "./schedule-queries.ts";

/**
 * Returns who is on call at an instant, by schedule: IDs of people who are members of the organization at this moment.
 * The list is empty in a gap, and for a schedule that does not exist.
 */
export async function whoIsOnCall(
  db: Db,
  orgId: OrgId,
  { scheduleIds, atMs }: { scheduleIds: readonly string[]; atMs: number },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const onCall = new Map<string, readonly string[]>(scheduleIds.map((id) => [id, []]));
  const known = scheduleIds.filter((id) => UUID_PATTERN.test(id));
  if (known.length === 0) return onCall;
  const schedules = await listSchedulesById(db, orgId, known);
  const instant = { fromMs: atMs, toMs: atMs + 1 };
  const { shiftsOf } = await loadShifts(db, orgId, { schedules, ...instant });
  for (const schedule of schedules) {
    onCall.set(
      schedule.id,
      shiftsOf(schedule, instant).shifts.map(({ personId }) => personId),
    );
  }
  return onCall;
}
