import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { type ApiError, asApiError } from "./api-error.ts";
import type { Page } from "./client.ts";

/** The parameters of a page request. The first page has no cursor. */
type PageRequest = { cursor?: string; signal: AbortSignal };

/** What loads the next page. */
export type MorePages = { hasMore: boolean; isLoading: boolean; load(): void };

type Pages<T> = {
  /** The items loaded so far; undefined until the first page is loaded. */
  items: T[] | undefined;
  error: ApiError | null;
  more: MorePages;
};

type PagesOptions<T> = {
  queryKey: QueryKey;
  read(request: PageRequest): Promise<Page<T>>;
  isEnabled?: boolean;
  /** How long until the first pages are read again, depending on their items; false for never. */
  pollMs?(items: readonly T[]): number | false;
  /** Keeps the items of the previous key until those of a new key are loaded. */
  keepsPrevious?: boolean;
};

type PagesQuery<T> = { state: { data?: InfiniteData<Page<T>> | undefined } };

/** Reads a list page by page. `more` fits the property of `Table`. */
export function usePages<T>({
  queryKey,
  read,
  isEnabled = true,
  keepsPrevious = false,
  pollMs,
}: PagesOptions<T>): Pages<T> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ ...(pageParam !== null && { cursor: pageParam }), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isEnabled,
    refetchInterval: ({ state }: PagesQuery<T>) =>
      pollMs?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    error: query.error && asApiError(query.error),
    more: {
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      load: () => void query.fetchNextPage(),
    },
  };
}
