const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w|y)/gy;

/** Returns the seconds of a duration of Go or Prometheus, such as `1h30m` or `500ms`; null if it is not one. */
export function readDuration(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "0") return 0;
  let seconds = 0;
  let end = 0;
  for (const [whole, number, unit = ""] of trimmed.matchAll(PART)) {
    seconds += Number(number) * (UNIT_SECONDS[unit] ?? Number.NaN);
    end += whole.length;
  }
  // Rounded, because the sum of 1.1s and 100ms has an error in the last bit.
  return end === 0 || end !== trimmed.length ? null : Math.round(seconds * 1e9) / 1e9;
}
