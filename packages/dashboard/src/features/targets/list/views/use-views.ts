import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { View, ViewCreateInput, ViewUpdate } from "@vedette/contract/views/views.ts";
import { useEffect, useEffectEvent } from "react";
import { dataOf, pageOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import type { ListSearch } from "../list-search.ts";
import type { TargetListId } from "../target-lists.ts";
import { searchOfView } from "./view-search.ts";

/** The saved views of a list, and their changes. */
export function useViews(list: TargetListId) {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = keys.list("views", list);
  const { data: views } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await pageOf(api.GET("/api/v1/views", { params: { query: { list } }, signal }))).items,
  });
  const reread = () => queries.invalidateQueries({ queryKey });
  const to = (id: string) => ({ params: { path: { id } } });
  return {
    /** Undefined until loaded. */
    views,
    async create(body: Omit<ViewCreateInput, "list">): Promise<View> {
      const view = await dataOf(api.POST("/api/v1/views", { body: { ...body, list } }));
      await reread();
      return view;
    },
    async update(id: string, body: ViewUpdate): Promise<View> {
      const view = await dataOf(api.PUT("/api/v1/views/{id}", { ...to(id), body }));
      await reread();
      return view;
    },
    async remove(id: string): Promise<void> {
      await dataOf(api.DELETE("/api/v1/views/{id}", to(id)));
      await reread();
    },
  };
}

/** A link may name only a view: shows it as soon as it is loaded. */
export function useLinkedView(
  views: readonly View[] | undefined,
  { search, onSearch }: { search: ListSearch; onSearch(search: ListSearch): void },
): void {
  const isOnlyView = search.view !== undefined && Object.keys(search).length === 1;
  const linked = isOnlyView ? views?.find(({ id }) => id === search.view) : undefined;
  const apply = useEffectEvent(onSearch);
  useEffect(() => {
    if (linked) apply(searchOfView(linked));
  }, [linked]);
}
