/** Chance that is the same for the same seed, on every machine. */
export type Random = {
  /** 0 ≤ x < 1. */
  uniform(): number;
  between(min: number, max: number): number;
  /** Most near the median, few far above it, as waits for machines and networks are. */
  logNormal(median: number, sigma: number): number;
};

/** Mulberry32: 32 bits of state suffice for a few million draws that need no cryptographic independence. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function uniform(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  return {
    uniform,
    between: (min, max) => min + uniform() * (max - min),
    logNormal(median, sigma) {
      const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
      return median * Math.exp(sigma * normal);
    },
  };
}
