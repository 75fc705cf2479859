import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import { type ApiError, asApiError } from "./api-error.ts";
import type { Page } from "./client.ts";

/** What a request for a page needs; without a cursor it is the first. */
type PageAsked = { cursor?: string; signal: AbortSignal };

type Pages<T> = {
  /** Those read so far; undefined until the first page is there. */
  items: T[] | undefined;
  error: ApiError | null;
  more: { hasMore: boolean; isLoading: boolean; load(): void };
};

type PagesOptions<T> = { queryKey: QueryKey; read(asked: PageAsked): Promise<Page<T>>; isEnabled?: boolean };

/** A list that is read page by page, as `Table` takes it. */
export function usePages<T>({ queryKey, read, isEnabled = true }: PagesOptions<T>): Pages<T> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ ...(pageParam !== null && { cursor: pageParam }), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isEnabled,
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
