import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { followEvents } from "../api/live-events.ts";
import { staleKeys } from "../api/live-keys.ts";
import type { LiveMessage } from "../api/live-message.ts";
import { useSession } from "./session.tsx";
import { useVisitor } from "./visitor.tsx";

export type Connection = "connecting" | "live" | "lost";
type Listener = (messages: readonly LiveMessage[]) => void;

const LiveContext = createContext<{ connection: Connection; listeners: Set<Listener> } | null>(null);

/** Events of so long are taken together: faster than anybody reads, and calm for the machine. */
const BATCH_MS = 250;
/** Between two readings of the same queries: a busy second must not become a reading each event. */
const REREAD_MS = 2_000;

/** Follows the events of the organization, and has what they make stale read again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { fetch } = useSession();
  const { signOut } = useVisitor();
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  const [listeners] = useState(() => new Set<Listener>());
  const leave = useRef(signOut);
  useEffect(() => {
    leave.current = signOut;
  });

  useEffect(() => {
    const controller = new AbortController();
    const tell = inBatches<LiveMessage>(BATCH_MS, (messages) => {
      for (const listener of listeners) listener(messages);
    });
    const reread = inBatches<LiveMessage>(REREAD_MS, (messages) => {
      const keys = new Map(messages.flatMap(staleKeys).map((key) => [JSON.stringify(key), key]));
      for (const queryKey of keys.values()) void queries.invalidateQueries({ queryKey });
    });
    let wasOpen = false;
    followEvents({
      key: null,
      fetch,
      signal: controller.signal,
      onOpen() {
        setConnection("live");
        if (wasOpen) reread.add({ type: "reset" });
        wasOpen = true;
      },
      onMessage(message) {
        tell.add(message);
        reread.add(message);
      },
      onLost: () => setConnection("lost"),
      wait,
      random: Math.random,
    }).catch((error: unknown) => leave.current(asApiError(error).message));
    return () => {
      controller.abort();
      tell.stop();
      reread.stop();
    };
  }, [fetch, queries, listeners]);

  const value = useMemo(() => ({ connection, listeners }), [connection, listeners]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export function useConnection(): Connection {
  return useLive().connection;
}

/** For pages that take the events in themselves rather than read anew. */
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
  if (!live) throw new Error("live events are used outside of LiveProvider");
  return live;
}

function inBatches<T>(pauseMs: number, work: (items: T[]) => void) {
  let items: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    timer = undefined;
    const batch = items;
    items = [];
    work(batch);
  }
  return {
    add(item: T): void {
      items.push(item);
      timer ??= setTimeout(flush, pauseMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A network that comes back ends the wait early. */
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
