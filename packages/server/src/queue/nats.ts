import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Queue } from "./queue.ts";

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

/** How long NATS waits for us. */
export type Patience = {
  /** Without a sign of life for this long a message goes to somebody else. */
  ackWaitMs: number;
  /** A check that nobody took for this long vanishes. */
  checkAgeMaxMs: number;
  /** How often we look whether all that we made in NATS is there still. */
  lookMs: number;
};

export type NatsQueueOptions = {
  /** Addresses as in NATS_URL, user and password included. */
  servers: readonly string[];
  /** PEM texts. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
  /** Content of a credentials file. */
  credentials?: string | undefined;
  /** First part of all names in NATS. */
  prefix?: string | undefined;
  replicas?: number | undefined;
  /**
   * Of a process that only runs checks: it waits for the streams that others make, hears nothing of events, and so needs
   * no permission for either (deploy/nats/users.conf).
   */
  isRunnerOnly?: boolean | undefined;
  /** Shorter in tests. */
  patience?: Patience | undefined;
  clock: Clock;
  log: Logger;
  /** Of this process, as NATS lists its clients. */
  name: string;
};

/**
 * Connects, and makes or brings up to date what is needed there; throws a StartError where that cannot be done.
 * From then on it never gives up. The client is loaded here alone, for most installations never need it.
 */
export async function createNatsQueue(options: NatsQueueOptions): Promise<NatsQueue> {
  const { openNatsQueue } = await import("./nats/open-nats-queue.ts");
  return openNatsQueue(options);
}
