import { useQuery } from "@tanstack/react-query";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";

/** Several locations may have a result in the same millisecond. */
const LIMIT = 50;

/**
 * One result by its ID, which starts with the milliseconds of its slot. Its data are null if it is not stored any more.
 * Without an ID nothing is requested.
 */
export function useResult(monitorId: string, resultId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: resultKey(monitorId, resultId ?? ""),
    enabled: resultId !== null,
    queryFn: async ({ signal }): Promise<CheckResult | null> => {
      const slotMs = slotOf(resultId ?? "");
      if (slotMs === null) return null;
      const query = {
        limit: LIMIT,
        from: new Date(slotMs).toISOString(),
        to: new Date(slotMs + 1).toISOString(),
      };
      const params = { path: { id: monitorId }, query };
      const found = await dataOf(api.GET("/api/v1/monitors/{id}/results", { params, signal }));
      return found.find(({ id }) => id === resultId) ?? null;
    },
    // A stored result does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Not below the detail of the monitor: new results do not change this one. */
export function resultKey(monitorId: string, resultId: string) {
  return keys.other("monitors", "result", monitorId, resultId);
}

/** The latest successful result at the location of another one, before it; null if there is none. */
export function useLastGood({ id, monitor_id: monitorId, location }: CheckResult) {
  const api = useApi();
  return useQuery({
    queryKey: keys.other("monitors", "last-good", monitorId, id),
    queryFn: async ({ signal }): Promise<CheckResult | null> => {
      const slotMs = slotOf(id);
      const to = slotMs === null ? {} : { to: new Date(slotMs).toISOString() };
      const params = { path: { id: monitorId }, query: { limit: 1, status: "up", location, ...to } };
      return (await dataOf(api.GET("/api/v1/monitors/{id}/results", { params, signal })))[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The kept response of a result; nothing is requested without one. */
export function useKeptBody(result: CheckResult | null) {
  const api = useApi();
  const { id = "", monitor_id: monitorId = "", has_body: hasBody = false } = result ?? {};
  return useQuery({
    queryKey: keys.other("monitors", "body", monitorId, id),
    queryFn: ({ signal }) => {
      const params = { path: { id: monitorId, result_id: id } };
      return dataOf(api.GET("/api/v1/monitors/{id}/results/{result_id}/body", { params, signal }));
    },
    enabled: hasBody,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function slotOf(resultId: string): number | null {
  const ms = Number.parseInt(resultId.slice(0, 8) + resultId.slice(9, 13), 16);
  return Number.isNaN(ms) || new Date(ms).getTime() !== ms ? null : ms;
}
