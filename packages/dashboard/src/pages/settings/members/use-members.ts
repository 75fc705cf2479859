import { pageOf, type Schema } from "../../../api/client.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useApi } from "../../../app/session.tsx";

/** As many as one answer has: who looks for somebody should see most of them at once. */
const MEMBERS_A_PAGE = 200;

/** The members of an organization by name; of none while it is not known. */
export function useMembers(organizationId: string | undefined) {
  const api = useApi();
  return usePages<Schema<"Member">>({
    queryKey: ["members", "list", organizationId],
    isEnabled: organizationId !== undefined,
    read: ({ signal, ...place }) =>
      pageOf(
        api.GET("/api/v1/organizations/{id}/members", {
          params: {
            path: { id: organizationId ?? "" },
            query: { sort: "name", limit: MEMBERS_A_PAGE, ...place },
          },
          signal,
        }),
      ),
  });
}
