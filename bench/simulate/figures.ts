/*
 * What a model of our own parts has to know of what is not simulated: processor, network, disk. Each figure says where
 * it comes from: measured (bench/README.md and its section), taken from the product's code, or assumed.
 */

/** Measured: `checks`, HTTPS at 1,000 a second; scheduling and recording are in it, so it is a little too much. */
export const RUNNER_CPU_MS = 0.584 + 0.0097;
/** Measured: `queue`, the scheduler's side of NATS; assumed beside it: 30 µs to decide, judge and record one check. */
export const SCHEDULER_CPU_MS = 0.0091 + 0.03;
/** Assumed: reading a definition over the network and putting it on the wheel. */
export const LOAD_MS_PER_DEFINITION = 0.04;
/** Assumed: the part of it that holds up the event loop at once. */
export const PUT_MS_PER_DEFINITION = 0.008;

/** Measured: `checks`, 13 to 18 µs of PostgreSQL for a result; assumed: a round trip of six statements and a flush. */
export const COMMIT_MS = { median: 8, sigma: 0.5, perRow: 0.018 };
/** Assumed: one hop between two machines of a region. */
export const HOP_MS = { median: 0.5, sigma: 0.5 };
/** Assumed: from connecting to the end of an answer; targets all over the world. */
export const TARGET_MS = { median: 150, sigma: 0.9, max: 30_000 };
/** Assumed: targets that never answer, so that each check takes two time-outs. */
export const SILENT_TARGETS = 0.002;

/** The defaults of a monitor. */
export const TIMEOUT_MS = 30_000;
export const RETRIES = 1;
export const RETRY_PAUSE_MS = 1_000;

/** From the code: how the queue gathers and how long it waits (packages/server/src/queue/nats). */
export const NATS = {
  jobsPerMessageMax: 50,
  reportsPerMessageMax: 50,
  reportGatherMs: 40,
  runnerReportDelayMs: 20,
  reportMessagesInHandsMax: 20,
  checksInHandMax: 10_000,
  ackWaitMs: 10_000,
  /** A sign of life comes three times as often, so what a dead one held comes back after this at the earliest. */
  ackLeastMs: 6_667,
  checkAgeMaxMs: 60_000,
  reportBytesMax: 512 * 1_048_576,
  reconnectMs: 2_000,
  presenceMaxAgeMs: 15_000,
};

/** From the code: pipeline/results/recording/recorder.ts. */
export const RECORDER = {
  batchMax: 1_000,
  gatherMs: 100,
  waitingMax: 50_000,
  retryFirstMs: 100,
  retryMaxMs: 2_000,
};

/** From the code: pipeline/scheduler/shards.ts and pipeline/scheduler/scheduler.ts. */
export const LEASES = {
  lookMs: 2_000,
  handOnMaxMs: 5_000,
  handOnPollMs: 20,
  gapsMs: 1_000,
  /** Share of 30 s that a scheduler which stops gives to what is on the way. */
  stopMs: 21_000,
};
