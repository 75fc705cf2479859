import type { LiveEvent } from "@vedette/contract/events.ts";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import type { Following } from "../../api/live-events.ts";
import type { MonitorsApi } from "../../api/monitors-api.ts";
import {
  EMPTY_LIST,
  type MonitorList,
  unexplainedIds,
  withEvents,
  withLoaded,
  withMonitor,
  withResults,
} from "./monitor-list.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/**
 * Keeps the list alive: reads it, follows the events, reads it again where they do not suffice. React
 * only draws its snapshots.
 */
export type MonitorStore = {
  /** Begins, and answers how to end. */
  start(): () => void;
  subscribe(onChange: () => void): () => void;
  snapshot(): Snapshot;
  create: MonitorsApi["createMonitor"];
  check: MonitorsApi["checkMonitor"];
};

export type Snapshot = {
  list: MonitorList;
  connection: "connecting" | "live" | "lost";
  /** Why the list could not be read; null when it could. */
  problem: string | null;
};

export type StoreDeps = {
  api: MonitorsApi;
  /** `followEvents`, with everything that it needs from outside but the handlers. */
  follow(handlers: Pick<Following, "signal" | "onOpen" | "onMessage" | "onLost">): Promise<void>;
  /** The key is refused: whoever is signed in is not any more. */
  onRefused(error: ApiError): void;
};

/** Events of so long are drawn together: faster than anybody reads, and calm for the machine. */
const BATCH_MS = 200;
/** Between two readings that follow each other. */
const REREAD_MS = 2_000;
/** After a reading that failed. */
const RETRY_MS = 10_000;
/** Changes that send no event, such as a deletion elsewhere, are seen after this at the latest. */
const REFRESH_MS = 120_000;
/** Monitors that are down and whose reason is looked up after reading the list. */
const REASONS_MAX = 20;

export function createMonitorStore({ api, follow, onRefused }: StoreDeps): MonitorStore {
  let current: Snapshot = { list: EMPTY_LIST, connection: "connecting", problem: null };
  const watchers = new Set<() => void>();

  function change(part: Partial<Snapshot>): void {
    current = { ...current, ...part };
    for (const notify of watchers) notify();
  }

  function refuse(error: ApiError): boolean {
    const isRefused = error.code === "UNAUTHORIZED";
    if (isRefused) onRefused(error);
    return isRefused;
  }

  /** False where the reading failed and may be tried again. */
  async function read(signal: AbortSignal): Promise<boolean> {
    try {
      const loaded = await api.listMonitors(signal);
      change({ list: withLoaded(current.list, loaded), problem: null });
      for (const id of unexplainedIds(current.list).slice(0, REASONS_MAX)) {
        const result = await api.latestResult(id, signal);
        if (result) change({ list: withResults(current.list, [result]) });
      }
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const failure = asApiError(error);
      if (refuse(failure)) return true;
      change({ problem: failure.message });
      return false;
    }
  }

  function start(): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    let batch: Pick<LiveEvent, "type" | "data">[] = [];
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const rereading = oneAtATime(async () => {
      if (await read(signal)) return;
      clearTimeout(retry);
      retry = setTimeout(() => rereading.within(0), RETRY_MS);
    }, REREAD_MS);

    function draw(): void {
      drawing = undefined;
      change({ list: withEvents(current.list, batch) });
      batch = [];
      if (current.list.isStale) rereading.within(REREAD_MS);
    }

    const refresh = setInterval(() => rereading.within(0), REFRESH_MS);
    follow({
      signal,
      onOpen() {
        change({ connection: "live" });
        rereading.within(0);
      },
      onMessage(message) {
        if (message.type === "end") return;
        if (message.type === "reset") return rereading.within(0);
        batch.push(message);
        drawing ??= setTimeout(draw, BATCH_MS);
      },
      onLost: () => change({ connection: "lost" }),
    }).catch((error: unknown) => onRefused(asApiError(error)));
    // Not left to the stream alone, which may be refused where there are too many of them.
    rereading.within(0);

    return () => {
      controller.abort();
      clearInterval(refresh);
      clearTimeout(drawing);
      clearTimeout(retry);
      rereading.stop();
    };
  }

  return {
    start,
    subscribe(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    snapshot: () => current,
    async create(input) {
      const monitor = await api.createMonitor(input);
      change({ list: withMonitor(current.list, monitor) });
      return monitor;
    },
    async check(id) {
      const check = await api.checkMonitor(id);
      change({ list: withResults(current.list, check.results) });
      return check;
    },
  };
}
