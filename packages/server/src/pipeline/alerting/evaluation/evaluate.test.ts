import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { describe, expect, test } from "vitest";
import { cloneMemory, createMemory, type Evaluated, evaluateCondition, remember } from "./evaluate.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 20, 12);

type LocationState = { failures?: number; active?: boolean };

/** A result at the first of these locations. */
function result(change: Partial<Evaluated> & { locationStates?: LocationState[] } = {}): Evaluated {
  const { locationStates = [{}], ...rest } = change;
  return {
    location: "l1",
    seriesKey: 1,
    status: "up",
    atMs: NOW_MS,
    slotMs: NOW_MS,
    responseUs: 100_000,
    tlsExpiresAtMs: null,
    visualDiffPercent: null,
    metrics: null,
    series: locationStates.map(({ failures = 0, active = true }, index) => ({
      seriesKey: index + 1,
      location: `l${index + 1}`,
      active,
      status: failures > 0 ? "down" : "up",
      statusSinceMs: 0,
      consecutiveFailures: failures,
      consecutiveErrors: 0,
    })),
    ...rest,
  };
}

/** The verdict after the last of these results. */
function verdictOn(condition: RuleCondition, results: readonly Evaluated[]) {
  const memory = createMemory(condition);
  for (const each of results) remember(condition, memory, each);
  return evaluateCondition(condition, memory, results.at(-1) ?? result());
}

const at = (nr: number, change: Partial<Evaluated> = {}) =>
  result({ slotMs: NOW_MS + nr * 1_000, atMs: NOW_MS + nr * 1_000, ...change });

describe("consecutive_failures", () => {
  const rule = (threshold: number, min_locations = 1): RuleCondition => ({
    type: "consecutive_failures",
    params: { threshold, min_locations },
  });
  test.each<[string, RuleCondition, LocationState[], boolean]>([
    ["fewer than the threshold", rule(3), [{ failures: 2 }], false],
    ["as many as the threshold", rule(3), [{ failures: 3 }], true],
    ["more", rule(3), [{ failures: 9 }], true],
    ["none", rule(1), [{}], false],
    ["one location of two", rule(2, 2), [{ failures: 5 }, { failures: 1 }], false],
    ["both locations", rule(2, 2), [{ failures: 2 }, { failures: 2 }], true],
    ["a location other than the result's", rule(2), [{}, { failures: 2 }], true],
    ["a removed location", rule(1), [{}, { failures: 4, active: false }], false],
    ["all locations, fewer than required", rule(2, 3), [{ failures: 2 }], true],
    ["not all locations", rule(2, 3), [{ failures: 2 }, {}], false],
  ])("%s", (_name, condition, locationStates, holds) => {
    expect(verdictOn(condition, [result({ locationStates })]).holds).toBe(holds);
  });

  test("reports the failing locations and the number of failures in a row", () => {
    const locationStates = [{ failures: 4 }, {}, { failures: 2 }];
    expect(verdictOn(rule(2), [result({ locationStates })]).figures).toEqual({
      threshold: 2,
      value: 4,
      locations: ["l1", "l3"],
    });
  });
});

describe("error_rate", () => {
  const rule = (threshold: number, min_checks = 4): RuleCondition => ({
    type: "error_rate",
    params: { threshold, window_seconds: 60, min_checks },
  });
  const row = (pattern: string) =>
    [...pattern].map((letter, nr) => at(nr, { status: letter === "x" ? "down" : "up" }));
  test.each<[string, RuleCondition, string, boolean | null]>([
    ["at the threshold", rule(50), "x.x.", true],
    ["below it", rule(50), "x...", false],
    ["only failures at 100 %", rule(100), "xxxx", true],
    ["one success at 100 %", rule(100), "xxx.", false],
    ["no failure at 0 %", rule(0), "....", false],
    ["one failure at 0 %", rule(0), "...x", true],
    ["too few checks", rule(50), "xxx", null],
  ])("%s", (_name, condition, pattern, holds) => {
    expect(verdictOn(condition, row(pattern)).holds).toBe(holds);
  });

  test("drops results older than the window", () => {
    const results = [...row("xxxx"), ...Array.from({ length: 4 }, (_, nr) => at(70 + nr))];
    expect(verdictOn(rule(1), results)).toMatchObject({
      holds: false,
      figures: { total_checks: 4, failed_checks: 0 },
    });
  });
});

describe("latency_threshold", () => {
  const rule = (percentile: "avg" | 50 | 90 | 95 | 99, threshold_ms: number): RuleCondition => ({
    type: "latency_threshold",
    params: { threshold_ms, window_seconds: 60, percentile, min_checks: 3 },
  });
  const row = (...timesMs: (number | null)[]) =>
    timesMs.map((ms, nr) => at(nr, { responseUs: ms === null ? null : ms * 1_000 }));
  test.each<[string, RuleCondition, Evaluated[], boolean | null]>([
    ["a high average", rule("avg", 150), row(100, 100, 400), true],
    ["an average at the threshold", rule("avg", 200), row(100, 100, 400), false],
    ["a fast median with one slow check", rule(50, 150), row(100, 100, 400), false],
    ["a slow percentile", rule(95, 350), row(100, 100, 400), true],
    ["too few measurements", rule(95, 50), row(100, null, 100), null],
    ["no measurement", rule("avg", 50), row(null, null, null), null],
  ])("%s", (_name, condition, results, holds) => {
    expect(verdictOn(condition, results).holds).toBe(holds);
  });
});

describe("visual_diff_threshold", () => {
  const rule: RuleCondition = { type: "visual_diff_threshold", params: { threshold_percent: 2 } };
  const locationStates = [{}, {}];
  test.each<[string, Evaluated[], boolean | null]>([
    ["no comparison", [result()], null],
    ["at the threshold", [result({ visualDiffPercent: 2 })], false],
    ["above it", [result({ visualDiffPercent: 2.1 })], true],
    [
      "a run without a comparison after one with a difference",
      [result({ visualDiffPercent: 5 }), result()],
      true,
    ],
    [
      "another location that still differs",
      [
        result({ locationStates, visualDiffPercent: 5, seriesKey: 2 }),
        result({ locationStates, visualDiffPercent: 0 }),
      ],
      true,
    ],
    ["no difference any more", [result({ visualDiffPercent: 5 }), result({ visualDiffPercent: 0 })], false],
  ])("%s", (_name, results, holds) => {
    expect(verdictOn(rule, results).holds).toBe(holds);
  });
});

describe("ssl_expiry", () => {
  const rule: RuleCondition = { type: "ssl_expiry", params: { days: 14 } };
  test.each<[string, Evaluated[], boolean | null]>([
    ["no certificate", [result()], null],
    ["a distant expiry", [result({ tlsExpiresAtMs: NOW_MS + 15 * DAY_MS })], false],
    ["just within the threshold", [result({ tlsExpiresAtMs: NOW_MS + 14 * DAY_MS })], true],
    ["expired", [result({ tlsExpiresAtMs: NOW_MS - 1 })], true],
    [
      "a check without a certificate, days later",
      [result({ tlsExpiresAtMs: NOW_MS + 15 * DAY_MS }), result({ atMs: NOW_MS + DAY_MS })],
      true,
    ],
    [
      "renewed",
      [result({ tlsExpiresAtMs: NOW_MS + DAY_MS }), result({ tlsExpiresAtMs: NOW_MS + 90 * DAY_MS })],
      false,
    ],
    [
      "one location with an older certificate",
      [
        result({ locationStates: [{}, {}], tlsExpiresAtMs: NOW_MS + DAY_MS, seriesKey: 2 }),
        result({ locationStates: [{}, {}], tlsExpiresAtMs: NOW_MS + 90 * DAY_MS }),
      ],
      true,
    ],
  ])("%s", (_name, results, holds) => {
    expect(verdictOn(rule, results).holds).toBe(holds);
  });

  test("counts whole days until expiry", () => {
    const tlsExpiresAtMs = NOW_MS + 3.9 * DAY_MS;
    expect(verdictOn(rule, [result({ tlsExpiresAtMs })]).figures).toMatchObject({
      value: 3,
      expires_at: new Date(tlsExpiresAtMs).toISOString(),
    });
  });
});

describe("flapping", () => {
  const rule: RuleCondition = { type: "flapping", params: { changes: 3, window_seconds: 60 } };
  const row = (letters: string, everySeconds = 1) =>
    [...letters].map((letter, nr) =>
      at(nr * everySeconds, { status: letter === "x" ? "down" : letter === "g" ? "degraded" : "up" }),
    );
  test.each<[string, Evaluated[], boolean]>([
    ["as many changes as required", row(".x.x"), true],
    ["fewer", row("..xx."), false],
    ["changes between up and degraded", row(".g.g.g."), false],
    ["changes from and to degraded", row("gxgx"), true],
    ["the first result, which is no change", row("x.x"), false],
    ["changes that have left the window", row(".x.x", 31), false],
    ["a late result", [...row(".x."), at(0.5, { status: "down" }), at(3)], false],
    [
      "changes at different locations",
      row(".x.x").flatMap((each, nr) => ({
        ...each,
        seriesKey: 1 + (nr % 2),
        series: result({ locationStates: [{}, {}] }).series,
      })),
      false,
    ],
  ])("%s", (_name, results, holds) => {
    expect(verdictOn(rule, results).holds).toBe(holds);
  });

  test("reports the flapping locations and the changes of the worst", () => {
    const { series } = result({ locationStates: [{}, {}, { active: false }] });
    const results = row(".x.x.").flatMap((each) =>
      [1, 2, 3].map((seriesKey) => ({ ...each, seriesKey, series })),
    );
    expect(verdictOn(rule, results.slice(0, -2)).figures).toEqual({
      threshold: 3,
      value: 4,
      locations: ["l1", "l2"],
      window_seconds: 60,
    });
  });
});

describe("expiry", () => {
  const rule: RuleCondition = { type: "expiry", params: { subject: "certificate", days: [30, 14, 7, 1] } };

  test.each([
    [31, false, undefined],
    [30, true, 30],
    [14.5, true, 30],
    [14, true, 14],
    [0.5, true, 1],
    [-3, true, 1],
  ])("with %s days left", (daysLeft, holds, step) => {
    const verdict = verdictOn(rule, [result({ tlsExpiresAtMs: NOW_MS + daysLeft * DAY_MS })]);
    expect(verdict).toMatchObject({
      holds,
      figures: { threshold: step ?? 30, value: Math.floor(daysLeft), locations: ["l1"] },
    });
    expect(verdict.step).toBe(step);
  });

  test("of a domain has no verdict on results", () => {
    const domain: RuleCondition = { type: "expiry", params: { subject: "domain", days: [30] } };
    expect(verdictOn(domain, [result({ tlsExpiresAtMs: NOW_MS })]).holds).toBeNull();
  });
});

test("a copy's changes do not affect the original", () => {
  const rule: RuleCondition = { type: "ssl_expiry", params: { days: 14 } };
  const memory = createMemory(rule);
  remember(rule, cloneMemory(memory), result({ tlsExpiresAtMs: NOW_MS }));
  expect(evaluateCondition(rule, memory, result()).holds).toBeNull();
});
