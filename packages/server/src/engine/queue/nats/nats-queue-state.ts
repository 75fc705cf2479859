import type { Queue } from "../queue.ts";

/** The queue over NATS with JetStream, for processes on any number of machines. */
export type NatsQueue = Queue & {
  isConnected(): boolean;
  /** For metrics. */
  state(): NatsQueueState;
  /** Hands on what it holds, as far as that can be done in a few seconds, and leaves. */
  close(): Promise<void>;
};

export type NatsQueueState = {
  /** 1 or 0. */
  natsConnected: number;
  /** Checks and runs that were taken from NATS and not reported yet. */
  natsJobsInHand: number;
  /** Reports that NATS has not accepted yet. */
  natsReportsWaiting: number;
  /** Reports that were too old or too many to wait for NATS any longer. */
  natsReportsDropped: number;
};
