import { useEffect, useMemo, useSyncExternalStore } from "react";
import { followEvents } from "../../api/live-events.ts";
import { createMonitorsApi } from "../../api/monitors-api.ts";
import { createMonitorStore, type MonitorStore, type Snapshot } from "./monitor-store.ts";

/** The list of whoever holds the key, or is signed in where there is none, alive while the component is there. */
export function useMonitors(
  key: string | null,
  onRefused: (reason: string) => void,
): Snapshot & Pick<MonitorStore, "create" | "check"> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handler only sets state, and is new at each drawing.
  const store = useMemo(() => {
    const caller = { key, fetch: window.fetch.bind(window) };
    return createMonitorStore({
      api: createMonitorsApi(caller),
      follow: (handlers) => followEvents({ ...caller, ...handlers, wait, random: Math.random }),
      onRefused: (error) => onRefused(error.message),
    });
  }, [key]);
  useEffect(() => store.start(), [store]);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  return { ...snapshot, create: store.create, check: store.check };
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
