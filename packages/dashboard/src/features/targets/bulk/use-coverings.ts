import { useQueryClient } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { dataOf, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import {
  type Covering,
  type CoveringType,
  coveringOfRule,
  coveringOfWindow,
  coversTargets,
} from "./covering.ts";

/** An organization has at most a few dozen rules and windows: one page contains all of them. */
const LIST = { params: { query: { limit: 200, sort: "name" as const } } };

/** Reads and changes what the alert rules or maintenance windows of the organization cover. */
export function useCoverings(type: CoveringType) {
  const api = useApi();
  const queries = useQueryClient();
  const noun = type === "rule" ? "alert-rules" : "maintenance";
  return {
    listKey: keys.other(noun, "coverings"),
    async list(): Promise<Covering[]> {
      if (type === "rule")
        return (await pageOf(api.GET("/api/v1/alerts/rules", LIST))).items
          .filter(coversTargets)
          .map(coveringOfRule);
      return (await pageOf(api.GET("/api/v1/maintenance-windows", LIST))).items.map(coveringOfWindow);
    },
    /** The IDs of the targets that it selects now. */
    async selectedBy({ selector }: Covering): Promise<ReadonlySet<string>> {
      const ids = new Set<string>();
      let cursor: string | null = null;
      do {
        const query = {
          selector: JSON.stringify(selector),
          sort: "name" as const,
          ...(cursor !== null && { cursor }),
        };
        const page: { items: { id: string }[]; nextCursor: string | null } = await pageOf(
          api.GET("/api/v1/targets", { params: { query } }),
        );
        for (const { id } of page.items) ids.add(id);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return ids;
    },
    async save({ id }: Covering, selector: Selector): Promise<void> {
      const params = { path: { id } };
      if (type === "rule") {
        const single = { monitor_id: null, api_monitor_id: null, journey_id: null, heartbeat_id: null };
        await dataOf(api.PUT("/api/v1/alerts/rules/{id}", { params, body: { ...single, selector } }));
      } else {
        const ids = { monitor_ids: null, api_monitor_ids: null, journey_ids: null, heartbeat_ids: null };
        const listed = { ...ids, tags: null };
        await dataOf(api.PUT("/api/v1/maintenance-windows/{id}", { params, body: { ...listed, selector } }));
      }
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.all(noun) }),
        queries.invalidateQueries({ queryKey: keys.all("targets") }),
      ]);
    },
  };
}
