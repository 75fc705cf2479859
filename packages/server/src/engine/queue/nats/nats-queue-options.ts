import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";

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
