import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import { ORDERS_DATABASE, type SampleService } from "./sample-services.ts";
import { noise } from "./seeded-noise.ts";

/**
 * When a service of the sample shop is down or slow: some events that are always there, relative to the start of
 * the demo, and short ones that depend on the seed alone. Pure.
 */

export type EpisodeEffect =
  /** The server responds with this status. */
  | { type: "status"; statusCode: number }
  /** The server does not respond. */
  | { type: "timeout" }
  /** The server responds, so many times slower. */
  | { type: "slow"; factor: number };

export type Episode = { fromMs: number; toMs: number; effect: EpisodeEffect };

export const SAMPLE_DAYS = 30;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** `startMs` is the start of the demo: history ends there, and live checks begin. */
export type SampleTime = { seed: string; startMs: number };

type StoryEvent = { on: readonly string[]; atMs: number; minutes: number; effect: EpisodeEffect };

const UNAVAILABLE: EpisodeEffect = { type: "status", statusCode: 503 };
const BROKEN: EpisodeEffect = { type: "status", statusCode: 500 };
const slow = (factor: number): EpisodeEffect => ({ type: "slow", factor });
const before = (days: number, hours = 0) => -(days * DAY_MS + hours * HOUR_MS);

/** The outages to which people respond; see sample-responses.ts. The last one goes on when the demo starts. */
export const ORDERS_OUTAGE = { atMs: before(18, 20), minutes: 96 };
export const PAYMENTS_OUTAGE = { atMs: before(8, 7), minutes: 38 };
export const DEPLOY_OUTAGE = { atMs: before(2, 12), minutes: 34 };
export const CURRENT_OUTAGE = { atMs: -24 * MINUTE_MS, minutes: 24 + 25 };

/** `on` has keys of services, or a tag that they share. Times are relative to the start; the last ones are live. */
const STORY: readonly StoryEvent[] = [
  { on: ["checkout"], atMs: before(26, 9), minutes: 42, effect: BROKEN },
  { on: [ORDERS_DATABASE], ...ORDERS_OUTAGE, effect: UNAVAILABLE },
  { on: ["search"], atMs: before(12, 14), minutes: 150, effect: slow(6) },
  { on: ["payments"], ...PAYMENTS_OUTAGE, effect: { type: "timeout" } },
  { on: ["cdn"], atMs: before(5, 3), minutes: 140, effect: slow(9) },
  { on: ["home", "checkout"], ...DEPLOY_OUTAGE, effect: BROKEN },
  { on: ["search"], atMs: before(0, 6), minutes: 55, effect: slow(7) },
  { on: ["recommendations"], ...CURRENT_OUTAGE, effect: UNAVAILABLE },
  { on: ["reviews"], atMs: -55 * MINUTE_MS, minutes: 55 + 90, effect: slow(9) },
  { on: ["newsletter"], atMs: 6 * MINUTE_MS, minutes: 11, effect: UNAVAILABLE },
  { on: ["search"], atMs: 40 * MINUTE_MS, minutes: 16, effect: slow(7) },
];

/** When the shop was deployed, as hours before the start. The story has what two of them broke. */
export const DEPLOYS: readonly { title: string; hoursBefore: number }[] = [
  { title: "Shop 4.18.0", hoursBefore: 26 * 24 + 9.2 },
  { title: "Shop 4.18.1", hoursBefore: 26 * 24 + 8.3 },
  { title: "Shop 4.19.0", hoursBefore: 15 * 24 + 11 },
  { title: "Shop 4.20.0", hoursBefore: 2 * 24 + 12.1 },
  { title: "Shop 4.20.1", hoursBefore: 2 * 24 + 11.6 },
];

/** Returns what a service goes through at an instant; null if all is well. */
export function episodeAt(service: SampleService, atMs: number, time: SampleTime): Episode | null {
  const isNow = ({ fromMs, toMs }: Episode) => fromMs <= atMs && atMs < toMs;
  return storyOf(service, time).find(isNow) ?? shortEpisodes(service, atMs, time).find(isNow) ?? null;
}

/** The times at which an episode of a service begins or ends between two instants, in order. */
export function episodeBounds(
  service: SampleService,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  time: SampleTime,
): number[] {
  const days = Array.from(
    { length: Math.ceil((toMs - fromMs) / DAY_MS) + 1 },
    (_, nr) => fromMs + nr * DAY_MS,
  );
  const episodes = [
    ...storyOf(service, time),
    ...days.flatMap((dayMs) => shortEpisodes(service, dayMs, time)),
  ];
  const bounds = new Set(episodes.flatMap((episode) => [episode.fromMs, episode.toMs]));
  return [...bounds].filter((atMs) => fromMs <= atMs && atMs < toMs).sort((a, b) => a - b);
}

function storyOf({ key, tags }: SampleService, { startMs }: SampleTime): Episode[] {
  return STORY.filter(({ on }) => on.some((name) => name === key || tags.includes(name))).map(
    ({ atMs, minutes, effect }) => ({
      fromMs: startMs + atMs,
      toMs: startMs + atMs + minutes * MINUTE_MS,
      effect,
    }),
  );
}

/** Days with a short episode of a service: about one in twenty. */
const SHORT_SHARE = 0.05;

/** The short episodes of the day, in UTC, of an instant. None in the day of the start, which has a story of its own. */
function shortEpisodes({ key }: SampleService, atMs: number, { seed, startMs }: SampleTime): Episode[] {
  const day = Math.floor(atMs / DAY_MS);
  if (day === Math.floor(startMs / DAY_MS)) return [];
  const drawn = (what: string) => noise(`${seed}:${key}:${day}:${what}`);
  if (drawn("whether") >= SHORT_SHARE) return [];
  const fromMs = day * DAY_MS + Math.floor(drawn("minute") * 1_380) * MINUTE_MS;
  // At least two generated results, which open an alert.
  const toMs = fromMs + (31 + Math.floor(drawn("length") * 24)) * MINUTE_MS;
  const kind = drawn("kind");
  return [{ fromMs, toMs, effect: kind < 0.5 ? slow(5) : kind < 0.8 ? UNAVAILABLE : { type: "timeout" } }];
}
