import type { OnCall, OnCallQuery } from "@vedette/contract/on-call/on-call.ts";
import { GAP_WARNING_DAYS, SHIFT_DAYS_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import type { SchedulePerson } from "@vedette/contract/on-call/schedules.ts";
import type { Shift } from "@vedette/contract/on-call/shifts/shift.ts";
import type { AuditContext } from "../../../pipeline/audit/audit.ts";
import { type LoadedSchedules, loadShifts } from "../../../pipeline/on-call/schedules/load-shifts.ts";
import { listAllSchedules, type ScheduleRow } from "../../../pipeline/on-call/schedules/schedule-queries.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { scheduleWarnings } from "../schedules/service-view.ts";

/** Who is on call in all schedules of an organization. */

const DAY_MS = 86_400_000;
/** A schedule with more gaps has them regularly. */
const GAPS_MAX = 20;
const FIRST_MS = Date.UTC(2000, 0);
const LAST_MS = Date.UTC(2100, 0);

export async function listOnCall(
  { db, orgId, clock }: Pick<AuditContext, "db" | "orgId" | "clock">,
  { at }: OnCallQuery,
): Promise<OnCall[]> {
  const atMs = at?.getTime() ?? clock.now();
  if (atMs < FIRST_MS || atMs > LAST_MS)
    throw badFields([{ path: "at", message: "must be between 2000 and 2100" }]);
  const schedules = await listAllSchedules(db, orgId);
  const range = { fromMs: atMs, toMs: atMs + SHIFT_DAYS_MAX * DAY_MS };
  const loaded = await loadShifts(db, orgId, { schedules, ...range });
  return schedules.map((schedule) => toOnCall(schedule, loaded, atMs));
}

function toOnCall(schedule: ScheduleRow, loaded: LoadedSchedules, atMs: number): OnCall {
  const near = loaded.shiftsOf(schedule, { fromMs: atMs, toMs: atMs + GAP_WARNING_DAYS * DAY_MS });
  const soon = findChange(near.shifts, { atMs, toMs: atMs + GAP_WARNING_DAYS * DAY_MS });
  const change = soon.untilMs === null ? findLateChange(schedule, loaded, atMs) : soon;
  return {
    ...{ schedule_id: schedule.id, name: schedule.name, timezone: schedule.timezone },
    people: people(loaded, change.now),
    until: change.untilMs === null ? null : new Date(change.untilMs).toISOString(),
    next: people(loaded, change.next),
    gaps: near.gaps.slice(0, GAPS_MAX).map(({ fromMs, toMs }) => ({
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
    })),
    warnings: scheduleWarnings(schedule, loaded.people),
  };
}

/** Few turns are longer than two weeks, so that the long range is computed for them only. */
function findLateChange(schedule: ScheduleRow, { shiftsOf }: LoadedSchedules, atMs: number): Change {
  const range = { fromMs: atMs, toMs: atMs + SHIFT_DAYS_MAX * DAY_MS };
  return findChange(shiftsOf(schedule, range).shifts, { atMs, toMs: range.toMs });
}

type Change = { now: string | null; untilMs: number | null; next: string | null };

/** Returns who is on call, until when, and who follows: the shifts of one person may come from several layers. */
function findChange(shifts: readonly Shift[], { atMs, toMs }: { atMs: number; toMs: number }): Change {
  const first = shifts[0];
  const now = first && first.fromMs <= atMs ? first.personId : null;
  let untilMs = now === null ? (first?.fromMs ?? toMs) : atMs;
  for (const shift of shifts) {
    if (shift.personId !== now || shift.fromMs > untilMs) break;
    untilMs = shift.toMs;
  }
  const next = shifts.find((shift) => shift.fromMs === untilMs)?.personId ?? null;
  return untilMs >= toMs ? { now, untilMs: null, next: null } : { now, untilMs, next };
}

function people(loaded: LoadedSchedules, id: string | null): SchedulePerson[] {
  const person = id === null ? undefined : loaded.people.get(id);
  return person ? [{ id: person.id, name: person.name }] : [];
}
