import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { SHIFT_DAYS_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import type { ShiftQuery, ShiftsView } from "@vedette/contract/on-call/schedules.ts";
import type { AuditContext } from "../../../pipeline/audit/audit.ts";
import { loadShifts } from "../../../pipeline/on-call/schedules/load-shifts.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { getScheduleRow } from "./service.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** The offsets of time zones before this year are not those of today's clocks. */
const FIRST_MS = Date.UTC(2000, 0);
const LAST_MS = Date.UTC(2100, 0);

/** Returns the shifts and gaps of a schedule in a range. */
export async function listShifts(
  ctx: Pick<AuditContext, "db" | "orgId" | "clock">,
  { id, query }: { id: string; query: ShiftQuery },
): Promise<ShiftsView> {
  const fromMs = query.from?.getTime() ?? ctx.clock.now();
  const toMs = query.to?.getTime() ?? fromMs + DEFAULT_DAYS * DAY_MS;
  const errors = rangeErrors({ fromMs, toMs });
  if (errors.length > 0) throw badFields(errors);
  const schedule = await getScheduleRow(ctx, id);
  const range = { fromMs, toMs };
  const { people, shiftsOf } = await loadShifts(ctx.db, ctx.orgId, { schedules: [schedule], ...range });
  const { shifts, gaps, isComplete } = shiftsOf(schedule, range);
  return {
    from: instant(fromMs),
    to: instant(toMs),
    shifts: shifts.map((shift) => ({
      ...{ person_id: shift.personId, name: people.get(shift.personId)?.name ?? "" },
      ...{ from: instant(shift.fromMs), to: instant(shift.toMs) },
      ...{ layer_id: shift.layerId, override_id: shift.overrideId },
    })),
    gaps: gaps.map((gap) => ({ from: instant(gap.fromMs), to: instant(gap.toMs) })),
    is_complete: isComplete,
  };
}

function rangeErrors({ fromMs, toMs }: { fromMs: number; toMs: number }): ErrorDetail[] {
  if (fromMs < FIRST_MS || fromMs > LAST_MS)
    return [{ path: "from", message: "must be between 2000 and 2100" }];
  if (toMs <= fromMs) return [{ path: "to", message: "must be after from" }];
  if (toMs - fromMs > SHIFT_DAYS_MAX * DAY_MS)
    return [{ path: "to", message: `must be at most ${SHIFT_DAYS_MAX} days after from` }];
  return [];
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
