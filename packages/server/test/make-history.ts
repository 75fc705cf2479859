import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { GeneratedResult } from "./make-results.ts";

export type HistoryResult = Pick<
  GeneratedResult,
  "seriesKey" | "slotMs" | "status" | "responseUs" | "connectionKey"
>;

/** Returns a generator of numbers from 0 to 1 that depend only on the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How a target behaves for a while: shares of statuses, and the median of its response times. */
type Phase = { down: number; degraded: number; error: number; silent: number; medianMs: number };

const CALM: Phase = { down: 0, degraded: 0, error: 0, silent: 0, medianMs: 100 };
const PHASES: readonly Phase[] = [
  ...[CALM, CALM, CALM, CALM],
  { ...CALM, down: 1 },
  { ...CALM, down: 0.95, medianMs: 400 },
  { ...CALM, down: 0.03, error: 0.02 },
  { ...CALM, down: 0.3, degraded: 0.1 },
  { ...CALM, medianMs: 300 },
  { ...CALM, error: 0.5, medianMs: 150 },
  { ...CALM, silent: 1 },
  { ...CALM, silent: 0.8, down: 0.2 },
];

/**
 * Generates random results of a target in phases of minutes to many hours, which its locations mostly share. The
 * connection facts change rarely.
 */
export function randomHistory({
  seriesKeys,
  connectionKeys,
  seed,
  ...range
}: {
  seriesKeys: readonly number[];
  connectionKeys: readonly number[];
  fromMs: number;
  toMs: number;
  stepMs: number;
  seed: number;
}): HistoryResult[] {
  const random = seededRandom(seed);
  const pickRandom = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const results: HistoryResult[] = [];
  const state = { phase: CALM, untilMs: 0, connectionKey: connectionKeys[0] };
  for (let slotMs = range.fromMs; slotMs < range.toMs; slotMs += range.stepMs) {
    if (slotMs >= state.untilMs) {
      state.phase = pickRandom(PHASES) ?? CALM;
      // From some minutes to half a day, distributed logarithmically.
      state.untilMs = slotMs + 300_000 * Math.exp(random() * 5);
    }
    if (random() < 0.003) state.connectionKey = pickRandom(connectionKeys);
    for (const [nr, seriesKey] of seriesKeys.entries()) {
      const phase = nr > 0 && random() < 0.1 ? CALM : state.phase;
      if (random() < phase.silent) continue;
      const status = pickStatus(phase, random());
      const responseUs = Math.round(phase.medianMs * 1_000 * Math.exp(random() * 0.8 - 0.4));
      results.push({
        seriesKey,
        // Locations do not check at the same time.
        slotMs: slotMs + nr * 7_321.5,
        status,
        responseUs: status === "down" && random() < 0.7 ? null : responseUs,
        ...(state.connectionKey !== undefined && { connectionKey: state.connectionKey }),
      });
    }
  }
  return results;
}

function pickStatus({ down, degraded, error }: Phase, share: number): CheckStatus {
  if (share < down) return "down";
  if (share < down + degraded) return "degraded";
  return share < down + degraded + error ? "error" : "up";
}
