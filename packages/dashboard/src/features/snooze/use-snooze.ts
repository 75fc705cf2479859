import { useQueryClient } from "@tanstack/react-query";
import type { SnoozedTarget, SnoozeSpan } from "@vedette/contract/targets/snooze-requests.ts";
import { dataOf } from "../../api/client.ts";
import { staleKeys } from "../../api/live-keys.ts";
import { useApi } from "../../app/session.tsx";

/** Snoozes and unsnoozes a target of any kind. `refetch` refetches what shows a changed target. */
export function useSnooze() {
  const api = useApi();
  const queries = useQueryClient();
  const to = (id: string) => ({ params: { path: { id } } });
  return {
    snooze: (id: string, body: SnoozeSpan) =>
      dataOf(api.POST("/api/v1/targets/{id}/snooze", { ...to(id), body })),
    unsnooze: (id: string) => dataOf(api.DELETE("/api/v1/targets/{id}/snooze", to(id))),
    async refetch({ id: target_id, kind, name, snooze }: SnoozedTarget): Promise<void> {
      const data = { target_id, kind, name, snooze, at: new Date().toISOString() };
      const stale = staleKeys({ type: "target.snooze", data });
      await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  };
}
