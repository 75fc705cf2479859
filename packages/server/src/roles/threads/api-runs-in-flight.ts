/** Runs of API monitors that one thread makes at once: a step waits for its target nearly all the time. */
export const RUNS_IN_FLIGHT_MAX = 100;
