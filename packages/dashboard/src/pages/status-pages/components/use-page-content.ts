import { useQuery } from "@tanstack/react-query";
import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { dataOf, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

export type PageContent = {
  components: readonly PageComponent[];
  groups: readonly PageGroup[];
  orderEtag: string | null;
};

/** No event reports that the status of a component changed. */
const CONTENT_REFETCH_MS = 30_000;

/**
 * All components and groups of a page, in their order, with the version of the order for `If-Match`. The version is read
 * first, so that it is never newer than what is shown.
 */
export function usePageContent(id: string) {
  const api = useApi();
  const params = { path: { id } };
  return useQuery({
    queryKey: keys.detail("status-pages", id, "content"),
    refetchInterval: CONTENT_REFETCH_MS,
    queryFn: async ({ signal }): Promise<PageContent> => {
      const { etag } = await versionedOf(api.GET("/api/v1/status-pages/{id}/order", { params, signal }));
      const [components, groups] = await Promise.all([
        dataOf(api.GET("/api/v1/status-pages/{id}/components", { params, signal })),
        dataOf(api.GET("/api/v1/status-pages/{id}/component-groups", { params, signal })),
      ]);
      return { components, groups, orderEtag: etag };
    },
  });
}

/** All components of a page, in their order. */
export function usePageComponents(id: string) {
  const { data, ...query } = usePageContent(id);
  return { ...query, data: data?.components };
}
