import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { useSession } from "../../../app/session.tsx";

/** Switches to another organization after the current one was left or deleted. */
export function useMoveOn(): () => Promise<void> {
  const { organization, organizations, switchOrganization } = useSession();
  const queries = useQueryClient();
  return async () => {
    const other = organizations.find(({ id }) => id !== organization?.id);
    if (other) switchOrganization(other.id);
    else await queries.invalidateQueries({ queryKey: keys.list("organizations") });
  };
}
