import { ROLES, type Role, SCOPES, type Scope } from "@vedette/contract/people/scopes.ts";
import type { Actor, PersonActor } from "../../../platform/kernel/actor.ts";
import { AppError, assertNever } from "../../../platform/kernel/errors.ts";
import type { Access } from "../../routing/define-route.ts";

type Needed = Exclude<Access, "public">;

/** Throws an error that names the required scope or role, if the actor's does not permit the route. */
export function assertAllowed(actor: Actor | PersonActor, access: Needed, method: string): void {
  switch (actor.kind) {
    case "key":
      assertScope(actor, access, method);
      return;
    case "member":
      assertRole(actor.role, access.role);
      return;
    case "person":
      if (access.role !== null)
        throw new Error("a person without a membership reached an organization's route");
      return;
    default:
      assertNever(actor);
  }
}

/** Whether the actor's scope or role permits the route. */
export function isAllowed(actor: Actor | PersonActor, access: Needed, method: string): boolean {
  switch (actor.kind) {
    case "key":
      return access.scope !== null && reaches(actor.scope, access, method);
    case "member":
      return reachesRole(actor.role, access.role);
    case "person":
      return access.role === null;
    default:
      return assertNever(actor);
  }
}

function assertScope(
  { scope, keyId }: Extract<Actor, { kind: "key" }>,
  access: Needed,
  method: string,
): void {
  if (access.scope === null) {
    throw new AppError("FORBIDDEN", "No API key can call this endpoint, with any scope. Sign in instead.", {
      log: { key_id: keyId, scope },
    });
  }
  if (reaches(scope, access, method)) return;
  throw new AppError(
    "FORBIDDEN",
    `This needs an API key of scope ${scopesFor(access, method)}; yours has the scope '${scope}'.`,
    { log: { key_id: keyId, scope } },
  );
}

function assertRole(role: Role, needed: Needed["role"]): void {
  if (needed === "runner") {
    throw new AppError("FORBIDDEN", "Only a runner reaches this, with an API key of scope 'runner'.");
  }
  if (reachesRole(role, needed)) return;
  throw new AppError("FORBIDDEN", `This needs the role '${needed}'; you have the role '${role}'.`);
}

function reachesRole(role: Role, needed: Needed["role"]): boolean {
  return needed === null || (needed !== "runner" && ROLES.indexOf(role) >= ROLES.indexOf(needed));
}

/**
 * Scopes: `admin` permits everything except runner routes; `read` permits all reads except routes marked
 * `admin`; `agent` permits only routes marked `agent`, reads and writes; `runner` permits only runner routes; `code` permits only
 * routes marked `code`, and those that admit it.
 */
function reaches(scope: Scope, access: Needed, method: string): boolean {
  const { scope: needed } = access;
  switch (scope) {
    case "admin":
      return needed !== "runner";
    case "read":
      return isRead(access, method) && (needed === "read" || needed === "agent");
    case "code":
      return needed === "code" || ("admitsCode" in access && access.admitsCode === true);
    case "agent":
      return needed === "agent";
    case "runner":
      return needed === "runner";
    default:
      return assertNever(scope);
  }
}

function scopesFor(access: Needed, method: string): string {
  const scopes = SCOPES.filter((scope) => reaches(scope, access, method));
  return scopes.map((scope) => `'${scope}'`).join(" or ");
}

function isRead(access: Needed, method: string): boolean {
  return method === "GET" || method === "HEAD" || ("isRead" in access && access.isRead === true);
}
