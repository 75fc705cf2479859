import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uptimeRange } from "./uptime-range.ts";

const ms = fc.integer({ min: 0, max: 90 * 86_400_000 });
const time = fc.record({ upMs: ms, downMs: ms, missedMs: ms });

describe("uptimeRange", () => {
  test("no outcome of the missed time gives an uptime outside the range", () => {
    fc.assert(
      fc.property(time, fc.double({ min: 0, max: 1, noNaN: true }), (observed, upShare) => {
        const missedUpMs = Math.round(observed.missedMs * upShare);
        const { min, max } = uptimeRange(observed);
        const { uptime } = uptimeRange({
          upMs: observed.upMs + missedUpMs,
          downMs: observed.downMs + observed.missedMs - missedUpMs,
          missedMs: 0,
        });
        if (uptime === null) expect([min, max]).toEqual([null, null]);
        else {
          expect(uptime).toBeGreaterThanOrEqual(min ?? Number.POSITIVE_INFINITY);
          expect(uptime).toBeLessThanOrEqual(max ?? Number.NEGATIVE_INFINITY);
        }
      }),
    );
  });

  test("the range contains the uptime, and is a point if everything was observed", () => {
    fc.assert(
      fc.property(time, (observed) => {
        const { uptime, min, max, observed: share } = uptimeRange(observed);
        if (uptime !== null) {
          expect(uptime).toBeGreaterThanOrEqual(min ?? Number.POSITIVE_INFINITY);
          expect(uptime).toBeLessThanOrEqual(max ?? Number.NEGATIVE_INFINITY);
        }
        const all = uptimeRange({ ...observed, missedMs: 0 });
        expect([all.min, all.max]).toEqual([all.uptime, all.uptime]);
        expect(all.observed).toBe(all.uptime === null ? null : 100);
        if (observed.missedMs > 0) expect(share).toBeLessThan(100);
      }),
    );
  });

  test("twelve missed seconds of a day with a minute of downtime", () => {
    expect(uptimeRange({ upMs: 86_328_000, downMs: 60_000, missedMs: 12_000 })).toEqual({
      uptime: 99.9305,
      min: 99.9166,
      max: 99.9305,
      observed: 99.9861,
    });
  });
});
