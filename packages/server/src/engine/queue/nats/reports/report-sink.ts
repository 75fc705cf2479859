import { backoffMs } from "../../../../platform/kernel/backoff.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import { payloadBytesMax } from "../wire.ts";

/**
 * Publishes reports to a stream, those of one subject in order, and keeps them until the stream has stored
 * them. While NATS is unavailable it keeps as many and for as long as the limits allow, then drops and counts
 * the oldest.
 */
export type ReportSink<T> = {
  add(subject: string, report: T, options?: { isAwaited?: boolean }): void;
  /** Waits until NATS has stored all reports or the deadline (monotonic) has passed. */
  drain(deadlineMs: number): Promise<void>;
  state(): { waiting: number; dropped: number };
};

export type ReportSinkDeps<T> = {
  link: NatsLink;
  clock: Clock;
  log: Logger;
  /** What the sink carries, for the log. */
  what: string;
  /** Maximum number of reports in one message. */
  batchMax: number;
  /** Maximum total weight of the waiting reports; `weigh` returns the weight of one. */
  weightMax: number;
  weigh: (report: T) => number;
  encode: (reports: readonly T[]) => Uint8Array;
  /** Called after the stream has stored the reports. */
  onAccepted: (reports: readonly T[]) => void;
};

type Entry<T> = { report: T; atMs: number; weight: number };

/** Reports of one subject wait this long for more of them. The recorder batches for 100 ms in any case. */
const GATHER_MS = 40;
const AGE_MAX_MS = 600_000;
const PUBLISH_TIMEOUT_MS = 5_000;
const RETRY = { firstMs: 200, maxMs: 5_000 };
const DRAIN_POLL_MS = 10;

export function createReportSink<T>(deps: ReportSinkDeps<T>): ReportSink<T> {
  const { link, clock, log } = deps;
  const waiting = new Map<string, Entry<T>[]>();
  const sending = new Set<string>();
  let weight = 0;
  let count = 0;
  let dropped = 0;
  let isDropping = false;
  let failuresInRow = 0;
  let timer: NodeJS.Timeout | undefined;

  function schedule(delayMs: number): void {
    timer ??= setTimeout(flush, delayMs);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    dropExpired();
    if (!link.isConnected()) {
      schedule(RETRY.maxMs);
      return;
    }
    for (const subject of waiting.keys()) if (!sending.has(subject)) void send(subject);
  }

  /** Returns the first reports that fit into one message. */
  function nextMessage(subject: string): { entries: Entry<T>[]; reports: T[]; bytes: Uint8Array } {
    let entries = waiting.get(subject)?.slice(0, deps.batchMax) ?? [];
    for (;;) {
      const reports = entries.map(({ report }) => report);
      const bytes = deps.encode(reports);
      if (entries.length <= 1 || bytes.length <= payloadBytesMax(link.nc.info))
        return { entries, reports, bytes };
      entries = entries.slice(0, Math.ceil(entries.length / 2));
    }
  }

  async function send(subject: string): Promise<void> {
    const { entries, reports, bytes } = nextMessage(subject);
    sending.add(subject);
    try {
      await link.js.publish(subject, bytes, { timeout: PUBLISH_TIMEOUT_MS });
      failuresInRow = 0;
      isDropping = false;
      remove(subject, new Set(entries));
      deps.onAccepted(reports);
    } catch (error) {
      failuresInRow += 1;
      const isNews = failuresInRow === 1 && link.isConnected();
      if (isNews) log.warn("nats.publish_failed", { what: deps.what, ...errorFacts(error) });
    }
    sending.delete(subject);
    const isBehind = (waiting.get(subject)?.length ?? 0) >= deps.batchMax;
    if (failuresInRow === 0 && isBehind && link.isConnected()) void send(subject);
    else if (waiting.size > 0) schedule(failuresInRow > 0 ? backoffMs(failuresInRow, RETRY) : GATHER_MS);
  }

  function remove(subject: string, sent: ReadonlySet<Entry<T>>): void {
    const rest = (waiting.get(subject) ?? []).filter((entry) => !sent.has(entry));
    if (rest.length > 0) waiting.set(subject, rest);
    else waiting.delete(subject);
    for (const entry of sent) weight -= entry.weight;
    count -= sent.size;
  }

  function dropExpired(): void {
    const oldestMs = clock.monotonic() - AGE_MAX_MS;
    for (;;) {
      const [subject, oldest] = oldestHead();
      if (!oldest || (oldest.atMs >= oldestMs && weight <= deps.weightMax)) return;
      remove(subject, new Set([oldest]));
      dropped += 1;
      if (!isDropping) log.error("nats.reports_dropped", { what: deps.what, waiting: count });
      isDropping = true;
    }
  }

  /** Returns the oldest entry that is not in flight. */
  function oldestHead(): [string, Entry<T> | null] {
    let found: [string, Entry<T> | null] = ["", null];
    for (const [subject, [head]] of waiting) {
      if (!head || sending.has(subject)) continue;
      if (found[1] === null || head.atMs < found[1].atMs) found = [subject, head];
    }
    return found;
  }

  link.onReconnect(() => {
    failuresInRow = 0;
    flush();
  });

  return {
    add(subject, report, { isAwaited = false } = {}) {
      const entry = { report, atMs: clock.monotonic(), weight: deps.weigh(report) };
      const entries = waiting.get(subject);
      if (entries) entries.push(entry);
      else waiting.set(subject, [entry]);
      weight += entry.weight;
      count += 1;
      if (weight > deps.weightMax) dropExpired();
      if (isAwaited && link.isConnected() && !sending.has(subject)) void send(subject);
      else schedule(failuresInRow > 0 ? RETRY.firstMs : GATHER_MS);
    },
    async drain(deadlineMs) {
      while (count > 0 && link.isConnected() && clock.monotonic() < deadlineMs) {
        flush();
        await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
      }
      clearTimeout(timer);
    },
    state: () => ({ waiting: count, dropped }),
  };
}
