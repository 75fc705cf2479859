import type { ServiceHealthDay } from "@vedette/contract/service-health/service-health.ts";
import { expect, test } from "vitest";
import { at } from "../../../test/fixtures.ts";
import {
  deliveryText,
  interruptedText,
  interruptionText,
  missedTexts,
  selfCheckText,
  totalsOf,
} from "./health-texts.ts";

const day: ServiceHealthDay = {
  ...{ date: "2026-11-21", from: at(0), to: at(86_400), interrupted_seconds: 12.04, starts: 2 },
  interruptions: [{ reason: "stalled", from: at(0), to: at(12), seconds: 12.04 }],
  missed: [
    { reason: "stalled", checks: 1_204 },
    { reason: "late", checks: 2 },
  ],
  check_delay: { checks: 99, p99_ms: 8, max_ms: 20 },
  delivery: { notifications: 3, p50_ms: 812, p99_ms: 1_204 },
  self_checks: { passed: 1_437, failed: 3, p99_ms: 12 },
};

test("the texts name how long, how many and why", () => {
  expect(interruptedText(day)).toBe("12 s");
  expect(day.interruptions.map(interruptionText)).toEqual(["12 s: paused by the system"]);
  expect(missedTexts(day)).toEqual(["1,204: Vedette was paused", "2: checks could not start in time"]);
  expect(deliveryText(day.delivery)).toBe("812 ms / 1,204 ms");
  expect(selfCheckText(day.self_checks)).toBe("3 of 1,440 failed");
});

test("days without data have a dash, and the totals add up the days", () => {
  const none = { ...day, interrupted_seconds: 0, starts: 0, missed: [], self_checks: null };
  expect([interruptedText(none), deliveryText(null), selfCheckText(null)]).toEqual(["–", "–", "–"]);
  expect(totalsOf({ days: [day, none, day] })).toEqual({
    interruptedSeconds: 24.08,
    starts: 4,
    missed: 2_412,
    failedSelfChecks: 6,
  });
});
