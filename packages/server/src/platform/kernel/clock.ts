/** The only source of time. Tests inject a fake one. */
export type Clock = {
  /** Epoch milliseconds of the wall clock; may jump. Use it for timestamps. */
  now(): number;
  /** Monotonic milliseconds. Use it for waiting and measuring. */
  monotonic(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
