import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { expect, test } from "vitest";
import { at } from "../../../../test/fixtures.ts";
import { dayPath, daysSummary, dayTexts, dayTone, missedPath } from "./day-shapes.ts";

const day = (change: Partial<UptimeDay> = {}): UptimeDay => ({
  date: "2026-11-21",
  from: at(0),
  to: at(86_400),
  uptime_percentage: 100,
  down_seconds: 0,
  degraded_seconds: 0,
  maintenance_seconds: 0,
  unmeasured_seconds: 0,
  outages: 0,
  missed_seconds: 0,
  missed_reasons: [],
  observed_percentage: 100,
  uptime_percentage_min: 100,
  uptime_percentage_max: 100,
  ...change,
});
const noData = day({ uptime_percentage: null });
const short = day({ uptime_percentage: 99.8, outages: 1, down_seconds: 172 });

test("a day is without downtime, with less or more than 1 %, in maintenance or without data", () => {
  expect(dayTone(day({ degraded_seconds: 90 }))).toBe("up");
  expect(dayTone(short)).toBe("partial");
  expect(dayTone(day({ uptime_percentage: 99, outages: 2 }))).toBe("down");
  // A short outage of several targets may round to 100.
  expect(dayTone(day({ uptime_percentage: 100, outages: 1 }))).toBe("partial");
  expect(dayTone(day({ uptime_percentage: null, maintenance_seconds: 60 }))).toBe("maintenance");
  expect(dayTone(noData)).toBe("none");
});

test("each tone has a shape of its own, drawn at the position of its day", () => {
  const paths = [day(), short, noData].map((one) => dayPath([noData, one], dayTone(one)));
  expect(new Set(paths).size).toBe(3);
  expect(dayPath([noData, day()], "up")).toMatch(/^M11 0/);
});

test("the texts name the date, the uptime and what happened", () => {
  expect(dayTexts(short)).toEqual(["Nov 21, 2026", "99.8 % uptime", "1 outage, 2 min down"]);
  expect(dayTexts(day({ uptime_percentage: null, unmeasured_seconds: 3_600 }))).toEqual([
    "Nov 21, 2026",
    "No data",
    "1 h without a status",
  ]);
  expect(daysSummary([day(), short, day()])).toBe("3 days: 2 × no downtime, 1 × less than 1 % downtime.");
});

test("missed time is grey from the bottom up, visible even if it is short, with its reason and the range", () => {
  const seconds = day({
    ...{ missed_seconds: 11.7, missed_reasons: ["stalled"], observed_percentage: 99.9861 },
    uptime_percentage_min: 99.9861,
  });
  const all = day({
    ...{ uptime_percentage: null, missed_seconds: 86_400, missed_reasons: ["stopped"] },
    ...{ observed_percentage: 0, uptime_percentage_min: 0 },
  });
  expect(missedPath([day(), seconds, all])).toBe("M11 28v4h8v-4zM21 0v32h8v-32z");
  expect(dayTexts(seconds).slice(1)).toEqual([
    "100 % uptime",
    "12 s not measured: Vedette was paused",
    "99.986 – 100 %, observed 99.986 %",
  ]);
  expect(dayTexts(all)[1]).toBe("Not measured");
  expect(daysSummary([seconds, day()])).toBe("2 days: 2 × no downtime, 1 × partly not measured.");
});
