import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";

/** The timeouts that NATS applies to this process. */
export type NatsTimeouts = {
  /** NATS redelivers a message that is not acknowledged or extended for this long. */
  ackWaitMs: number;
  /** A check that no runner takes for this long is dropped. */
  checkAgeMaxMs: number;
  /** Interval at which the process verifies that its streams still exist. */
  verifyMs: number;
};

export type NatsQueueOptions = {
  /** URLs as in NATS_URL, including user and password. */
  servers: readonly string[];
  /** PEM texts. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
  /** Content of a credentials file. */
  credentials?: string | undefined;
  /** First token of all names in NATS. */
  prefix?: string | undefined;
  replicas?: number | undefined;
  /**
   * Set for a process that only runs checks. It waits for the streams that other processes create, receives
   * no events, and so needs no permission for either (deploy/nats/users.conf).
   */
  isRunnerOnly?: boolean | undefined;
  /** Shorter in tests. */
  timeouts?: NatsTimeouts | undefined;
  clock: Clock;
  log: Logger;
  /** The client name of this process in NATS. */
  name: string;
};
