import { setTimeout as pause } from "node:timers/promises";
import {
  AckPolicy,
  type Consumer,
  type ConsumerConfig,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { StartError } from "../../../platform/kernel/errors.ts";
import type { NatsLink } from "./connection.ts";
import type { Names } from "./names.ts";

/** A run that no runner has taken is dispatched again after 45 s (pipeline/runs/run-queue.ts). */
const RUN_AGE_MAX_MS = 60_000;
/** How long reports wait if no scheduler is running to store them. */
const REPORT_AGE_MAX_MS = 3_600_000;
const MEGABYTE = 1_048_576;

/**
 * Creates the streams or updates them to this version. They are work queues: acknowledged messages are
 * deleted.
 */
export async function ensureStreams(
  jsm: JetStreamManager,
  { names, replicas, checkAgeMaxMs }: { names: Names; replicas: number; checkAgeMaxMs: number },
): Promise<void> {
  const { streams } = names;
  const wanted: Partial<StreamConfig>[] = [
    {
      name: streams.checks,
      subjects: [names.checks("*")],
      // A server crash loses at most a minute of checks, which count as missed.
      storage: StorageType.Memory,
      max_age: nanos(checkAgeMaxMs),
      max_bytes: 128 * MEGABYTE,
    },
    {
      name: streams.runs,
      subjects: [names.runs("*", "*")],
      storage: StorageType.Memory,
      max_age: nanos(RUN_AGE_MAX_MS),
      max_bytes: 64 * MEGABYTE,
    },
    {
      name: streams.reports,
      subjects: [names.reports("*")],
      storage: StorageType.File,
      max_age: nanos(REPORT_AGE_MAX_MS),
      max_bytes: 512 * MEGABYTE,
    },
    {
      name: streams.runReports,
      subjects: [names.runReports],
      storage: StorageType.File,
      max_age: nanos(REPORT_AGE_MAX_MS),
      max_bytes: 512 * MEGABYTE,
    },
  ];
  for (const config of wanted) {
    await ensureStream(jsm, {
      ...config,
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.Old,
      num_replicas: replicas,
    });
  }
}

/** How long to wait for streams that other processes create, which may start at the same time. */
const STREAMS_WITHIN_MS = 30_000;
const STREAMS_POLL_MS = 250;

/** Waits until the streams exist. Used by a process that may not create them. */
export async function awaitStreams(
  jsm: JetStreamManager,
  { names, clock }: { names: Names; clock: Clock },
): Promise<void> {
  const deadlineMs = clock.monotonic() + STREAMS_WITHIN_MS;
  for (const name of [...Object.values(names.streams), `KV_${names.presenceBucket}`]) {
    while (!(await exists(jsm, name))) {
      if (clock.monotonic() > deadlineMs) {
        throw new StartError(
          `NATS has no stream ${name}: start a scheduler first, which creates it, and check NATS_PREFIX.`,
        );
      }
      await pause(STREAMS_POLL_MS);
    }
  }
}

async function exists(jsm: JetStreamManager, name: string): Promise<boolean> {
  try {
    await jsm.streams.info(name);
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw new StartError(
      `NATS denies access to its stream ${name} (${error instanceof Error ? error.message : error}): compare this user's permissions with deploy/nats/users.conf.`,
      { cause: error },
    );
  }
}

async function ensureStream(jsm: JetStreamManager, config: Partial<StreamConfig>): Promise<void> {
  const name = config.name ?? "";
  try {
    const current = await jsm.streams.info(name).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (current === null) await jsm.streams.add({ ...config, name });
    else if (differs(current.config, config)) await jsm.streams.update(name, config);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    throw new StartError(
      `Cannot create the stream ${name} in NATS: ${error.message}. Give JetStream room for ${(config.max_bytes ?? 0) / MEGABYTE} MB of ${config.storage === StorageType.Memory ? "memory" : "disk"} and ${config.num_replicas} server(s), or delete the stream if another application created it.`,
      { cause: error },
    );
  }
}

function differs(current: StreamConfig, wanted: Partial<StreamConfig>): boolean {
  return Object.entries(wanted).some(
    ([key, value]) => JSON.stringify(current[key as keyof StreamConfig]) !== JSON.stringify(value),
  );
}

/**
 * The configuration of one consumer of a stream. Several processes may pull from it, and each message goes to
 * one of them.
 */
export type ConsumerOptions = {
  stream: string;
  name: string;
  subject: string;
  /** How long a message may be in flight without an ack or an extension. */
  ackWaitMs: number;
  /** Maximum number of messages in flight in all processes together. */
  inFlightMax: number;
  deliveriesMax: number;
};

/** A consumer that is unused for this long is deleted, because locations come and go. */
const UNUSED_MS = 86_400_000;

export async function ensureConsumer({ js, jsm }: NatsLink, of: ConsumerOptions): Promise<Consumer> {
  const config: Partial<ConsumerConfig> = {
    durable_name: of.name,
    filter_subject: of.subject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(of.ackWaitMs),
    max_ack_pending: of.inFlightMax,
    max_deliver: of.deliveriesMax,
    inactive_threshold: nanos(UNUSED_MS),
  };
  await jsm.consumers.add(of.stream, config);
  return js.consumers.get(of.stream, of.name);
}

function isNotFound(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.status === 404;
}
