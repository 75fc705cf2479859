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
      description: "Every other session ends at once.",
      access: { scope: null, role: null },
      request: { body: passwordChangeBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body }) {
        const wanted = { current: body.current_password, next: body.new_password };
        ctx.setCookies(await identity.changePassword(ctx.visitor, wanted));
        return DONE;
      },
    }),
    defineRoute({
      id: "requestPasswordReset",
      tag,
      method: "POST",
      url: "/api/auth/password/reset-mail",
      summary: "Ask for a mail to set a new password",
      description: "The answer is the same whether or not somebody has the address.",
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
      summary: "Set a new password by the link of a mail",
      description: "Every session ends at once.",
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
