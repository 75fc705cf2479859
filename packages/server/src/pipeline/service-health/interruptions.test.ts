import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interruptedMs, interruptions, type ProcessLife } from "./interruptions.ts";

const NOW_MS = 600_000;
const life = (change: Partial<ProcessLife>): ProcessLife => ({
  ...{ startedMs: 0, endMs: NOW_MS, end: "running", stalls: [] },
  ...change,
});

/** Whole seconds, so that each second is either covered or not. */
const second = fc.integer({ min: 0, max: 60 }).map((s) => s * 10_000);
const anyLife = fc
  .record({
    span: fc.tuple(second, second),
    stall: fc.option(fc.tuple(second, second)),
    end: fc.constantFrom("running" as const, "stopped" as const, "crashed" as const),
  })
  .map(({ span, stall, end }): ProcessLife => {
    const [startedMs, endedMs] = [Math.min(...span), Math.max(...span)];
    const endMs = end === "running" ? NOW_MS : endedMs;
    const [fromMs, toMs] = stall ? [Math.min(...stall), Math.max(...stall)] : [0, 0];
    const isInside = stall !== null && fromMs >= startedMs && toMs <= endMs && fromMs < toMs;
    return { startedMs, endMs, end, stalls: isInside ? [{ fromMs, toMs, reason: "stalled" }] : [] };
  });

describe("interruptions", () => {
  test("are the times after the first start in which no process ran", () => {
    fc.assert(
      fc.property(fc.array(anyLife, { minLength: 1, maxLength: 5 }), (lives) => {
        const found = interruptions(lives, NOW_MS);
        const firstMs = Math.min(...lives.map(({ startedMs }) => startedMs));
        for (let atMs = 5_000; atMs < NOW_MS; atMs += 10_000) {
          const runs = lives.some(
            ({ startedMs, endMs, stalls }) =>
              startedMs < atMs &&
              atMs < endMs &&
              !stalls.some((stall) => stall.fromMs < atMs && atMs < stall.toMs),
          );
          const isInterrupted = found.some(({ fromMs, toMs }) => fromMs < atMs && atMs < toMs);
          expect([atMs, isInterrupted]).toEqual([atMs, atMs > firstMs && !runs]);
        }
      }),
    );
  });

  test("name why the last process did not run", () => {
    const stall = { fromMs: 10_000, toMs: 22_000, reason: "stalled" as const };
    const lives = [
      life({ endMs: 60_000, end: "stopped", stalls: [stall] }),
      life({ startedMs: 90_000, endMs: 120_000, end: "crashed" }),
      life({ startedMs: 125_000 }),
    ];
    expect(interruptions(lives, NOW_MS)).toEqual([
      { fromMs: 10_000, toMs: 22_000, reason: "stalled" },
      { fromMs: 60_000, toMs: 90_000, reason: "stopped" },
      { fromMs: 120_000, toMs: 125_000, reason: "crashed" },
    ]);
  });

  test("go on while no process runs, and do not exist while another process runs", () => {
    const crashed = life({ endMs: 500_000, end: "crashed" });
    expect(interruptions([crashed], NOW_MS)).toEqual([{ fromMs: 500_000, toMs: NOW_MS, reason: "crashed" }]);
    expect(interruptions([crashed, life({ startedMs: 100_000 })], NOW_MS)).toEqual([]);
    expect(interruptions([], NOW_MS)).toEqual([]);
  });

  test("a day contains the part of an interruption that is within it", () => {
    const found = [{ fromMs: 5_000, toMs: 25_000, reason: "stopped" as const }];
    expect([interruptedMs(found, 0, 10_000), interruptedMs(found, 10_000, 20_000)]).toEqual([5_000, 10_000]);
  });
});
