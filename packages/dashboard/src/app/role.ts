import { ROLES, type Role } from "@vedette/contract/people/scopes.ts";
import { useSession } from "./session.tsx";

/** The role of the signed-in person in the current organization. Actions that the server would reject are not offered. */
type OwnRole = {
  /** Null while loading. */
  role: Role | null;
  reaches(minimum: Role): boolean;
  /** The roles that the person may grant: their own and lower ones. */
  grantable: readonly Role[];
};

export function useRole(): OwnRole {
  const role = useSession().organization?.role ?? null;
  const rank = role === null ? -1 : ROLES.indexOf(role);
  return {
    role,
    reaches: (minimum) => rank >= ROLES.indexOf(minimum),
    grantable: ROLES.slice(0, rank + 1),
  };
}
