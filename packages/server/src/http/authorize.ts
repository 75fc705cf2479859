import { AppError, assertNever } from "../kernel/errors.ts";
import type { Access, Actor } from "./define-route.ts";

/** Refuses an actor whose scope does not reach a route, naming the scope that would. */
export function assertAllowed(actor: Actor, access: Exclude<Access, "public">, method: string): void {
  switch (actor.kind) {
    case "key": {
      if (reaches(actor.scope, access.scope, isRead(method))) return;
      throw new AppError(
        "FORBIDDEN",
        `This needs an API key of scope ${scopesFor(access.scope, isRead(method))}; yours has the scope '${actor.scope}'.`,
        { log: { keyId: actor.keyId, scope: actor.scope } },
      );
    }
    default:
      assertNever(actor.kind);
  }
}

type KeyScope = Actor["scope"];

/**
 * `admin` reaches everything; `read` everything that only reads, up to the routes marked `admin`;
 * `agent` only the routes marked `agent`, reading or not. Source: decisions.md, section 2.
 */
function reaches(scope: KeyScope, needed: KeyScope, reads: boolean): boolean {
  switch (scope) {
    case "admin":
      return true;
    case "read":
      return reads && needed !== "admin";
    case "agent":
      return needed === "agent";
    default:
      return assertNever(scope);
  }
}

function scopesFor(needed: KeyScope, reads: boolean): string {
  const scopes = (["agent", "read", "admin"] as const).filter((scope) => reaches(scope, needed, reads));
  return scopes.map((scope) => `'${scope}'`).join(" or ");
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
