import { SHIFTS_MAX } from "../schedule-limits.ts";
import type { ScheduleLayer } from "../schedules.ts";
import { computeLayer } from "./layer-turns.ts";
import type { Gap, Shift } from "./shift.ts";
import { createZoneClock } from "./zone-clock.ts";

/** Computes who is on call when. Pure, and the same in browsers, which preview schedules with it. */

export type ShiftInput = {
  timezone: string;
  layers: readonly ScheduleLayer[];
  /** In the order of their creation: a later one wins. */
  overrides: readonly { id: string; personId: string; fromMs: number; toMs: number }[];
  /** Who may be on call; null: everyone. */
  members: ReadonlySet<string> | null;
  fromMs: number;
  toMs: number;
};

export type ShiftResult = {
  /** In order and without overlaps. */
  shifts: Shift[];
  gaps: Gap[];
  /** The shifts of each layer alone, in the order of the layers. */
  layers: { id: string; shifts: Shift[] }[];
  /** False if there were more than `SHIFTS_MAX`; the rest is left out. */
  isComplete: boolean;
};

/** A later layer wins over an earlier one while it has someone; overrides win over all layers. */
export function computeShifts(input: ShiftInput): ShiftResult {
  const range = { fromMs: input.fromMs, toMs: input.toMs };
  const clock = createZoneClock(input.timezone, range);
  const layers = input.layers.map((layer) => ({
    id: layer.id,
    shifts: joined(computeLayer({ layer, members: input.members, clock, range })),
  }));
  const overridden = input.overrides
    .filter(({ personId }) => input.members === null || input.members.has(personId))
    .map((override) => clip(override, range))
    .filter(({ fromMs, toMs }) => fromMs < toMs)
    .reduce<Shift[]>((below, shift) => cover(below, [shift]), []);
  const all = joined([...layers.map(({ shifts }) => shifts), overridden].reduce(cover, []));
  const gaps = gapsOf(all, range);
  return {
    shifts: all.slice(0, SHIFTS_MAX),
    gaps: gaps.slice(0, SHIFTS_MAX),
    layers: layers.map((layer) => ({ ...layer, shifts: layer.shifts.slice(0, SHIFTS_MAX) })),
    isComplete: [all, gaps, ...layers.map(({ shifts }) => shifts)].every(
      ({ length }) => length <= SHIFTS_MAX,
    ),
  };
}

function clip({ id, personId, ...span }: ShiftInput["overrides"][number], range: Gap): Shift {
  return {
    personId,
    fromMs: Math.max(span.fromMs, range.fromMs),
    toMs: Math.min(span.toMs, range.toMs),
    layerId: null,
    overrideId: id,
  };
}

/** Returns the shifts of `above`, and those of `below` in the time that `above` leaves. Both in order. */
function cover(below: readonly Shift[], above: readonly Shift[]): Shift[] {
  const result: Shift[] = [];
  let next = 0;
  for (const shift of below) {
    let fromMs = shift.fromMs;
    while (next < above.length && (above[next]?.toMs ?? 0) <= fromMs) next += 1;
    for (let index = next; index < above.length; index += 1) {
      const winner = above[index];
      if (winner === undefined || winner.fromMs >= shift.toMs) break;
      if (fromMs < winner.fromMs) result.push({ ...shift, fromMs, toMs: winner.fromMs });
      fromMs = winner.toMs;
    }
    if (fromMs < shift.toMs) result.push({ ...shift, fromMs });
  }
  return [...result, ...above].sort((a, b) => a.fromMs - b.fromMs);
}

/** Joins adjacent shifts of one person from one layer or override. */
function joined(shifts: readonly Shift[]): Shift[] {
  const result: Shift[] = [];
  for (const shift of shifts) {
    const last = result.at(-1);
    if (last && isContinued(last, shift)) last.toMs = shift.toMs;
    else result.push({ ...shift });
  }
  return result;
}

function isContinued(a: Shift, b: Shift): boolean {
  return (
    a.toMs === b.fromMs &&
    a.personId === b.personId &&
    a.layerId === b.layerId &&
    a.overrideId === b.overrideId
  );
}

function gapsOf(shifts: readonly Shift[], { fromMs, toMs }: Gap): Gap[] {
  const gaps: Gap[] = [];
  let atMs = fromMs;
  for (const shift of shifts) {
    if (atMs < shift.fromMs) gaps.push({ fromMs: atMs, toMs: shift.fromMs });
    atMs = shift.toMs;
  }
  if (atMs < toMs) gaps.push({ fromMs: atMs, toMs });
  return gaps;
}
