import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isGivenUp, nextAttemptMs } from "./deliver-backoff.ts";

const backoff = fc.integer({ min: 10, max: 86_400 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("attempts of a message", () => {
  test("have growing intervals that fill the retry time, for every random value", () => {
    fc.assert(
      fc.property(backoff, fc.array(share, { minLength: 7, maxLength: 7 }), (giveUpSeconds, chances) => {
        const waits = chances.map((chance, index) =>
          nextAttemptMs(
            { tries: index + 1, giveUpSeconds },
            { retryAfterSeconds: null, random: () => chance },
          ),
        );
        for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(waits[index - 1] ?? 0);
        const seconds = waits.reduce((sum, wait) => sum + wait, 0) / 1_000;
        expect(seconds).toBeGreaterThan(giveUpSeconds * 0.7);
        expect(seconds).toBeLessThan(giveUpSeconds * 1.3);
      }),
    );
  });

  test("honor the pause that the receiver requests, within the retry time", () => {
    fc.assert(
      fc.property(
        backoff,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 1e9 }),
        (giveUpSeconds, tries, asked) => {
          const wait = nextAttemptMs(
            { tries, giveUpSeconds },
            { retryAfterSeconds: asked, random: () => 0.5 },
          );
          expect(wait).toBeGreaterThanOrEqual(Math.min(asked, giveUpSeconds) * 1_000);
        },
      ),
    );
  });

  test("stop after eight, or when the time is over", () => {
    const facts = { createdAtMs: 0, nowMs: 1_000, giveUpSeconds: 3_600 };
    expect(isGivenUp({ ...facts, tries: 7 })).toBe(false);
    expect(isGivenUp({ ...facts, tries: 8 })).toBe(true);
    expect(isGivenUp({ ...facts, tries: 1, nowMs: 3_600_000 })).toBe(true);
  });
});
