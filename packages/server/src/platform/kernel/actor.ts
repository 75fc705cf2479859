import type { ApiKeyId, MembershipId, OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { assertNever } from "./errors.ts";

/** A caller with an API key. */
export type KeyActor = {
  kind: "key";
  keyId: ApiKeyId;
  orgId: OrgId;
  scope: Scope;
  name: string;
  /** The location of a runner's key. */
  location: string | null;
  /** The patterns of the projects of a key of scope `code`; null for every other scope. */
  projects: readonly string[] | null;
  /** Which targets it is limited to; null: no limit. */
  selector: Selector | null;
};

/** A signed-in user, for the routes without an organization. */
export type PersonActor = {
  kind: "person";
  personId: PersonId;
  name: string;
  email: string;
  sessionId: string;
};

/** A signed-in user in the organization of the request. */
export type MemberActor = Omit<PersonActor, "kind"> & {
  kind: "member";
  membershipId: MembershipId;
  orgId: OrgId;
  role: Role;
};

/** The caller of a route of an organization. */
export type Actor = KeyActor | MemberActor;

/** The server itself, for a change that no user requested. */
export type SystemActor = { kind: "system"; name: string };

/** Returns the key for rate limits and idempotency. */
export function callerId(actor: Actor | PersonActor): string {
  switch (actor.kind) {
    case "key":
      return `key:${actor.keyId}`;
    case "person":
      return `person:${actor.personId}`;
    case "member":
      return `member:${actor.orgId}:${actor.personId}`;
    default:
      return assertNever(actor);
  }
}
