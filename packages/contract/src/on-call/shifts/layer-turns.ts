import type { LayerRestriction, ScheduleLayer } from "../schedules.ts";
import { WEEKDAYS } from "../weekdays.ts";
import type { Shift } from "./shift.ts";
import type { ZoneClock } from "./zone-clock.ts";

/**
 * The shifts of one layer. Handoffs and restrictions are counted on the local clock, so that they keep their time of day
 * when the clocks change; a turn of one hour then lasts none or two.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNIT_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;

type Span = { fromMs: number; toMs: number };

export type LayerInput = {
  layer: ScheduleLayer;
  /** Null: all people of the layer. */
  members: ReadonlySet<string> | null;
  clock: ZoneClock;
  range: Span;
};

export function computeLayer({ layer, members, clock, range }: LayerInput): Shift[] {
  const people = withoutFormer(layer.people, members);
  if (people.length === 0) return [];
  const endMs = layer.ends_at === null ? Number.POSITIVE_INFINITY : clock.toInstantMs(localOf(layer.ends_at));
  const within = { fromMs: range.fromMs, toMs: Math.min(range.toMs, endMs) };
  const turns = turnsOf(layer, { people, clock, within });
  if (layer.restrictions.length === 0) return turns;
  const open = openSpans(layer.restrictions, { clock, within });
  return intersect(turns, open);
}

/** A local date-time `YYYY-MM-DDTHH:MM` as the instant at which UTC shows it. */
export function localOf(text: string): number {
  return Date.parse(`${text.slice(0, 16)}:00Z`);
}

/**
 * The turns of people who are no longer members go to the next person, so that the dates of the others stay. Empty if
 * none is a member.
 */
function withoutFormer(people: readonly string[], members: ReadonlySet<string> | null): string[] {
  if (members === null) return [...people];
  if (!people.some((id) => members.has(id))) return [];
  const twice = [...people, ...people];
  return people.map((_, index) => twice.slice(index).find((id) => members.has(id)) ?? "");
}

type TurnInput = { people: readonly string[]; clock: ZoneClock; within: Span };

function turnsOf(layer: ScheduleLayer, { people, clock, within }: TurnInput): Shift[] {
  const startMs = localOf(layer.starts_at);
  const stepMs = UNIT_MS[layer.rotation.unit] * layer.rotation.every;
  const handoffMs = (turn: number) => clock.toInstantMs(startMs + turn * stepMs);
  const turnOf = (atMs: number) => Math.floor((clock.toLocalMs(atMs) - startMs) / stepMs);
  const shifts: Shift[] = [];
  // Local and exact times differ by less than a day around a change, hence a turn more at both ends.
  const margin = Math.ceil(DAY_MS / stepMs);
  const last = turnOf(within.toMs) + margin;
  for (let turn = Math.max(0, turnOf(within.fromMs) - margin); turn <= last; turn += 1) {
    const fromMs = Math.max(within.fromMs, handoffMs(turn));
    const toMs = Math.min(within.toMs, handoffMs(turn + 1));
    const personId = people[turn % people.length];
    if (fromMs >= toMs || personId === undefined) continue;
    shifts.push({ personId, fromMs, toMs, layerId: layer.id, overrideId: null });
  }
  return shifts;
}

/** The times in which a layer with restrictions has someone, in order and without overlaps. */
function openSpans(
  restrictions: readonly LayerRestriction[],
  { clock, within }: Pick<TurnInput, "clock" | "within">,
): Span[] {
  const spans: Span[] = [];
  const firstDay = Math.floor(clock.toLocalMs(within.fromMs) / DAY_MS) - 2;
  const lastDay = Math.floor(clock.toLocalMs(within.toMs) / DAY_MS) + 1;
  for (let day = firstDay; day <= lastDay; day += 1) {
    const weekday = WEEKDAYS[(((day + EPOCH_WEEKDAY) % 7) + 7) % 7];
    for (const { weekdays, from, to } of restrictions) {
      if (weekday === undefined || !weekdays.includes(weekday)) continue;
      const [fromTime, toTime] = [timeMs(from), timeMs(to)];
      const endTime = toTime <= fromTime ? toTime + DAY_MS : toTime;
      const fromMs = Math.max(within.fromMs, clock.toInstantMs(day * DAY_MS + fromTime));
      const toMs = Math.min(within.toMs, clock.toInstantMs(day * DAY_MS + endTime));
      if (fromMs < toMs) spans.push({ fromMs, toMs });
    }
  }
  return union(spans);
}

/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 3;

function timeMs(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000;
}

function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1);
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs);
    else joined.push({ ...span });
  }
  return joined;
}

/** Both in order and without overlaps. */
function intersect(shifts: readonly Shift[], spans: readonly Span[]): Shift[] {
  const found: Shift[] = [];
  let next = 0;
  for (const shift of shifts) {
    while (next < spans.length && (spans[next]?.toMs ?? 0) <= shift.fromMs) next += 1;
    for (let index = next; index < spans.length; index += 1) {
      const span = spans[index];
      if (span === undefined || span.fromMs >= shift.toMs) break;
      const [fromMs, toMs] = [Math.max(shift.fromMs, span.fromMs), Math.min(shift.toMs, span.toMs)];
      if (fromMs < toMs) found.push({ ...shift, fromMs, toMs });
    }
  }
  return found;
}
