import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import { type EpisodeEffect, episodeAt, type SampleTime } from "./episodes.ts";
import type { SampleService } from "./sample-services.ts";
import { noise } from "./seeded-noise.ts";

/** What the server of the sample shop responds at an instant, in history and live. Pure. */
export type SampleResponse = {
  /** Null if it does not respond. */
  statusCode: number | null;
  responseMs: number;
};

/** The busiest hour of the shop, in UTC, and how much slower it is then. */
const BUSY_HOUR = 19;
const BUSY_SHARE = 0.45;
/** Share of responses that are much slower than the others, without an episode. */
const OUTLIER_SHARE = 0.012;

export function sampleResponse(service: SampleService, atMs: number, time: SampleTime): SampleResponse {
  const effect = episodeAt(service, atMs, time)?.effect ?? null;
  const responseMs = responseTime(service, atMs, { seed: time.seed, effect });
  switch (effect?.type) {
    case "timeout":
      return { statusCode: null, responseMs };
    case "status":
      return { statusCode: effect.statusCode, responseMs };
    default:
      return { statusCode: 200, responseMs };
  }
}

function responseTime(
  { key, medianMs }: SampleService,
  atMs: number,
  { seed, effect }: { seed: string; effect: EpisodeEffect | null },
): number {
  const drawn = (what: string) => noise(`${seed}:${key}:${atMs}:${what}`);
  const hours = ((atMs % DAY_MS) / DAY_MS) * 24;
  const load = 1 + BUSY_SHARE * Math.cos(((hours - BUSY_HOUR) / 24) * 2 * Math.PI);
  const spread = Math.exp((drawn("a") + drawn("b") + drawn("c") - 1.5) * 0.5);
  const outlier = drawn("outlier") < OUTLIER_SHARE ? 2.2 : 1;
  const factor = effect?.type === "slow" ? effect.factor : outlier;
  return medianMs * load * spread * factor;
}
