import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { invalidateMissed } from "../api/invalidate-missed.ts";
import { followEvents } from "../api/live-events.ts";
import { staleKeys } from "../api/live-keys.ts";
import type { LiveMessage } from "../api/live-message.ts";
import { useSession } from "./session.tsx";
import { useVisitor } from "./visitor.tsx";

export type Connection = {
  state: "connecting" | "live" | "lost";
  /** When the server was last heard, while the connection is lost; null if it never was. */
  lastHeardMs: number | null;
};
type Listener = (messages: readonly LiveMessage[]) => void;

const LiveContext = createContext<{ connection: Connection; listeners: Set<Listener> } | null>(null);

const CONNECTING: Connection = { state: "connecting", lastHeardMs: null };
const LIVE: Connection = { state: "live", lastHeardMs: null };

/** Events are delivered in batches of this interval, to limit the number of renders. */
const BATCH_MS = 250;
/** Minimum time between two refetches of the same queries, to avoid one refetch per event. */
const REFETCH_MS = 2_000;

/** Subscribes to the events of the organization and invalidates the queries that they make stale. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { fetch } = useSession();
  const { signOut } = useVisitor();
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>(CONNECTING);
  const [listeners] = useState(() => new Set<Listener>());
  const signOutRef = useRef(signOut);
  useEffect(() => {
    signOutRef.current = signOut;
  });

  useEffect(() => {
    const controller = new AbortController();
    const startMs = Date.now();
    const deliver = inBatches<LiveMessage>(BATCH_MS, (messages) => {
      for (const listener of listeners) listener(messages);
    });
    const refetch = inBatches<LiveMessage>(REFETCH_MS, (messages) => {
      const keys = new Map(messages.flatMap(staleKeys).map((key) => [JSON.stringify(key), key]));
      for (const queryKey of keys.values()) void queries.invalidateQueries({ queryKey });
    });
    let stopWaiting: (() => void) | null = null;
    let heardMs: number | null = null;
    const heard = () => {
      heardMs = Date.now();
      setConnection(LIVE);
    };
    const lost = () => setConnection({ state: "lost", lastHeardMs: heardMs });
    // The stream itself notices a lost network only after the keep-alives that it misses.
    window.addEventListener("offline", lost);
    followEvents({
      key: null,
      fetch,
      signal: controller.signal,
      onOpen() {
        heard();
        if (stopWaiting) refetch.add({ type: "reset" });
        else stopWaiting = invalidateMissed(queries, startMs);
      },
      onMessage(message) {
        deliver.add(message);
        refetch.add(message);
      },
      onData: heard,
      onLost: lost,
      wait,
      random: Math.random,
    }).catch((error: unknown) => signOutRef.current(asApiError(error).message));
    return () => {
      controller.abort();
      stopWaiting?.();
      window.removeEventListener("offline", lost);
      deliver.stop();
      refetch.stop();
    };
  }, [fetch, queries, listeners]);

  const value = useMemo(() => ({ connection, listeners }), [connection, listeners]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export function useConnection(): Connection {
  return useLive().connection;
}

/** For pages that apply events to their data instead of refetching it. */
export function useLiveMessages(onMessages: Listener): void {
  const { listeners } = useLive();
  const latest = useRef(onMessages);
  useEffect(() => {
    latest.current = onMessages;
  });
  useEffect(() => {
    const listener: Listener = (messages) => latest.current(messages);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listeners]);
}

function useLive() {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLive is used outside of LiveProvider");
  return live;
}

function inBatches<T>(pauseMs: number, process: (items: T[]) => void) {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    timer = undefined;
    const batch = items;
    items = [];
    process(batch);
  }
  return {
    add(item: T): void {
      items.push(item);
      timer ??= setTimeout(flush, pauseMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Waits for the given time, or until the network is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  const timer = setTimeout(done, ms);
  window.addEventListener("online", done);
  signal.addEventListener("abort", done);
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener("online", done);
    signal.removeEventListener("abort", done);
  });
}
