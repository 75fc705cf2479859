import { LAYERS_MAX, SHIFTS_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import type { ScheduleLayer } from "@vedette/contract/on-call/schedules.ts";
import { computeShifts, type ShiftInput } from "@vedette/contract/on-call/shifts/compute-shifts.ts";
import { WEEKDAYS } from "@vedette/contract/on-call/weekdays.ts";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";

/** The core is in the contract; it is tested here because the reference needs a library that only the server has. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function layerOf(changes: Partial<ScheduleLayer>): ScheduleLayer {
  return {
    ...{ id: "l", name: "Layer", people: ["a", "b", "c"], rotation: { unit: "day", every: 1 } },
    ...{ starts_at: "2026-01-01T09:00", ends_at: null, restrictions: [], ...changes },
  };
}

function inputOf(changes: Partial<ShiftInput>): ShiftInput {
  return {
    ...{ timezone: "UTC", layers: [layerOf({})], overrides: [], members: null },
    ...{ fromMs: Date.parse("2026-01-01T00:00Z"), toMs: Date.parse("2026-01-04T00:00Z"), ...changes },
  };
}

const shown = (input: ShiftInput) =>
  computeShifts(input).shifts.map(({ personId, fromMs, toMs }) => [
    personId,
    Temporal.Instant.fromEpochMilliseconds(fromMs)
      .toZonedDateTimeISO(input.timezone)
      .toPlainDateTime()
      .toString(),
    (toMs - fromMs) / HOUR_MS,
  ]);

const range = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) });

describe("a rotation", () => {
  test("hands off at the time of day of its start, and has no one before it", () => {
    const input = inputOf({});
    expect(shown(input)).toEqual([
      ["a", "2026-01-01T09:00:00", 24],
      ["b", "2026-01-02T09:00:00", 24],
      ["c", "2026-01-03T09:00:00", 15],
    ]);
    expect(computeShifts(input).gaps).toEqual([range("2026-01-01T00:00Z", "2026-01-01T09:00Z")]);
  });

  test("keeps its time of day across both changes of the clocks", () => {
    const layers = [layerOf({ starts_at: "2026-01-01T09:00" })];
    const berlin = { timezone: "Europe/Berlin", layers };
    const spring = shown(inputOf({ ...berlin, ...range("2026-03-28T08:00Z", "2026-03-30T07:00Z") }));
    expect(spring.map(([, at, hours]) => [at, hours])).toEqual([
      ["2026-03-28T09:00:00", 23],
      ["2026-03-29T09:00:00", 24],
    ]);
    const autumn = shown(inputOf({ ...berlin, ...range("2026-10-24T07:00Z", "2026-10-26T08:00Z") }));
    expect(autumn.map(([, at, hours]) => [at, hours])).toEqual([
      ["2026-10-24T09:00:00", 25],
      ["2026-10-25T09:00:00", 24],
    ]);
  });

  test("hands off when the clock is set forward over its time, and at the first of two equal times", () => {
    const layers = [layerOf({ starts_at: "2026-01-01T02:30" })];
    const berlin = { timezone: "Europe/Berlin", layers };
    const spring = shown(inputOf({ ...berlin, ...range("2026-03-29T00:59Z", "2026-03-29T01:01Z") }));
    expect(spring.map(([, at]) => at)).toEqual(["2026-03-29T01:59:00", "2026-03-29T03:00:00"]);
    const autumn = shown(inputOf({ ...berlin, ...range("2026-10-25T00:29Z", "2026-10-25T01:31Z") }));
    expect(autumn.map(([, at]) => at)).toEqual(["2026-10-25T02:29:00", "2026-10-25T02:30:00"]);
  });

  test("counts leap days", () => {
    const layers = [layerOf({ starts_at: "2028-02-28T00:00" })];
    expect(shown(inputOf({ layers, ...range("2028-02-28T00:00Z", "2028-03-02T00:00Z") }))).toEqual([
      ["a", "2028-02-28T00:00:00", 24],
      ["b", "2028-02-29T00:00:00", 24],
      ["c", "2028-03-01T00:00:00", 24],
    ]);
  });

  test("survives the day that Samoa left out", () => {
    const layers = [layerOf({ starts_at: "2011-12-28T09:00" })];
    const found = shown(
      inputOf({ timezone: "Pacific/Apia", layers, ...range("2011-12-29T19:00Z", "2011-12-31T19:00Z") }),
    );
    expect(found).toEqual([
      ["b", "2011-12-29T09:00:00", 15],
      ["c", "2011-12-31T00:00:00", 9],
      ["a", "2011-12-31T09:00:00", 24],
    ]);
  });
});

describe("people, layers and overrides", () => {
  test("the turns of a person who left go to the next person, and the others keep theirs", () => {
    const members = new Set(["a", "c"]);
    expect(shown(inputOf({ members })).map(([person]) => person)).toEqual(["a", "c"]);
    const without = computeShifts(inputOf({ members: new Set(["x"]) }));
    expect([without.shifts.length, without.gaps.length]).toEqual([0, 1]);
  });

  test("a layer that ends leaves a gap, and a later layer wins only within its restrictions", () => {
    const nights = [{ weekdays: ["thu" as const], from: "22:00", to: "06:00" }];
    const layers = [
      layerOf({ id: "base", people: ["a"], starts_at: "2026-01-01T00:00", ends_at: "2026-01-02T12:00" }),
      layerOf({ id: "night", people: ["n"], starts_at: "2026-01-01T00:00", restrictions: nights }),
    ];
    const input = inputOf({ layers });
    expect(shown(input)).toEqual([
      ["a", "2026-01-01T00:00:00", 22],
      ["n", "2026-01-01T22:00:00", 8],
      ["a", "2026-01-02T06:00:00", 6],
    ]);
    expect(computeShifts(input).gaps).toEqual([range("2026-01-02T12:00Z", "2026-01-04T00:00Z")]);
  });

  test("the latest override wins, and one of a person who left has no effect", () => {
    const times = range("2026-01-01T10:00Z", "2026-01-01T14:00Z");
    const overrides = [
      { id: "1", personId: "x", ...times },
      { id: "2", personId: "y", ...range("2026-01-01T12:00Z", "2026-01-01T13:00Z") },
      { id: "3", personId: "gone", ...times },
    ];
    const members = new Set(["a", "b", "c", "x", "y"]);
    const input = inputOf({ overrides, members, ...range("2026-01-01T09:00Z", "2026-01-01T15:00Z") });
    expect(shown(input).map(([person, , hours]) => [person, hours])).toEqual([
      ["a", 1],
      ["x", 2],
      ["y", 1],
      ["x", 1],
      ["a", 1],
    ]);
  });

  test("the longest answer has a maximum, and says that it is not complete", () => {
    const people = ["a", "b"];
    const layers = Array.from({ length: LAYERS_MAX }, (_, index) =>
      layerOf({
        id: `${index}`,
        people,
        rotation: { unit: "hour", every: 1 },
        starts_at: "2026-01-01T00:00",
      }),
    );
    const fromMs = Date.parse("2026-01-01T00:00Z");
    const year = computeShifts(inputOf({ layers, fromMs, toMs: fromMs + 400 * DAY_MS }));
    expect([year.isComplete, year.shifts.length]).toEqual([true, 9_600]);
    const longer = computeShifts(inputOf({ layers, fromMs, toMs: fromMs + 500 * DAY_MS }));
    expect([longer.isComplete, longer.shifts.length]).toEqual([false, SHIFTS_MAX]);
  });
});

/** Steps through the range by minutes, with local times of another library. */
function slowly({ timezone, layers, overrides, members, fromMs, toMs }: ShiftInput): (string | null)[] {
  const local = (ms: number) => {
    const shownAt = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone);
    return shownAt.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds;
  };
  const found: (string | null)[] = [];
  // The latest local time so far: a time that occurs twice counts once.
  let latest = Number.NEGATIVE_INFINITY;
  for (let ms = fromMs - 27 * HOUR_MS; ms < toMs; ms += MINUTE_MS) {
    latest = Math.max(latest, local(ms));
    if (ms < fromMs) continue;
    const override = overrides.findLast(
      (one) => one.fromMs <= ms && ms < one.toMs && (members === null || members.has(one.personId)),
    );
    const people = layers.map((layer) => personOf(layer, members, latest));
    found.push(override?.personId ?? people.findLast((id) => id !== null) ?? null);
  }
  return found;
}

function personOf(layer: ScheduleLayer, members: ShiftInput["members"], localMs: number): string | null {
  const startMs = Date.parse(`${layer.starts_at}Z`);
  const { unit, every } = layer.rotation;
  if (localMs < startMs || (layer.ends_at !== null && localMs >= Date.parse(`${layer.ends_at}Z`)))
    return null;
  const day = new Date(localMs).toISOString();
  const minutes = Number(day.slice(11, 13)) * 60 + Number(day.slice(14, 16));
  const weekday = (new Date(localMs).getUTCDay() + 6) % 7;
  const isOpen = layer.restrictions.some(({ weekdays, from, to }) => {
    const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const has = (index: number) => weekdays.some((name) => WEEKDAYS.indexOf(name) === (index + 7) % 7);
    if (at(from) < at(to)) return has(weekday) && at(from) <= minutes && minutes < at(to);
    return (has(weekday) && at(from) <= minutes) || (has(weekday - 1) && minutes < at(to));
  });
  if (layer.restrictions.length > 0 && !isOpen) return null;
  const length = every * { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }[unit];
  let position = Math.floor((localMs - startMs) / length);
  for (const _ of layer.people) {
    const person = layer.people[position % layer.people.length];
    if (person !== undefined && (members === null || members.has(person))) return person;
    position += 1;
  }
  return null;
}

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Antarctica/Troll",
  "Africa/Casablanca",
];
/** Around changes of the clocks of these zones, a leap day, and days without either. */
const STARTS = [
  "2026-03-28",
  "2026-03-07",
  "2026-10-24",
  "2026-10-31",
  "2026-04-04",
  "2026-02-14",
  "2028-02-28",
];

const twoDigits = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => `${value}`.padStart(2, "0"));
const time = fc
  .tuple(twoDigits(23), fc.constantFrom("00", "15", "30"))
  .map(([hour, minute]) => `${hour}:${minute}`);
const localTime = (from: number) =>
  fc
    .tuple(fc.integer({ min: from, max: from + 40 }), time)
    .map(([day, at]) => `${new Date(Date.UTC(2026, 1, day)).toISOString().slice(0, 10)}T${at}`);
const layers = fc.array(
  fc.record({
    id: fc.uuid(),
    name: fc.constant("Layer"),
    people: fc.array(fc.constantFrom("a", "b", "c", "gone"), { maxLength: 4 }),
    rotation: fc.record({
      unit: fc.constantFrom("hour" as const, "day" as const, "week" as const),
      every: fc.integer({ min: 1, max: 5 }),
    }),
    starts_at: fc.oneof(localTime(1), localTime(-400)),
    ends_at: fc.option(localTime(42)),
    restrictions: fc.array(
      fc.record({
        weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
        from: time,
        to: time,
      }),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 3 },
);
const overrideTimes = fc.record({
  personId: fc.constantFrom("x", "gone"),
  start: fc.integer({ min: -600, max: 2_800 }),
  minutes: fc.integer({ min: 1, max: 1_500 }),
});

test("shifts and gaps agree with a reference that steps through every minute", () => {
  const members = new Set(["a", "b", "c", "x"]);
  fc.assert(
    fc.property(
      ...([fc.constantFrom(...ZONES), fc.constantFrom(...STARTS), layers] as const),
      fc.array(overrideTimes, { maxLength: 3 }),
      (timezone, start, randomLayers, times) => {
        const fromMs = Date.parse(`${start}T12:00Z`);
        const overrides = times.map(({ personId, ...given }, index) => ({
          ...{ id: `${index}`, personId, fromMs: fromMs + given.start * MINUTE_MS },
          toMs: fromMs + (given.start + given.minutes) * MINUTE_MS,
        }));
        const toMs = fromMs + 36 * HOUR_MS;
        const input = { timezone, layers: randomLayers, overrides, members, fromMs, toMs };
        const { shifts, gaps } = computeShifts(input);
        const minutes = new Array<string | null>((toMs - fromMs) / MINUTE_MS);
        const spans = [...shifts, ...gaps.map((gap) => ({ ...gap, personId: null }))];
        for (const span of spans) {
          for (let ms = span.fromMs; ms < span.toMs; ms += MINUTE_MS)
            minutes[(ms - fromMs) / MINUTE_MS] = span.personId;
        }
        expect(minutes).toEqual(slowly(input));
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);
