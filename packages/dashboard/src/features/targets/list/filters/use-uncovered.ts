import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";

/** Returns the IDs of the targets that no enabled alert rule covers; null until loaded or if they are not wanted. */
export function useUncovered(isWanted: boolean): ReadonlySet<string> | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.list("targets", "uncovered"),
    queryFn: async ({ signal }) => {
      const ids = new Set<string>();
      let cursor: string | null = null;
      do {
        const query = { covered: "false", sort: "name" as const, ...(cursor !== null && { cursor }) };
        const page: { items: { id: string }[]; nextCursor: string | null } = await pageOf(
          api.GET("/api/v1/targets", { params: { query }, signal }),
        );
        for (const { id } of page.items) ids.add(id);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return ids;
    },
    enabled: isWanted,
    structuralSharing: false,
  });
  return isWanted ? (data ?? null) : null;
}
