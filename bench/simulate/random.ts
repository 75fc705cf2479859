/** Random numbers that depend only on the seed. */
export type Random = {
  /** 0 ≤ x < 1. */
  uniform(): number;
  between(min: number, max: number): number;
  /** Mostly near the median, rarely far above it, like delays of machines and networks. */
  logNormal(median: number, sigma: number): number;
};

/** Mulberry32: 32 bits of state are enough for a few million numbers without cryptographic requirements. */
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
