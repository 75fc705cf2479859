import type { CheckJob } from "@vedette/contract/checks/check-run.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** A check in flight: the fields of the product's job that a model needs. */
export type Job = Pick<CheckJob, "seriesKey" | "shard" | "slotMs" | "startByMs">;
/** Its outcome. `started` is false if it could not start in time. */
export type Report = Pick<Job, "seriesKey" | "shard" | "slotMs"> & { started: boolean };

export type BrokerCounts = {
  jobMessages: number;
  reportMessages: number;
  redelivered: number;
  expired: number;
  /** Report messages that wait in all queues, and their maximum. */
  reportsWaiting: number;
  reportsWaitingMost: number;
};

export type JobMessage = { location: string; jobs: readonly Job[]; atMs: number; to: JobReceiver | null };
export type JobReceiver = { readonly location: string; hasRoom(): boolean; take(message: JobMessage): void };
/** `weight` is the number of real messages that it stands for. */
export type ReportMessage = {
  shard: number;
  reports: readonly Report[];
  weight: number;
  to: ReportReceiver | null;
  /** Of a message without a stream. */
  onDone?: () => void;
};
export type ReportReceiver = (message: ReportMessage) => void;

export type BrokerOptions = {
  timeline: Timeline;
  random: Random;
  /** The one-way delay from NATS to a location. */
  oneWayMs: (location: string) => number;
  reportMessagesInFlightMax: number;
};

/** State that the queues of a broker share. */
export type BrokerState = BrokerOptions & { isUp: boolean; readonly counts: BrokerCounts };
