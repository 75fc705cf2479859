import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { Access, Route } from "../src/api/routing/define-route.ts";

/** Who may reach a route, written apart from the code under test. Source: decisions.md, section 2. */

export function accessOf(route: Route): Exclude<Access, "public"> {
  if (route.access === "public") throw new Error(`${route.url} is public`);
  return route.access;
}

export function mayReachWithScope(route: Route, scope: Scope): boolean {
  const { scope: needed } = accessOf(route);
  if (needed === null) return false;
  if (needed === "runner" || scope === "runner") return needed === scope;
  if (scope === "admin") return true;
  if (scope === "agent") return needed === "agent";
  return route.method === "GET" && needed !== "admin";
}

export function missingScope(route: Route): string {
  const { scope } = accessOf(route);
  if (scope === null) return "No API key";
  return scope === "runner" ? "'runner'" : "'admin'";
}

export function mayReachWithRole(route: Route, role: Role): boolean {
  const needed = neededRole(route);
  if (needed === "runner") return false;
  const ladder = ["viewer", "member", "admin", "owner"];
  return needed === null || ladder.indexOf(role) >= ladder.indexOf(needed);
}

/** To leave needs no role; to remove others, such as somebody unknown, that of an admin. */
export function neededRole(route: Route): Role | "runner" | null {
  return route.id === "removeMember" ? "admin" : accessOf(route).role;
}
