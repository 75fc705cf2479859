import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { Access, Route } from "../../src/api/routing/define-route.ts";

/** The expected access to each route, written independently of the code under test. */

/** IDs in a path that no resource has; those with a percent sign are encoded already. */
export const MALFORMED_IDS = ["1", "'; drop table monitor; --", "x".repeat(201), "%00", "..%2f.."];

export function accessOf(route: Route): Exclude<Access, "public"> {
  if (route.access === "public") throw new Error(`${route.url} is public`);
  return route.access;
}

export function mayReachWithScope(route: Route, scope: Scope): boolean {
  const access = accessOf(route);
  const { scope: required } = access;
  if (required === null) return false;
  if (scope === "code") return required === "code" || ("admitsCode" in access && access.admitsCode === true);
  if (required === "runner" || scope === "runner") return required === scope;
  if (scope === "admin") return true;
  if (scope === "agent") return required === "agent";
  const reads = route.method === "GET" || ("isRead" in access && access.isRead === true);
  return reads && (required === "read" || required === "agent");
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
