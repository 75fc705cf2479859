import { ROLES, type Role } from "@vedette/contract/people/scopes.ts";
import { useSession } from "./session.tsx";

/** What somebody may do where he is: nobody is offered what the server would refuse. */
type OwnRole = {
  /** Null until it is known. */
  role: Role | null;
  reaches(wanted: Role): boolean;
  /** Those that he may give to others: none above his own. */
  grantable: readonly Role[];
};

export function useRole(): OwnRole {
  const role = useSession().organization?.role ?? null;
  const rank = role === null ? -1 : ROLES.indexOf(role);
  return {
    role,
    reaches: (wanted) => rank >= ROLES.indexOf(wanted),
    grantable: ROLES.slice(0, rank + 1),
  };
}
