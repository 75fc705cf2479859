import type { SignInNotice } from "@vedette/contract/people/sign-in-notices.ts";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Identity } from "../identity/identity.ts";
import { OIDC_CALLBACK_PATH } from "../identity/oidc.ts";
import { SignInRefusal } from "../identity/sign-in-refusal.ts";
import { visitorOf } from "../routing/visitor.ts";

/**
 * The redirect URI of the OpenID Connect provider. It serves a browser, not an API client, so it redirects to
 * the start page, either signed in or with an error code.
 */
export function serveOidcCallback(server: FastifyInstance, identity: Identity): void {
  server.get(
    OIDC_CALLBACK_PATH,
    { config: { access: "public" }, schema: { hide: true } },
    async (request, reply) => {
      if (!identity.oidc) throw new AppError("NOT_FOUND", "No other provider is set up here.");
      try {
        request.cookiesToSet = await identity.oidc.finish(visitorOf(request), request.url);
        return reply.redirect("/", 303);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Only a code: with free text, a link to this page could show another author's words as the server's.
        return reply.redirect(`/#notice=${noticeOf(error)}`, 303);
      }
    },
  );
}

function noticeOf(error: AppError): SignInNotice {
  return error instanceof SignInRefusal ? error.notice : "sign_in_failed";
}
