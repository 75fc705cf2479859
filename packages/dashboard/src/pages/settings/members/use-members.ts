import type { Member } from "@vedette/contract/people/members.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useApi } from "../../../app/session.tsx";

/** The maximum page size of the API, so that most organizations need one page. */
const PAGE_SIZE = 200;

/** Returns the members of an organization, sorted by name. Waits until the organization is known. */
export function useMembers(organizationId: string | undefined) {
  const api = useApi();
  return usePages<Member>({
    queryKey: keys.list("members", organizationId),
    isEnabled: organizationId !== undefined,
    read: ({ signal, ...page }) =>
      pageOf(
        api.GET("/api/v1/organizations/{id}/members", {
          params: {
            path: { id: organizationId ?? "" },
            query: { sort: "name", limit: PAGE_SIZE, ...page },
          },
          signal,
        }),
      ),
  });
}
