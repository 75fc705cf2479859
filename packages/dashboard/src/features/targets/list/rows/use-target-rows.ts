import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { useMemo } from "react";
import { type Api, pageOf } from "../../../../api/client.ts";
import { useLiveMessages } from "../../../../app/live.tsx";
import { useApi } from "../../../../app/session.tsx";
import type { TargetNoun } from "../../target-noun.ts";
import { rowsKey } from "./rows-key.ts";
import { NO_ROWS, type TargetRows, withEvents, withLoaded, withReread } from "./target-rows.ts";

/** More targets of one kind are not listed; the search finds them. */
export const ROWS_MAX = 10_000;
/** The largest page of the server. */
const PAGE_ROWS = 2_000;
/** Maximum delay for changes without an event, such as a deletion by another client. */
const REFRESH_MS = 120_000;
/** The most IDs of one request. */
const IDS_MAX = 200;
/** More stale rows than this are read with the whole list. */
const STALE_MAX = 1_000;

export const ALL_NOUNS: readonly TargetNoun[] = ["monitors", "api-monitors", "journeys", "heartbeats"];
const KINDS: Record<TargetNoun, TargetKind> = {
  monitors: "monitor",
  "api-monitors": "api_monitor",
  journeys: "journey",
  heartbeats: "heartbeat",
};

export type LoadedRows = Pick<TargetRows, "rows" | "isLoaded" | "isWhole"> & { error: Error | null };

/** All targets of these kinds: loaded once, then updated by events. `nouns` must not change. */
export function useTargetRows(nouns: readonly TargetNoun[]): LoadedRows {
  const api = useApi();
  const queries = useQueryClient();
  const { lists, error } = useQueries({
    queries: nouns.map((noun) => ({
      queryKey: rowsKey(noun),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const read = await readAll(api, noun, signal);
        // Newer data from events is kept.
        return withLoaded(queries.getQueryData<TargetRows>(rowsKey(noun)) ?? NO_ROWS, read);
      },
      refetchInterval: REFRESH_MS,
      structuralSharing: false as const,
    })),
    combine,
  });
  useLiveMessages((messages) => {
    for (const noun of nouns) applyEvents({ api, queries, noun }, messages as readonly ListEvent[]);
  });
  return useMemo(() => ({ ...joined(lists), error }), [lists, error]);
}

type ListEvent = Pick<LiveEvent, "type" | "data">;
type Loading = { data: TargetRows | undefined; error: Error | null };

function combine(results: Loading[]) {
  return {
    lists: results.map(({ data }) => data ?? NO_ROWS),
    error: results.find(({ error }) => error)?.error ?? null,
  };
}

function joined(lists: readonly TargetRows[]): Omit<LoadedRows, "error"> {
  const [first = NO_ROWS] = lists;
  return {
    rows: lists.length === 1 ? first.rows : new Map(lists.flatMap(({ rows }) => [...rows])),
    isLoaded: lists.every(({ isLoaded }) => isLoaded),
    isWhole: lists.every(({ isWhole }) => isWhole),
  };
}

type Applying = { api: Api; queries: QueryClient; noun: TargetNoun };

function applyEvents({ api, queries, noun }: Applying, events: readonly ListEvent[]): void {
  const queryKey = rowsKey(noun);
  const before = queries.getQueryData<TargetRows>(queryKey);
  if (!before) return;
  const { staleIds, ...after } = withEvents(before, events, noun);
  if (after.rows !== before.rows) queries.setQueryData<TargetRows>(queryKey, { ...after, staleIds });
  if (staleIds.size > STALE_MAX) void queries.invalidateQueries({ queryKey });
  else if (staleIds.size > 0)
    rereadRows(api, [...staleIds]).then(
      (targets) =>
        queries.setQueryData<TargetRows>(queryKey, (list) => {
          const own = targets.filter(({ kind }) => kind === KINDS[noun]);
          return list && withReread(list, own);
        }),
      () => void queries.invalidateQueries({ queryKey }),
    );
}

async function rereadRows(api: Api, ids: readonly string[]): Promise<Target[]> {
  const found: Target[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const query = { ids: ids.slice(at, at + IDS_MAX).join(",") };
    found.push(...(await pageOf(api.GET("/api/v1/targets", { params: { query } }))).items);
  }
  return found;
}

async function readAll(api: Api, noun: TargetNoun, signal: AbortSignal) {
  const targets: Target[] = [];
  let cursor: string | null = null;
  do {
    const query = {
      kind: KINDS[noun],
      limit: PAGE_ROWS,
      sort: "name" as const,
      ...(cursor !== null && { cursor }),
    };
    const page: { items: Target[]; nextCursor: string | null } = await pageOf(
      api.GET("/api/v1/targets", { params: { query }, signal }),
    );
    targets.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && targets.length < ROWS_MAX);
  return { targets, isWhole: cursor === null };
}
