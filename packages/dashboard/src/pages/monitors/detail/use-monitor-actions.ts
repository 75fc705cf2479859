import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { dataOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import type { TargetActions } from "../../../features/targets/bulk-actions.tsx";
import { type MonitorList, withToggled } from "../list/monitor-list.ts";
import { LIST_KEY } from "../list/use-monitor-list.ts";

/** Bulk actions for monitors. */
export function useMonitorActions(): TargetActions {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo(() => {
    const of = (id: string) => ({ params: { path: { id } } });
    return {
      noun: { one: "monitor", many: "monitors" },
      key: "monitors",
      run: {
        label: "Check now",
        done: "Checked",
        start: (id) => dataOf(api.POST("/api/v1/monitors/{id}/check", of(id))),
      },
      showEnabled(ids, enabled) {
        void queries.cancelQueries({ queryKey: LIST_KEY });
        queries.setQueryData<MonitorList>(LIST_KEY, (list) => list && withToggled(list, ids, enabled));
      },
      change: (id, body) => dataOf(api.PUT("/api/v1/monitors/{id}", { ...of(id), body })),
      remove: (id) => dataOf(api.DELETE("/api/v1/monitors/{id}", of(id))),
    };
  }, [api, queries]);
}
