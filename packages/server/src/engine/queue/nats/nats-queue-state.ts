export type NatsQueueState = {
  /** 1 or 0. */
  natsConnected: number;
  /** Checks and runs that were taken from NATS and are not reported yet. */
  natsJobsInFlight: number;
  /** Reports that NATS has not accepted yet. */
  natsReportsWaiting: number;
  /** Reports that were dropped because they were too old or too many while NATS was unavailable. */
  natsReportsDropped: number;
};
