import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { BadgeKey } from "@vedette/contract/badges/badges.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import type { BadgeKind } from "./badge-snippets.ts";

/** The badge key of a target or a status page, and its changes. */
export function useBadgeKey({ kind, id }: { kind: BadgeKind; id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { params: { path: { id } } };
  const isPage = kind === "status-pages";
  const queryKey = keys.detail("badges", id);
  const query = useQuery({
    queryKey,
    queryFn: (): Promise<BadgeKey> =>
      dataOf(
        isPage
          ? api.GET("/api/v1/status-pages/{id}/badge-key", params)
          : api.GET("/api/v1/targets/{id}/badge-key", params),
      ),
  });
  return {
    query,
    async renew(): Promise<void> {
      const renewed = await dataOf(
        isPage
          ? api.POST("/api/v1/status-pages/{id}/badge-key", params)
          : api.POST("/api/v1/targets/{id}/badge-key", params),
      );
      queries.setQueryData(queryKey, renewed);
    },
    async remove(): Promise<void> {
      if (isPage) await api.DELETE("/api/v1/status-pages/{id}/badge-key", params);
      else await api.DELETE("/api/v1/targets/{id}/badge-key", params);
      await queries.invalidateQueries({ queryKey });
    },
  };
}
