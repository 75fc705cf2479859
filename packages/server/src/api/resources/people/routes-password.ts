import { success } from "@vedette/contract/common/envelope.ts";
import {
  doneSchema,
  passwordChangeBody,
  passwordResetBody,
  resetMailBody,
} from "@vedette/contract/people/people.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { assertFromOurPages, DONE } from "./routes-from-our-pages.ts";
import type { PeopleDeps } from "./service.ts";

const tag = "Sign-in";

export function passwordRoutes(deps: PeopleDeps): Route[] {
  const { identity } = deps;
  return [
    defineRoute({
      id: "changePassword",
      tag,
      method: "POST",
      url: "/api/auth/password",
      summary: "Change the password",
      description: "Ends every other session immediately.",
      access: { scope: null, role: null },
      request: { body: passwordChangeBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body }) {
        const passwords = { current: body.current_password, next: body.new_password };
        ctx.setCookies(await identity.changePassword(ctx.visitor, passwords));
        return DONE;
      },
    }),
    defineRoute({
      id: "requestPasswordReset",
      tag,
      method: "POST",
      url: "/api/auth/password/reset-mail",
      summary: "Request a password reset email",
      description: "The response is the same whether or not the address has an account.",
      access: "public",
      request: { body: resetMailBody },
      response: success(doneSchema),
      status: 202,
      async handler(ctx, { body }) {
        assertFromOurPages(deps, ctx);
        await identity.requestReset(ctx.visitor, body.email);
        return DONE;
      },
    }),
    defineRoute({
      id: "resetPassword",
      tag,
      method: "POST",
      url: "/api/auth/password/reset",
      summary: "Set a new password with the token of a reset email",
      description: "Ends every session immediately.",
      access: "public",
      request: { body: passwordResetBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body }) {
        assertFromOurPages(deps, ctx);
        ctx.setCookies(await identity.resetPassword(ctx.visitor, body));
        return DONE;
      },
    }),
  ];
}
