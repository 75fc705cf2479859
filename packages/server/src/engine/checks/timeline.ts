import type { CheckTimings } from "@vedette/contract/checks/check-run.ts";
import type { Clock } from "../../platform/kernel/clock.ts";

/** Splits the time of a try into phases: each mark assigns the time since the previous mark to one phase. */
export type Timeline = {
  readonly spent: CheckTimings;
  mark(phase: keyof CheckTimings): void;
  /** Restores `spent` to a copy, to repeat a part. */
  rewind(kept: CheckTimings): void;
  /** Returns the exact sum of the phases; null before the first mark. */
  totalUs(): number | null;
};

/** Starts now. Marks are whole microseconds of one clock, so the phases add up without a gap. */
export function createTimeline(clock: Clock): Timeline {
  const spent: CheckTimings = { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null };
  let lastUs = nowUs(clock);
  return {
    spent,
    mark(phase) {
      const us = nowUs(clock);
      spent[phase] = (spent[phase] ?? 0) + us - lastUs;
      lastUs = us;
    },
    rewind(kept) {
      Object.assign(spent, kept);
      lastUs = nowUs(clock);
    },
    totalUs() {
      const { dnsUs, connectUs, tlsUs, ttfbUs, downloadUs } = spent;
      if (dnsUs === null && connectUs === null && ttfbUs === null) return null;
      return (dnsUs ?? 0) + (connectUs ?? 0) + (tlsUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0);
    },
  };
}

function nowUs(clock: Clock): number {
  return Math.round(clock.monotonic() * 1_000);
}
