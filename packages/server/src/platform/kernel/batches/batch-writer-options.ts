import type { Clock } from "../clock.ts";

export type BatchWriterOptions<Item> = {
  clock: Pick<Clock, "monotonic">;
  /** Commits items of one key, all or none. */
  write: (items: readonly Item[], key: string) => Promise<void>;
  /**
   * Returns the minimum delay before the next write, in milliseconds, if an error is an outage: all items
   * wait; forever if it is infinite. Returns null if the items are the cause: the batch is halved until the
   * failing item is alone.
   */
  outageDelayMs: (error: unknown) => number | null;
  /** Maximum number of items in a batch. */
  batchMax: number;
  /** How long an item waits for others if nothing is being written. */
  gatherMs: number;
  retry: { firstMs: number; maxMs: number };
} & Partial<Refusals<Item> & Limits<Item>>;

type Refusals<Item> = {
  /** Failures of an item alone before it is refused. */
  failuresMax: number;
  /**
   * Whether an item that failed alone is retried later, so that it delays no other item, but loses its place
   * in the order. Otherwise it is retried immediately.
   */
  isSetApart: boolean;
  onFailedAlone: (item: Item, failure: { error: unknown; failures: number; isRefused: boolean }) => void;
  onOutage: (error: unknown, outage: { failuresInRow: number; items: number }) => void;
};

/** Beyond a limit the oldest items that are not being written are dropped. */
type Limits<Item> = {
  weigh: (item: Item) => number;
  /** Of all items that have not ended. */
  weightMax: number;
  /** A heavier item is a batch of its own. */
  batchWeightMax: number;
  ageMaxMs: number;
  onDropped: (dropped: number) => void;
};

export const DEFAULTS = {
  failuresMax: 1,
  isSetApart: false,
  onFailedAlone: () => undefined,
  onOutage: () => undefined,
  weigh: () => 1,
  weightMax: Number.POSITIVE_INFINITY,
  batchWeightMax: Number.POSITIVE_INFINITY,
  ageMaxMs: Number.POSITIVE_INFINITY,
  onDropped: () => undefined,
} satisfies Refusals<unknown> & Limits<unknown>;
