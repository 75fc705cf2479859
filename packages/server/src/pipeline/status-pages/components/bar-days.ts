import type { CalendarDay } from "../../results/history/calendar-days.ts";
import { type UptimeRange, uptimeRange } from "../../results/observed/uptime-range.ts";
import type { ComponentSpan } from "./component-spans.ts";
import type { ComponentState } from "./component-state.ts";

/** The bars of a component, one a day, and its uptime. Pure. */

/** Time of a day by state, in milliseconds; today until now. */
export type BarDay = {
  date: string;
  /** What colors the bar: the worst state of the day. `none`: nothing was monitored. */
  worst: Exclude<ComponentState, "unknown">;
  upMs: number;
  degradedMs: number;
  downMs: number;
  maintenanceMs: number;
  /** Neither up nor down is known, because checks were missed. */
  unknownMs: number;
};

/** Worst last. `unknown` never decides the color: its share of a bar is grey. */
const ORDER: readonly BarDay["worst"][] = [
  "none",
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

/** Spans shorter than `minSeconds` do not color a bar; their time counts nevertheless. */
export function barDays(
  spans: readonly ComponentSpan[],
  { days, minSeconds }: { days: readonly CalendarDay[]; minSeconds: number },
): BarDay[] {
  let first = 0;
  return days.map(({ date, fromMs, toMs }) => {
    const bar: BarDay = {
      ...{ date, worst: "none", upMs: 0, degradedMs: 0, downMs: 0, maintenanceMs: 0, unknownMs: 0 },
    };
    while ((spans[first]?.toMs ?? Number.POSITIVE_INFINITY) <= fromMs) first += 1;
    for (let index = first; index < spans.length; index++) {
      const span = spans[index];
      if (!span || span.fromMs >= toMs) break;
      addTo(bar, span, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs));
      const isShort = span.toMs - span.fromMs < minSeconds * 1_000 && isBad(span.state);
      const color = isShort ? "operational" : span.state;
      if (color !== "unknown" && ORDER.indexOf(color) > ORDER.indexOf(bar.worst)) bar.worst = color;
    }
    return bar;
  });
}

function isBad(state: ComponentState): boolean {
  return state === "degraded_performance" || state === "partial_outage" || state === "major_outage";
}

function addTo(bar: BarDay, { state }: ComponentSpan, ms: number): void {
  switch (state) {
    case "operational":
      bar.upMs += ms;
      return;
    case "degraded_performance":
      bar.degradedMs += ms;
      return;
    case "partial_outage":
    case "major_outage":
      bar.downMs += ms;
      return;
    case "under_maintenance":
      bar.maintenanceMs += ms;
      return;
    case "unknown":
      bar.unknownMs += ms;
      return;
    case "none":
      return;
    default:
      state satisfies never;
  }
}

/** Degraded time counts as up; maintenance is not monitored. */
export function barFigures(days: readonly BarDay[]): UptimeRange {
  const sum = (value: (day: BarDay) => number) => days.reduce((total, day) => total + value(day), 0);
  return uptimeRange({
    upMs: sum((day) => day.upMs + day.degradedMs),
    downMs: sum((day) => day.downMs),
    missedMs: sum((day) => day.unknownMs),
  });
}
