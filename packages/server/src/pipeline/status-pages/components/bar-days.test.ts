import { describe, expect, test } from "vitest";
import { calendarDays } from "../../results/history/calendar-days.ts";
import { type BarDay, barDays, barFigures } from "./bar-days.ts";
import type { ComponentState } from "./component-state.ts";

const HOUR = 3_600_000;
const span = (fromMs: number, toMs: number, state: ComponentState) => ({ fromMs, toMs, state });

describe("the bars of a component", () => {
  // Europe/Berlin: 23 hours on 29 March, 25 hours on 25 October 2026.
  test.each([
    ["2026-03-29", 23],
    ["2026-10-25", 25],
  ])("have all hours of %s, a day on which the clock changes", (date, hours) => {
    const days = calendarDays(3, {
      nowMs: Date.parse(`${date}T20:00:00Z`) + 24 * HOUR,
      timezone: "Europe/Berlin",
    });
    const bars = barDays([span(0, Date.parse("2027-01-01T00:00:00Z"), "operational")], {
      days,
      minSeconds: 0,
    });
    expect(bars.map((bar) => [bar.date, bar.upMs / HOUR]).find(([day]) => day === date)).toEqual([
      date,
      hours,
    ]);
  });

  test("divide an outage across midnight of the page's time zone", () => {
    const days = calendarDays(2, { nowMs: Date.parse("2026-11-24T12:00:00Z"), timezone: "Asia/Tokyo" });
    const midnight = Date.parse("2026-11-23T15:00:00Z");
    const [before, after] = barDays([span(midnight - HOUR, midnight + 2 * HOUR, "major_outage")], {
      days,
      minSeconds: 0,
    });
    expect([before?.date, before?.downMs, before?.worst]).toEqual(["2026-11-23", HOUR, "major_outage"]);
    expect([after?.date, after?.downMs, after?.worst]).toEqual(["2026-11-24", 2 * HOUR, "major_outage"]);
  });

  test("are colored neither green nor red by missed checks", () => {
    const days = [{ date: "2026-11-24", fromMs: 0, toMs: 24 * HOUR }];
    const bars = (state: ComponentState) => barDays([span(0, 24 * HOUR, state)], { days, minSeconds: 0 })[0];
    expect(bars("unknown")).toMatchObject({ worst: "none", unknownMs: 24 * HOUR, upMs: 0, downMs: 0 });
    expect(bars("none")).toMatchObject({ worst: "none", unknownMs: 0 });
  });

  test("are not colored by outages shorter than min_incident_seconds, which still count", () => {
    const days = [{ date: "2026-11-24", fromMs: 0, toMs: 24 * HOUR }];
    const spans = [
      span(0, 10 * HOUR, "operational"),
      span(10 * HOUR, 10 * HOUR + 59_000, "major_outage"),
      span(10 * HOUR + 59_000, 24 * HOUR, "operational"),
    ];
    expect(barDays(spans, { days, minSeconds: 60 })[0]).toMatchObject({
      worst: "operational",
      downMs: 59_000,
    });
    expect(barDays(spans, { days, minSeconds: 59 })[0]?.worst).toBe("major_outage");
  });
});

describe("the uptime of a component", () => {
  const day: BarDay = {
    ...{ date: "2026-11-24", worst: "operational", maintenanceMs: 0 },
    ...{ upMs: 80, degradedMs: 10, downMs: 5, unknownMs: 5 },
  };
  test("comes with the range that the missed checks allow, and the share of time observed", () => {
    expect(barFigures([day])).toEqual({ uptime: 94.7368, min: 90, max: 95, observed: 95 });
  });
  test("is not known if nothing was observed", () => {
    const blind = { ...day, upMs: 0, degradedMs: 0, downMs: 0 };
    expect(barFigures([blind])).toEqual({ uptime: null, min: 0, max: 100, observed: 0 });
    expect(barFigures([])).toEqual({ uptime: null, min: null, max: null, observed: null });
  });
});
