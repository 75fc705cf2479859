import { useQuery } from "@tanstack/react-query";
import type { EscalationPolicy } from "@vedette/contract/on-call/escalation-policies.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { readAll } from "../../api/read-all.ts";
import { useApi } from "../../app/session.tsx";

const POLICIES_MAX = 500;

/** All policies by name: an organization has at most 500, which are a few pages. */
export function usePolicies() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("escalation-policies"),
    queryFn: ({ signal }) =>
      readAll<EscalationPolicy>(POLICIES_MAX, (page) => {
        const query = { sort: "name" as const, ...page };
        return pageOf(api.GET("/api/v1/escalation-policies", { params: { query }, signal }));
      }),
  });
}
