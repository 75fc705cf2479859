import type { CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { MadeResult } from "./make-results.ts";

export type HistoryResult = Pick<MadeResult, "seriesKey" | "slotMs" | "status" | "responseUs" | "peerKey">;

/** Returns the next of a sequence of numbers from 0 to 1 that is the same for each seed. */
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
 * Random results of a target: phases of minutes to many hours, which its locations mostly share. Each result has one of
 * the connection facts, mostly the same as before.
 */
export function randomHistory({
  seriesKeys,
  peerKeys,
  seed,
  ...range
}: {
  seriesKeys: readonly number[];
  peerKeys: readonly number[];
  fromMs: number;
  toMs: number;
  stepMs: number;
  seed: number;
}): HistoryResult[] {
  const random = seededRandom(seed);
  const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const results: HistoryResult[] = [];
  const state = { phase: CALM, untilMs: 0, peerKey: peerKeys[0] };
  for (let slotMs = range.fromMs; slotMs < range.toMs; slotMs += range.stepMs) {
    if (slotMs >= state.untilMs) {
      state.phase = oneOf(PHASES) ?? CALM;
      // From some minutes to half a day, distributed logarithmically.
      state.untilMs = slotMs + 300_000 * Math.exp(random() * 5);
    }
    if (random() < 0.003) state.peerKey = oneOf(peerKeys);
    for (const [nr, seriesKey] of seriesKeys.entries()) {
      const phase = nr > 0 && random() < 0.1 ? CALM : state.phase;
      if (random() < phase.silent) continue;
      const status = statusOf(phase, random());
      const responseUs = Math.round(phase.medianMs * 1_000 * Math.exp(random() * 0.8 - 0.4));
      results.push({
        seriesKey,
        // Locations do not check in the same instant.
        slotMs: slotMs + nr * 7_321.5,
        status,
        responseUs: status === "down" && random() < 0.7 ? null : responseUs,
        ...(state.peerKey !== undefined && { peerKey: state.peerKey }),
      });
    }
  }
  return results;
}

function statusOf({ down, degraded, error }: Phase, share: number): CheckStatus {
  if (share < down) return "down";
  if (share < down + degraded) return "degraded";
  return share < down + degraded + error ? "error" : "up";
}
