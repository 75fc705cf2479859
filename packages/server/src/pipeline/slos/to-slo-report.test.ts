import type { OrgId } from "@vedette/contract/common/ids.ts";
import { BURN_PAIRS, burnFactor, burnRate, burnRateMax } from "@vedette/contract/slos/burn-rates.ts";
import { SLO_WINDOWS } from "@vedette/contract/slos/slo-limits.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../results/rollups/rollup.ts";
import { NO_AMOUNTS, type SloDefinition } from "./slo-definition.ts";
import { toSloReport } from "./to-slo-report.ts";
import { windowDays } from "./window-days.ts";

const NOW_MS = Date.parse("2026-11-21T10:17:23.456Z");
const slo = fc.record({
  objective: fc.integer({ min: 50_000, max: 99_999 }).map((thousandths) => thousandths / 1_000),
  window: fc.constantFrom(...SLO_WINDOWS),
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Pacific/Apia"),
  sli: fc.constantFrom<SloDefinition["sli"]>("time", "checks"),
});
const nowMs = fc.integer({ min: NOW_MS - 400 * DAY_MS, max: NOW_MS });
const amount = fc.integer({ min: 0, max: 1_000_000 });

const definition = (
  fields: Pick<SloDefinition, "objective" | "window" | "timezone" | "sli">,
): SloDefinition => ({
  ...{ orgId: "" as OrgId, selector: {}, latencyMs: null, excludeMaintenance: true },
  ...fields,
});

describe("toSloReport", () => {
  test("adds up its days; the budget is spent exactly when the objective is missed", () => {
    fc.assert(
      fc.property(
        slo,
        nowMs,
        fc.array(fc.tuple(amount, amount), { minLength: 100 }),
        (fields, now, drawn) => {
          const { days, endsMs } = windowDays(fields, now);
          const amounts = days.map((_, index) => {
            const [good = 0, bad = 0] = drawn[index] ?? [];
            return { ...NO_AMOUNTS, good, bad: Math.floor(bad / 100) };
          });
          const report = toSloReport(definition(fields), {
            ...{ targetCount: 1, days, endsMs, amounts, burnRates: [], nowMs: now },
          });
          const sum = (of: (day: (typeof report.days)[number]) => number) =>
            report.days.reduce((total, day) => total + of(day), 0);
          expect(sum((day) => day.good)).toBeCloseTo(report.good, 3);
          expect(sum((day) => day.bad)).toBeCloseTo(report.bad, 3);
          if (report.budget === null) return;
          expect(report.budget.left).toBeCloseTo(report.budget.total - report.budget.spent, 2);
          expect(report.days.at(-1)?.budget_left_percentage).toBe(report.budget.left_percentage);
          // The rest of a calendar month may still bring the objective back.
          if (report.state === "missed" && fields.window !== "month")
            expect(report.budget.left).toBeLessThanOrEqual(0);
          if (report.state === "met") expect(report.budget.left).toBeGreaterThanOrEqual(-0.001);
        },
      ),
    );
  });
});

describe("windowDays", () => {
  test("covers the window up to now without gaps, and moves its start by less than an hour", () => {
    fc.assert(
      fc.property(slo, nowMs, (fields, now) => {
        const { days, endsMs } = windowDays(fields, now);
        expect(days.at(-1)?.toMs).toBe(now);
        for (const [index, day] of days.entries()) {
          expect(day.toMs).toBeGreaterThan(day.fromMs);
          expect(day.fromMs).toBe(days[index - 1]?.toMs ?? day.fromMs);
        }
        const lengthMs = now - (days[0]?.fromMs ?? 0);
        if (fields.window === "month") {
          expect(endsMs).toBeGreaterThan(now);
          expect(lengthMs).toBeLessThan(31 * DAY_MS + 2 * 3_600_000);
        } else {
          const wantedMs = Number.parseInt(fields.window, 10) * DAY_MS;
          expect(lengthMs - wantedMs).toBeGreaterThanOrEqual(0);
          expect(lengthMs - wantedMs).toBeLessThan(3_600_000);
          expect(endsMs).toBe(now);
        }
      }),
    );
  });
});

describe("burn rates", () => {
  test("have the factors of the workbook in 30 days, scaled to other windows and at least 1", () => {
    const factors = (window: (typeof SLO_WINDOWS)[number]) =>
      BURN_PAIRS.map((pair) => burnFactor(pair, window));
    expect(factors("30d")).toEqual([14.4, 6, 1]);
    expect(factors("month")).toEqual([14.4, 6, 1]);
    expect(factors("7d")).toEqual([3.36, 1.4, 1]);
    expect(factors("28d")).toEqual([13.44, 5.6, 1]);
    expect(factors("90d")).toEqual([43.2, 18, 3]);
  });

  test("are 1 if exactly the budget is used up, and at most that of a time in which everything failed", () => {
    fc.assert(
      fc.property(slo, amount, amount, ({ objective }, good, bad) => {
        const rate = burnRate({ good, bad }, objective);
        if (good + bad === 0) expect(rate).toBeNull();
        else expect(rate).toBeLessThanOrEqual(burnRateMax(objective) + 0.001);
      }),
    );
    expect(burnRate({ good: 999, bad: 1 }, 99.9)).toBe(1);
  });
});
