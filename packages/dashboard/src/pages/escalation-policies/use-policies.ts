import { useQuery } from "@tanstack/react-query";
import type { EscalationPolicy } from "@vedette/contract/on-call/escalation-policies.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";

/** The maximum page size of the API. */
const LIST = { limit: 200, sort: "name" as const };

/** All policies by name: an organization has at most 500, which are a few pages. */
export function usePolicies() {
  const api = useApi();
  return useQuery({
    queryKey: keys.list("escalation-policies"),
    async queryFn({ signal }) {
      const all: EscalationPolicy[] = [];
      let cursor: string | null = null;
      do {
        const query: typeof LIST & { cursor?: string } = { ...LIST, ...(cursor !== null && { cursor }) };
        const page = await pageOf(api.GET("/api/v1/escalation-policies", { params: { query }, signal }));
        all.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null);
      return all;
    },
  });
}
