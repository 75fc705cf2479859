import type { SignInNotice } from "@vedette/contract/people/sign-in-notices.ts";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/kernel/errors.ts";
import type { ResponseCookies } from "../identity/identity-context.ts";
import { OIDC_CALLBACK_PATH } from "../identity/oidc/oidc-flow.ts";
import { SignInRefusal } from "../identity/sign-in-refusal.ts";
import type { Visitor } from "../identity/visitor.ts";
import {
  finishSingleSignOn,
  type ProviderSignInDeps,
} from "../resources/identity-providers/service-sign-in.ts";
import { visitorOf } from "../routing/visitor.ts";

/**
 * The redirect URI of OpenID Connect providers. It serves a browser, not an API client, so it redirects to the start page,
 * either signed in or with an error code.
 */
export function serveOidcCallback(server: FastifyInstance, deps: ProviderSignInDeps): void {
  server.get(
    OIDC_CALLBACK_PATH,
    { config: { access: "public" }, schema: { hide: true } },
    async (request, reply) => {
      try {
        request.cookiesToSet = await finish(deps, {
          visitor: visitorOf(request),
          requestId: request.id,
          pathAndQuery: request.url,
        });
        return reply.redirect("/", 303);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Only a code: with free text, a link to this page could show another author's words as the server's.
        return reply.redirect(`/#notice=${noticeOf(error)}`, 303);
      }
    },
  );
}

type Redirected = { visitor: Visitor; requestId: string; pathAndQuery: string };

/** With the provider that the browser's sign-in was started with. */
function finish(deps: ProviderSignInDeps, redirected: Redirected): Promise<ResponseCookies> {
  const { identity } = deps;
  const { visitor, pathAndQuery } = redirected;
  const begun = identity.readPendingSignIn(visitor);
  if (begun === null) {
    throw new SignInRefusal("BAD_REQUEST", "sign_in_expired", { provider: identity.oidc?.name ?? "" });
  }
  if (begun.providerId !== null) return finishSingleSignOn(deps, { ...redirected, begun });
  if (!identity.oidc) throw new AppError("NOT_FOUND", "No other provider is set up here.");
  return identity.oidc.finish(visitor, begun, pathAndQuery);
}

function noticeOf(error: AppError): SignInNotice {
  return error instanceof SignInRefusal ? error.notice : "sign_in_failed";
}
