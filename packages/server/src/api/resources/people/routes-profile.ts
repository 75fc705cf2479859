import { success } from "@vedette/contract/common/envelope.ts";
import {
  doneSchema,
  emailChangeBody,
  emailChangeResult,
  emailConfirmBody,
  profileBody,
} from "@vedette/contract/people/people.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { auditOfMember } from "../members/service.ts";
import { confirmEmailChange, requestEmailChange } from "./email-change.ts";
import { assertFromOurPages, DONE } from "./routes-from-our-pages.ts";
import type { PeopleDeps } from "./service.ts";

export function profileRoutes(deps: PeopleDeps): Route[] {
  const { identity } = deps;
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
        await auditOfMember(ctx, actor, {
          action: "member.rename",
          before: { name: actor.name },
          after: { name },
        });
        return DONE;
      },
    }),
    defineRoute({
      id: "changeEmail",
      tag: "Sign-in",
      method: "POST",
      url: "/api/auth/email",
      summary: "Change your email address",
      description:
        "Requires the password, and a code if two-factor authentication is on. A link is mailed to the new address; " +
        "without a mail server the address changes at once, and is not verified.",
      access: { scope: null, role: null },
      request: { body: emailChangeBody },
      response: success(emailChangeResult),
      status: 200,
      async handler(ctx, { body: { email, password, code } }) {
        const wanted = { email, proof: { password, code: code ?? null } };
        return ok({ status: await requestEmailChange(deps, ctx, wanted) });
      },
    }),
    defineRoute({
      id: "confirmEmail",
      tag: "Sign-in",
      method: "POST",
      url: "/api/auth/email/confirm",
      summary: "Confirm a new email address with the token of a mail",
      access: "public",
      request: { body: emailConfirmBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body: { token } }) {
        assertFromOurPages(deps, ctx);
        await confirmEmailChange(deps, ctx, token);
        return DONE;
      },
    }),
  ];
}
