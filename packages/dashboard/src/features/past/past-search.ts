/** The search parameter of pages that show an earlier time. */
export type PastSearch = { at?: string };

export function readPastSearch({ at }: Record<string, unknown>): PastSearch {
  const ms = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return Number.isNaN(ms) ? {} : { at: new Date(ms).toISOString() };
}

const DEFAULT_AGO_MS = 3_600_000;

/** The instant that is offered first: an hour ago, at a full minute. */
export function offeredInstant(nowMs: number): string {
  return new Date(Math.floor((nowMs - DEFAULT_AGO_MS) / 60_000) * 60_000).toISOString();
}
