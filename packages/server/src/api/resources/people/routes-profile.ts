import { success } from "@vedette/contract/common/envelope.ts";
import { doneSchema, profileBody } from "@vedette/contract/people/people.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { renameMember } from "../members/service.ts";
import { DONE } from "./routes-from-our-pages.ts";
import type { PeopleDeps } from "./service.ts";

export function profileRoutes({ identity }: PeopleDeps): Route[] {
  return [
    defineRoute({
      id: "changeProfile",
      tag: "Sign-in",
      method: "POST",
      url: "/api/auth/profile",
      summary: "Change your name",
      description: "Existing entries of audit logs keep the old name.",
      access: { scope: null, role: null },
      request: { body: profileBody },
      response: success(doneSchema),
      status: 200,
      transaction: true,
      async handler({ actor, ...ctx }, { body: { name } }) {
        // The access rules of this route exclude API keys.
        if (actor.kind !== "person") throw new AppError("FORBIDDEN", "An API key has no profile.");
        if (name === actor.name) return DONE;
        await identity.renamePerson(ctx.db, actor.personId, name);
        await renameMember(ctx, actor, name);
        return DONE;
      },
    }),
  ];
}
