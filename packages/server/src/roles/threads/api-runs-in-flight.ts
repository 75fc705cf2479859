/**
 * Maximum number of concurrent API monitor runs of a thread. A step waits for its target most of the time.
 */
export const RUNS_IN_FLIGHT_MAX = 100;
