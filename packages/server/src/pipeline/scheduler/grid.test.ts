import fc from "fast-check";
import { expect, test } from "vitest";
import { nextSlotMs, phaseMs, slotsBetween } from "./grid.ts";

const interval = fc.integer({ min: 1_000, max: 86_400_000 });
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });

test("the next slot is after the instant, within one interval, and on the grid", () => {
  fc.assert(
    fc.property(interval, instant, fc.uuid(), (intervalMs, afterMs, id) => {
      const phase = phaseMs(id, intervalMs);
      const slot = nextSlotMs(afterMs, intervalMs, phase);
      expect(slot).toBeGreaterThan(afterMs);
      expect(slot - afterMs).toBeLessThanOrEqual(intervalMs);
      expect((slot - phase) % intervalMs).toBe(0);
    }),
  );
});

test("the number of slots equals that found by stepping through them", () => {
  fc.assert(
    fc.property(
      interval,
      instant,
      fc.integer({ min: 0, max: 50 }),
      fc.nat(),
      (intervalMs, afterMs, steps, extra) => {
        const phase = extra % intervalMs;
        const untilMs = afterMs + steps * intervalMs + (extra % 1_000);
        let count = 0;
        for (let slot = nextSlotMs(afterMs, intervalMs, phase); slot <= untilMs; slot += intervalMs)
          count += 1;
        expect(slotsBetween(afterMs, untilMs, intervalMs, phase)).toBe(count);
      },
    ),
  );
});

test("phases are spread over the interval", () => {
  const counts = new Array<number>(10).fill(0);
  for (let index = 0; index < 10_000; index += 1) {
    const tenth = Math.floor(
      phaseMs(`0192f0c1-0000-7000-8000-${String(index).padStart(12, "0")}`, 60_000) / 6_000,
    );
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200);
});
