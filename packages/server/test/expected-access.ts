import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { Access, Route } from "../src/api/routing/define-route.ts";

/** The expected access to each route, written independently of the code under test. */

export function accessOf(route: Route): Exclude<Access, "public"> {
  if (route.access === "public") throw new Error(`${route.url} is public`);
  return route.access;
}

export function mayReachWithScope(route: Route, scope: Scope): boolean {
  const { scope: required } = accessOf(route);
  if (required === null) return false;
  if (required === "runner" || scope === "runner") return required === scope;
  if (scope === "admin") return true;
  if (scope === "agent") return required === "agent";
  return route.method === "GET" && required !== "admin";
}

export function missingScope(route: Route): string {
  const { scope } = accessOf(route);
  if (scope === null) return "No API key";
  return scope === "runner" ? "'runner'" : "'admin'";
}

export function mayReachWithRole(route: Route, role: Role): boolean {
  const required = requiredRole(route);
  if (required === "runner") return false;
  const roles = ["viewer", "member", "admin", "owner"];
  return required === null || roles.indexOf(role) >= roles.indexOf(required);
}

/**
 * Leaving an organization needs no role. Removing another member, even an unknown one, needs the role admin.
 */
export function requiredRole(route: Route): Role | "runner" | null {
  return route.id === "removeMember" ? "admin" : accessOf(route).role;
}
