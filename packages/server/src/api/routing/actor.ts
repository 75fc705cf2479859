import type { ApiKeyId, MembershipId, OrgId, PersonId } from "@vedette/contract/common/ids.ts";
import type { Role, Scope } from "@vedette/contract/people/scopes.ts";
import { assertNever } from "../../platform/kernel/errors.ts";

/** A caller that shows an API key. */
export type KeyActor = {
  kind: "key";
  keyId: ApiKeyId;
  orgId: OrgId;
  scope: Scope;
  name: string;
  /** Of a runner's key alone. */
  location: string | null;
};

/** A signed-in person, for the routes that belong to no organization. */
export type PersonActor = {
  kind: "person";
  personId: PersonId;
  name: string;
  email: string;
  sessionId: string;
};

/** A signed-in person in the organization that the request is about. */
export type MemberActor = Omit<PersonActor, "kind"> & {
  kind: "member";
  membershipId: MembershipId;
  orgId: OrgId;
  role: Role;
};

/** Who calls a route of an organization. */
export type Actor = KeyActor | MemberActor;

/** Identifies a caller for rate limits and idempotency keys. */
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
