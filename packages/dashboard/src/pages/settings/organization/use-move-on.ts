import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

/** For who is no longer in the organization that he looks at: another of his, or none. */
export function useMoveOn(): () => Promise<void> {
  const { organization, organizations, switchOrganization } = useSession();
  const queries = useQueryClient();
  return async () => {
    const other = organizations.find(({ id }) => id !== organization?.id);
    if (other) switchOrganization(other.id);
    else await queries.invalidateQueries({ queryKey: ["organizations", "list"] });
  };
}
