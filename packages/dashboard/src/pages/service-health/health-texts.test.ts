import type { ServiceHealthDay } from "@vedette/contract/service-health/service-health.ts";
import { expect, test } from "vitest";
import { at } from "../../../test/fixtures.ts";
import {
  backupTexts,
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

test("backups have their time and size, and what is wrong with them", () => {
  const made = {
    ...{ is_nightly: true, last_at: at(0), last_bytes: 5_400_000, last_with_results: false },
    ...{ failed_at: null, is_overdue: false, recent: [] },
  };
  expect(backupTexts(made)).toMatchObject({
    state: expect.stringMatching(/^Last backup: .*2026.*, 5\.1 MiB, without results\.$/),
    ...{ notes: [], isProblem: false },
  });
  const overdue = backupTexts({ ...made, failed_at: at(60), is_overdue: true });
  expect(overdue).toMatchObject({
    notes: ["It is older than 48 hours.", expect.stringMatching(/^The backup of .* failed\./)],
    isProblem: true,
  });
  const none = { ...made, is_nightly: false, last_at: null, last_bytes: null, last_with_results: null };
  expect(backupTexts(none)).toEqual({
    state: "There is no backup yet.",
    notes: ["Nightly backups are off. The operator turns them on with VEDETTE_BACKUP."],
    isProblem: false,
  });
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
