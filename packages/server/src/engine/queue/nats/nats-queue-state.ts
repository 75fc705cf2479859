import type { Queue } from "../queue.ts";

/** The queue over NATS with JetStream, for processes on any number of machines. */
export type NatsQueue = Queue & {
  isConnected(): boolean;
  /** Returns the numbers for the metrics. */
  state(): NatsQueueState;
  /** Publishes what it holds, within a few seconds, and closes the connection. */
  close(): Promise<void>;
};

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
