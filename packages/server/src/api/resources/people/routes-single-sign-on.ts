import { success } from "@vedette/contract/common/envelope.ts";
import { singleSignOnBody } from "@vedette/contract/people/identity-providers.ts";
import { redirectSchema } from "@vedette/contract/people/people.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { beginSingleSignOn, type ProviderSignInDeps } from "../identity-providers/service-sign-in.ts";
import { assertFromOurPages } from "./routes-from-our-pages.ts";
import type { PeopleDeps } from "./service.ts";

export function singleSignOnRoutes(deps: PeopleDeps & ProviderSignInDeps): Route[] {
  return [
    defineRoute({
      id: "beginSingleSignOn",
      tag: "Sign-in",
      method: "POST",
      url: "/api/auth/sso",
      summary: "Start signing in with the identity provider of an email address",
      access: "public",
      request: { body: singleSignOnBody },
      response: success(redirectSchema),
      status: 200,
      async handler(ctx, { body: { email } }) {
        assertFromOurPages(deps, ctx);
        const { url, cookies } = await beginSingleSignOn(deps, ctx.visitor, email);
        ctx.setCookies(cookies);
        return ok({ url });
      },
    }),
  ];
}
