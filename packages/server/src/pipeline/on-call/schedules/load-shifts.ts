import type { OrgId } from "@vedette/contract/common/ids.ts";
import { computeShifts, type ShiftResult } from "@vedette/contract/on-call/shifts/compute-shifts.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listOverrides, type OverrideRow } from "./override-queries.ts";
import { listPeople, type SchedulePersonRow, type ScheduleRow } from "./schedule-queries.ts";

/** Schedules with what their shifts depend on: the overrides of a range, and the members of this moment. */
export type LoadedSchedules = {
  people: ReadonlyMap<string, SchedulePersonRow>;
  /** The shifts of a schedule within the loaded range. */
  shiftsOf(schedule: ScheduleRow, range: { fromMs: number; toMs: number }): ShiftResult;
};

export async function loadShifts(
  db: Db,
  orgId: OrgId,
  { schedules, fromMs, toMs }: { schedules: readonly ScheduleRow[]; fromMs: number; toMs: number },
): Promise<LoadedSchedules> {
  const scheduleIds = schedules.map(({ id }) => id);
  const overrides = await listOverrides(db, orgId, {
    scheduleIds,
    from: new Date(fromMs),
    to: new Date(toMs),
  });
  const people = new Map((await listPeople(db, orgId)).map((person) => [person.id, person]));
  const members = new Set(people.keys());
  const bySchedule = Map.groupBy(overrides, (row) => row.schedule_id);
  return {
    people,
    shiftsOf: ({ id, timezone, layers }, range) =>
      computeShifts({
        ...{ timezone, layers, members, ...range },
        overrides: (bySchedule.get(id) ?? []).map(toOverride),
      }),
  };
}

function toOverride({ id, person_id: personId, starts_at, ends_at }: OverrideRow) {
  return { id, personId, fromMs: starts_at.getTime(), toMs: ends_at.getTime() };
}
