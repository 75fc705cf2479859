/*
 * Parameters of the models of CPU, network and disk. Each figure names its source: measured (with the section of
 * bench/README.md), the product's code, or assumed.
 */

/** Measured: `checks`, HTTPS at 1,000 a second. This includes scheduling and recording, so it is slightly too high. */
export const RUNNER_CPU_MS = 0.584 + 0.0097;
/** Measured: `queue`, the scheduler's part of NATS. Assumed in addition: 30 µs to schedule, evaluate and record a check. */
export const SCHEDULER_CPU_MS = 0.0091 + 0.03;
/** Assumed: reading a definition over the network and putting it on the wheel. */
export const LOAD_MS_PER_DEFINITION = 0.04;
/** Assumed: the part of it that blocks the event loop. */
export const PUT_MS_PER_DEFINITION = 0.008;

/** Measured: `checks`, 13 to 18 µs of PostgreSQL for a result; assumed: a round trip of six statements and a flush. */
export const COMMIT_MS = { median: 8, sigma: 0.5, perRow: 0.018 };
/** Assumed: one hop between two machines in a region. */
export const HOP_MS = { median: 0.5, sigma: 0.5 };
/** Assumed: from connecting to the end of the response; targets all over the world. */
export const TARGET_MS = { median: 150, sigma: 0.9, max: 30_000 };
/** Assumed: share of targets that never respond, so that each check takes two timeouts. */
export const SILENT_TARGETS = 0.002;

/** The defaults of a monitor. */
export const TIMEOUT_MS = 30_000;
export const RETRIES = 1;
export const RETRY_PAUSE_MS = 1_000;

/** From the code: batching and timeouts of the queue (packages/server/src/engine/queue/nats). */
export const NATS = {
  jobsPerMessageMax: 50,
  reportsPerMessageMax: 50,
  reportBatchMs: 40,
  runnerReportDelayMs: 20,
  reportMessagesInFlightMax: 20,
  jobGatherMs: 30,
  directReportsPerMessageMax: 500,
  directReportsMax: 20_000,
  directReplyMs: 3_000,
  directAvoidedMs: 10_000,
  presenceGatherMs: 5,
  checksInFlightMax: 10_000,
  ackWaitMs: 10_000,
  /** Acks are extended three times in this time, so messages of a dead receiver are redelivered after this at the earliest. */
  redeliveryMinMs: 6_667,
  checkAgeMaxMs: 60_000,
  reportBytesMax: 512 * 1_048_576,
  reconnectMs: 2_000,
  presenceMaxAgeMs: 15_000,
};

/** From the code: pipeline/results/recording/recorder.ts. */
export const RECORDER = {
  batchMax: 1_000,
  batchMs: 100,
  waitingMax: 50_000,
  retryFirstMs: 100,
  retryMaxMs: 2_000,
};

/** From the code: pipeline/scheduler/shards/shards.ts and pipeline/scheduler/scheduler.ts. */
export const LEASES = {
  renewMs: 2_000,
  loadedWaitMs: 10_000,
  loadedPollMs: 10,
  gapsMs: 1_000,
};
