import { useQuery } from "@tanstack/react-query";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { PAGE_MAX } from "../../api/read-all.ts";
import { useApi } from "../../app/session.tsx";
import { useNamedSearch } from "../../features/named/use-named-search.ts";

/** The rules that a filter offers, with the chosen one. With more than a page has, a text searches them. */
export function useRuleChoice(chosenId: string | undefined) {
  const api = useApi();
  const search = useNamedSearch<AlertRule>({
    queryKey: keys.list("alert-rules", "choice"),
    limit: PAGE_MAX,
    read: (query, signal) => pageOf(api.GET("/api/v1/alerts/rules", { params: { query }, signal })),
  });
  const listed = search.items ?? [];
  const isListed = search.items === undefined || listed.some(({ id }) => id === chosenId);
  const { data: chosen } = useQuery({
    queryKey: keys.detail("alert-rules", chosenId ?? ""),
    enabled: chosenId !== undefined && !isListed,
    retry: false,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/alerts/rules/{id}", { params: { path: { id: chosenId ?? "" } }, signal })),
  });
  return { search, rules: chosen === undefined || isListed ? listed : [chosen, ...listed] };
}
