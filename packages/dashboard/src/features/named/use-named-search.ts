import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Page } from "../../api/client.ts";
import { useSettled } from "../../components/use-settled.ts";

const SETTLED_AFTER_MS = 300;

type NamedSearch<T> = {
  /** Undefined until the first ones are loaded. */
  items: readonly T[] | undefined;
  /** Whether there are more than are listed, or a text searches them. */
  isSearched: boolean;
  typed: string;
  onTyped(text: string): void;
};

/** The first of many by name, and those whose name contains a text, searched on the server. */
export function useNamedSearch<T>({
  queryKey,
  limit,
  read,
}: {
  queryKey: QueryKey;
  limit: number;
  read(query: { sort: "name"; limit: number; search?: string }, signal: AbortSignal): Promise<Page<T>>;
}): NamedSearch<T> {
  const [typed, onTyped] = useState("");
  const search = useSettled(typed.trim(), SETTLED_AFTER_MS);
  const { data } = useQuery({
    queryKey: [...queryKey, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read({ sort: "name", limit, ...(search !== "" && { search }) }, signal),
  });
  const hasMore = data !== undefined && data.nextCursor !== null;
  return { items: data?.items, isSearched: typed !== "" || search !== "" || hasMore, typed, onTyped };
}
