import { useMemo } from "react";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import type { TargetWays } from "../targets/bulk-actions.tsx";

/** What can be done with many monitors at once. */
export function useMonitorWays(): TargetWays {
  const api = useApi();
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
      change: (id, body) => dataOf(api.PUT("/api/v1/monitors/{id}", { ...of(id), body })),
      remove: (id) => dataOf(api.DELETE("/api/v1/monitors/{id}", of(id))),
    };
  }, [api]);
}
