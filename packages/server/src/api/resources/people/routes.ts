import { success } from "@vedette/contract/common/envelope.ts";
import {
  doneSchema,
  redirectSchema,
  setUpBody,
  signInBody,
  signInCodeBody,
  signInResult,
  signInStateSchema,
  signUpBody,
  signUpResult,
  signUpVerifyBody,
} from "@vedette/contract/people/people.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ProviderSignInDeps } from "../identity-providers/service-sign-in.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { auditingFailure } from "./routes-audited-sign-in.ts";
import { assertFromOurPages, DONE } from "./routes-from-our-pages.ts";
import { passwordRoutes } from "./routes-password.ts";
import { profileRoutes } from "./routes-profile.ts";
import { sessionRoutes } from "./routes-sessions.ts";
import { singleSignOnRoutes } from "./routes-single-sign-on.ts";
import { twoFactorRoutes } from "./routes-two-factor.ts";
import { beginOidc, type PeopleDeps, setUp, signInState, signUp, verifySignUp } from "./service.ts";

const tag = "Sign-in";

/** For the dashboard only: programs use API keys. */
export function peopleRoutes(deps: PeopleDeps & ProviderSignInDeps): Route[] {
  return [
    ...signUpRoutes(deps),
    ...signInRoutes(deps),
    ...passwordRoutes(deps),
    ...twoFactorRoutes(deps),
    ...passkeyRoutes(deps),
    ...singleSignOnRoutes(deps),
    ...sessionRoutes(deps),
    ...profileRoutes(deps),
  ];
}

function signUpRoutes(deps: PeopleDeps): Route[] {
  return [
    defineRoute({
      id: "setUp",
      tag,
      method: "POST",
      url: "/api/auth/set-up",
      summary: "Sign up as the first user",
      description:
        "Takes the token of the set-up link that the first start prints. You become the owner of the first organization.",
      access: "public",
      request: { body: setUpBody },
      response: success(doneSchema),
      status: 201,
      async handler(ctx, { body }) {
        assertFromOurPages(deps, ctx);
        ctx.setCookies(await setUp(deps, ctx, body));
        return DONE;
      },
    }),
    defineRoute({
      id: "signUp",
      tag,
      method: "POST",
      url: "/api/auth/sign-up",
      summary: "Sign up",
      description:
        "With an invitation, or without one if `VEDETTE_SIGNUP` is `open`. In that case a link is emailed to the address and the response " +
        "is 202 with `verify_email`, whether or not the address has an account.",
      access: "public",
      request: { body: signUpBody },
      response: success(signUpResult),
      status: 201,
      otherwise: { status: 202, when: ({ data }) => data.status === "verify_email" },
      async handler(ctx, { body: { invitation_token, ...person } }) {
        assertFromOurPages(deps, ctx);
        const cookies = await signUp(deps, ctx, { ...person, invitationToken: invitation_token ?? null });
        const status: "signed_in" | "verify_email" = cookies === null ? "verify_email" : "signed_in";
        if (cookies !== null) ctx.setCookies(cookies);
        return ok({ status });
      },
    }),
    defineRoute({
      id: "verifySignUp",
      tag,
      method: "POST",
      url: "/api/auth/sign-up/verify",
      summary: "Finish a sign-up with the token of a verification email",
      description: "Requires the chosen password. Creates the account and signs in.",
      access: "public",
      request: { body: signUpVerifyBody },
      response: success(doneSchema),
      status: 201,
      async handler(ctx, { body: { invitation_token, ...proof } }) {
        assertFromOurPages(deps, ctx);
        const invitationToken = invitation_token ?? null;
        ctx.setCookies(await verifySignUp(deps, ctx, { ...proof, invitationToken }));
        return DONE;
      },
    }),
  ];
}

function signInRoutes(deps: PeopleDeps): Route[] {
  const { identity } = deps;
  return [
    defineRoute({
      id: "getSignInState",
      tag,
      method: "GET",
      url: "/api/auth/session",
      summary: "Get the session and the sign-in options",
      access: "public",
      request: {},
      response: success(signInStateSchema),
      status: 200,
      handler: async ({ visitor }) => ok(await signInState(deps, visitor)),
    }),
    defineRoute({
      id: "signIn",
      tag,
      method: "POST",
      url: "/api/auth/sign-in",
      summary: "Sign in with e-mail and password",
      access: "public",
      request: { body: signInBody },
      response: success(signInResult),
      status: 200,
      async handler(ctx, { body }) {
        assertFromOurPages(deps, ctx);
        const { isDone, cookies } = await auditingFailure(deps, ctx, {
          step: "password",
          account: { email: body.email },
          signIn: () => identity.signIn(ctx.visitor, body),
        });
        ctx.setCookies(cookies);
        const status: "signed_in" | "code_needed" = isDone ? "signed_in" : "code_needed";
        return ok({ status });
      },
    }),
    defineRoute({
      id: "finishSignIn",
      tag,
      method: "POST",
      url: "/api/auth/sign-in/code",
      summary: "Finish signing in with a code",
      access: "public",
      request: { body: signInCodeBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body: { code, recovery } }) {
        assertFromOurPages(deps, ctx);
        const cookies = await auditingFailure(deps, ctx, {
          step: "code",
          account: { visitor: ctx.visitor },
          signIn: () => identity.finishSignIn(ctx.visitor, { code, isRecovery: recovery }),
        });
        ctx.setCookies(cookies);
        return DONE;
      },
    }),
    defineRoute({
      id: "signOut",
      tag,
      method: "POST",
      url: "/api/auth/sign-out",
      summary: "Sign out",
      access: "public",
      request: {},
      response: success(doneSchema),
      status: 200,
      async handler(ctx) {
        assertFromOurPages(deps, ctx);
        ctx.setCookies(await identity.signOut(ctx.visitor));
        return DONE;
      },
    }),
    defineRoute({
      id: "beginOidc",
      tag,
      method: "POST",
      url: "/api/auth/oidc",
      summary: "Start signing in with the OpenID Connect provider",
      description: "With a session, links the provider's account to the signed-in account.",
      access: "public",
      request: {},
      response: success(redirectSchema),
      status: 200,
      async handler(ctx) {
        assertFromOurPages(deps, ctx);
        const { url, cookies } = await beginOidc(deps, ctx.visitor);
        ctx.setCookies(cookies);
        return ok({ url });
      },
    }),
  ];
}
