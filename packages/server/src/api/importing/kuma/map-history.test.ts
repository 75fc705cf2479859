import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KumaHistory, KumaStatistic } from "./database/kuma-database.ts";
import { targetHistory } from "./map-history.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const START_MS = Date.parse("2026-09-01T00:00:00Z");
const INTERVAL_MS = 60_000;

type Span = { fromMs: number; toMs: number; status: string };

function spansOf(history: KumaHistory, intervalMs = INTERVAL_MS): Span[] {
  const { changes } = targetHistory(history, intervalMs);
  return changes.map(({ at, status }, index) => ({
    status,
    fromMs: at.getTime(),
    toMs: changes[index + 1]?.at.getTime() ?? at.getTime(),
  }));
}

const statistic = (atMs: number, up: number, down: number): KumaStatistic => ({
  at: atMs / 1_000,
  up,
  down,
  ping: 50,
  pingMin: 20,
  pingMax: 90,
});

/** Days with or without checks, then hours with or without, and changes at any time. */
const histories = fc
  .record({
    days: fc.array(fc.constantFrom<"none" | "up" | "down" | "few">("none", "up", "down", "few"), {
      minLength: 1,
      maxLength: 20,
    }),
    hours: fc.array(fc.boolean(), { maxLength: 30 }),
    changes: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(25 * DAY_MS)), { maxLength: 20 }),
  })
  .map(({ days, hours, changes }): KumaHistory => {
    const hourlyMs = START_MS + days.length * DAY_MS;
    const counts = { none: [0, 0], up: [1_440, 0], down: [0, 1_440], few: [10, 2] } as const;
    return {
      days: days.flatMap((kind, day) => {
        const [up, down] = counts[kind];
        return kind === "none" ? [] : [statistic(START_MS + day * DAY_MS, up, down)];
      }),
      hours: hours.flatMap((isMeasured, hour) =>
        isMeasured ? [statistic(hourlyMs + hour * HOUR_MS, 60, 0)] : [],
      ),
      changes: changes
        .map(([status, afterMs]) => ({ status, atMs: START_MS + afterMs }))
        .sort((one, other) => one.atMs - other.atMs),
      lastMs: hourlyMs + hours.length * HOUR_MS,
    };
  });

describe("history", () => {
  test("is up or down only in hours and days with checks", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const covered = [
          ...history.days.map(({ at }) => ({ fromMs: at * 1_000, toMs: at * 1_000 + DAY_MS })),
          ...history.hours.map(({ at }) => ({ fromMs: at * 1_000, toMs: at * 1_000 + HOUR_MS })),
        ].sort((one, other) => one.fromMs - other.fromMs);
        for (const span of spansOf(history).filter(({ status }) => status === "up" || status === "down")) {
          let atMs = span.fromMs;
          for (const part of covered) if (part.fromMs <= atMs && part.toMs > atMs) atMs = part.toMs;
          expect(atMs).toBeGreaterThanOrEqual(span.toMs);
        }
      }),
    );
  });

  test("is in order, changes at every step, and ends without measurement", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { changes } = targetHistory(history, INTERVAL_MS);
        expect(changes.at(-1)?.status ?? "pending").toBe("pending");
        for (const [index, change] of changes.entries()) {
          const before = changes[index - 1];
          if (before === undefined) continue;
          expect(change.at.getTime()).toBeGreaterThan(before.at.getTime());
          expect(change.status).not.toBe(before.status);
        }
      }),
    );
  });

  test("a day with few checks is not measured", () => {
    const days = [statistic(START_MS, 1_440, 0), statistic(START_MS + DAY_MS, 20, 0)];
    const history = { days, hours: [], changes: [], lastMs: START_MS + 3 * DAY_MS };
    expect(spansOf(history)).toEqual([
      { status: "up", fromMs: START_MS, toMs: START_MS + DAY_MS },
      { status: "pending", fromMs: START_MS + DAY_MS, toMs: START_MS + DAY_MS },
    ]);
  });

  test("starts with the first check, and goes on between checks that are hours apart", () => {
    const firstMs = START_MS + 5 * HOUR_MS + 600_000;
    const hours = [statistic(START_MS + 5 * HOUR_MS, 1, 0), statistic(START_MS + 11 * HOUR_MS, 1, 0)];
    const history = {
      days: [],
      hours,
      changes: [{ status: 1, atMs: firstMs }],
      lastMs: START_MS + 12 * HOUR_MS,
    };
    expect(spansOf(history, 6 * HOUR_MS)).toEqual([
      { status: "up", fromMs: firstMs, toMs: START_MS + 12 * HOUR_MS },
      { status: "pending", fromMs: START_MS + 12 * HOUR_MS, toMs: START_MS + 12 * HOUR_MS },
    ]);
  });

  test("before the first known change a mixed day has no status, and maintenance is kept", () => {
    const days = [0, 1, 2].map((day) => statistic(START_MS + day * DAY_MS, 1_440, day === 1 ? 60 : 0));
    const maintenanceMs = START_MS + 2 * DAY_MS + 6 * HOUR_MS;
    const changes = [
      { status: 3, atMs: maintenanceMs },
      { status: 1, atMs: maintenanceMs + 2 * HOUR_MS },
    ];
    const found = spansOf({ days, hours: [], changes, lastMs: START_MS + 3 * DAY_MS });
    expect(found.map(({ status }) => status)).toEqual([
      "up",
      "pending",
      "up",
      "maintenance",
      "up",
      "pending",
    ]);
  });
});
