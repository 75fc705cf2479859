import { setTimeout as pause } from "node:timers/promises";
import type { Verdict } from "../../harness/report.ts";

/** Verdicts of faults: measured durations and numbers, compared with their limits. */

const POLL_MS = 50;

/** A duration; infinite if what was waited for did not happen. */
export function within(what: string, { seconds, limit }: { seconds: number; limit: number }): Verdict {
  const measured = Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : "never";
  return { what, goal: `≤ ${limit} s`, measured, isMet: seconds <= limit };
}

export function equal(what: string, { measured, goal }: { measured: unknown; goal: unknown }): Verdict {
  const [is, wanted] = [measured, goal].map(String) as [string, string];
  return { what, goal: wanted, measured: is, isMet: is === wanted };
}

export function none(what: string, found: number | readonly unknown[]): Verdict {
  return equal(what, { measured: typeof found === "number" ? found : found.length, goal: 0 });
}

/** Polls a condition, and returns the seconds until it was met, or infinity if it was not met in time. */
export async function secondsUntil(
  isTrue: () => boolean | Promise<boolean>,
  withinSeconds: number,
): Promise<number> {
  const startMs = performance.now();
  do {
    if (await isTrue()) return (performance.now() - startMs) / 1_000;
    await pause(POLL_MS);
  } while (performance.now() < startMs + withinSeconds * 1_000);
  return Number.POSITIVE_INFINITY;
}

/** Polls until a condition is met. Throws if it is not: the fault cannot be caused without it. */
export async function mustBecome(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinSeconds = 60,
): Promise<void> {
  if (!Number.isFinite(await secondsUntil(isTrue, withinSeconds))) throw new Error(`not in time: ${what}`);
}
