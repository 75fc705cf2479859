import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Preferences } from "@vedette/contract/people/preferences.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useSession } from "../../app/session.tsx";
import { toastError } from "../../components/toast.tsx";

const KEY = keys.other("preferences", "own");
const DEFAULTS: Preferences = {
  lists_by_group: [],
  lists_by_tag: [],
  collapsed_groups: [],
  list_columns: {},
  dismissed: [],
};

/**
 * The person's preferences in this organization. A change is shown at once and stored on the server, so that it follows
 * the person to another browser. With an API key they last as long as the page.
 */
export function usePreferences() {
  const { api, person } = useSession();
  const queries = useQueryClient();
  const isStored = person !== null;
  const { data, isFetched } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/user/preferences", { signal })),
    enabled: isStored,
  });
  const { mutate } = useMutation({
    // One after another: each request has the whole new value of its keys.
    scope: { id: "preferences" },
    mutationFn: (body: Partial<Preferences>) => dataOf(api.PUT("/api/v1/user/preferences", { body })),
    onError(error) {
      toastError(error);
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return {
    preferences: data ?? DEFAULTS,
    /** False until the stored preferences are known, or could not be read. */
    isReady: !isStored || isFetched,
    change(part: Partial<Preferences>): void {
      // A response on its way would show the old state; to revert to it would undo this change.
      void queries.cancelQueries({ queryKey: KEY }, { revert: false });
      queries.setQueryData<Preferences>(KEY, (before = DEFAULTS) => ({ ...before, ...part }));
      if (isStored) mutate(part);
    },
  };
}
