/** The only door to time. Tests hand in a fake one. */
export type Clock = {
  /** Epoch milliseconds of the wall clock; may jump. For records. */
  now(): number;
  /** Milliseconds that never go back. For waiting and measuring. */
  monotonic(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
