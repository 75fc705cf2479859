import { PROVIDER_ROLES, type ProviderRole } from "@vedette/contract/people/identity-providers.ts";
import type { ProviderRow } from "./queries.ts";

type RoleSettings = Pick<ProviderRow, "groups_claim" | "group_roles" | "default_role">;

/** Returns the highest role of the groups of a person, else the default; null means no access. */
export function roleOfClaims(
  { groups_claim: claim, group_roles: groupRoles, default_role: fallback }: RoleSettings,
  claims: { readonly [claim: string]: unknown },
): ProviderRole | null {
  const groups = claim === null || !Object.hasOwn(claims, claim) ? [] : groupsOf(claims[claim]);
  const granted = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return PROVIDER_ROLES.findLast((role) => granted.includes(role)) ?? fallback;
}

/** Providers send a list, or a text if there is one group. */
function groupsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((group): group is string => typeof group === "string") : [];
}
