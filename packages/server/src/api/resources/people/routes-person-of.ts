import type { PersonActor } from "../../../platform/kernel/actor.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { PersonalContext } from "../../routing/define-route.ts";

/** Returns the signed-in person, who changes their own account. */
export function personOf({ actor }: PersonalContext): PersonActor {
  // The access rules of these routes exclude API keys.
  if (actor.kind !== "person") throw new AppError("FORBIDDEN", "An API key has no account.");
  return actor;
}
