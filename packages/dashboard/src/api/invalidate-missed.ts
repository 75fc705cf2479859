import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Invalidates what may have missed an event, because it was read before the event stream opened: what was loaded since the
 * given time, and what is in flight now. The latter is shown first and then read again, since a cancelled read would delay
 * the page. Returns a function that stops waiting for reads.
 */
export function invalidateMissed(queries: QueryClient, sinceMs: number): () => void {
  const cache = queries.getQueryCache();
  const inFlight = new Set(
    cache.getAll().filter((query) => query.state.fetchStatus !== "idle" && !isForm(query)),
  );
  const stop = cache.subscribe((event) => {
    if (!inFlight.has(event.query)) return;
    if (event.type === "updated" && event.query.state.fetchStatus === "idle") {
      inFlight.delete(event.query);
      void queries.invalidateQueries({ queryKey: event.query.queryKey, exact: true });
    }
    if (event.type === "removed") inFlight.delete(event.query);
    if (inFlight.size === 0) stop();
  });
  void queries.invalidateQueries({
    predicate: (query) => query.state.dataUpdatedAt >= sinceMs && !isForm(query) && !inFlight.has(query),
  });
  return stop;
}

/** What a form is filled from must not change while a person edits it. */
function isForm({ queryKey }: Query): boolean {
  return queryKey[1] === "form";
}
