/** A duration in the format of Go's time.ParseDuration: "10s", "1m30.5s", "150ms". */

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const LENGTH_MAX = 100;
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;

/** Returns null for anything else. */
export function goDurationMs(text: string): number | null {
  if (text === "0") return 0;
  if (text === "" || text.length > LENGTH_MAX) return null;
  let [at, ms] = [0, 0];
  while (at < text.length) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null) return null;
    ms += Number(part[1]) * (UNIT_MS[part[2] ?? ""] ?? 0);
    at = PART.lastIndex;
  }
  return ms;
}
