import { success } from "@vedette/contract/common/envelope.ts";
import { idSchema } from "@vedette/contract/common/ids.ts";
import {
  PASSKEYS_MAX,
  passkeyCreateBody,
  passkeyCreationSchema,
  passkeyList,
  passkeyProofBody,
  passkeyRequestSchema,
  passkeySchema,
  passkeySignInBody,
  passkeyUpdateBody,
} from "@vedette/contract/people/passkeys.ts";
import { doneSchema } from "@vedette/contract/people/people.ts";
import { z } from "zod";
import { onePage } from "../../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../../routing/define-route.ts";
import { ok } from "../../../routing/ok.ts";
import { auditOfMember } from "../../members/service.ts";
import { auditingFailure } from "../routes-audited-sign-in.ts";
import { assertFromOurPages, DONE } from "../routes-from-our-pages.ts";
import { personOf } from "../routes-person-of.ts";
import type { PeopleDeps } from "../service.ts";

const tag = "Sign-in";
const access = { scope: null, role: null } as const;
const URL = "/api/auth/passkeys";
const params = z.object({ id: idSchema });

export function passkeyRoutes(deps: PeopleDeps): Route[] {
  return [...ownPasskeyRoutes(deps), ...changeRoutes(deps), ...signInRoutes(deps)];
}

function ownPasskeyRoutes({ identity }: PeopleDeps): Route[] {
  return [
    defineRoute({
      id: "listPasskeys",
      tag,
      method: "GET",
      url: URL,
      summary: "List your passkeys",
      description: "The newest first.",
      access,
      request: {},
      response: passkeyList,
      status: 200,
      handler: async (ctx) => ({
        success: true as const,
        ...onePage(await identity.listPasskeys(ctx.db, personOf(ctx))),
      }),
    }),
    defineRoute({
      id: "beginPasskey",
      tag,
      method: "POST",
      url: `${URL}/options`,
      summary: "Start adding a passkey",
      description:
        "Returns the options for the authenticator. Requires the password if you signed in more than ten minutes ago.",
      access,
      request: { body: passkeyProofBody },
      response: success(passkeyCreationSchema),
      status: 200,
      async handler(ctx, { body }) {
        const { options, cookies } = await identity.beginPasskey(ctx.visitor, body);
        ctx.setCookies(cookies);
        return ok(options);
      },
    }),
    defineRoute({
      id: "createPasskey",
      tag,
      method: "POST",
      url: URL,
      summary: "Add a passkey",
      description: `Takes what the authenticator returned. The options are valid once, in the same browser and session. At most ${PASSKEYS_MAX} passkeys.`,
      access,
      request: { body: passkeyCreateBody },
      response: success(passkeySchema),
      status: 201,
      async handler(ctx, { body }) {
        const person = personOf(ctx);
        const { passkey, cookies } = await identity.createPasskey(ctx.visitor, body, (db, { name, host }) =>
          auditOfMember({ ...ctx, db }, person, {
            action: "member.add_passkey",
            before: {},
            after: { passkey: name, host },
          }),
        );
        ctx.setCookies(cookies);
        return ok(passkey);
      },
    }),
  ];
}

function changeRoutes({ identity }: PeopleDeps): Route[] {
  return [
    defineRoute({
      id: "renamePasskey",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Rename a passkey",
      access,
      request: { params, body: passkeyUpdateBody },
      response: success(passkeySchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params: { id }, body: { name } }) {
        const person = personOf(ctx);
        const { before, after } = await identity.renamePasskey(ctx.db, person, { id, name });
        if (before.name !== after.name) {
          await auditOfMember(ctx, person, {
            action: "member.rename_passkey",
            before: { passkey: before.name },
            after: { passkey: after.name },
          });
        }
        return ok(after);
      },
    }),
    defineRoute({
      id: "removePasskey",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Remove a passkey",
      description:
        "Ends the other sessions that it started. The last way to sign in to an account cannot be removed.",
      access,
      request: { params },
      response: success(doneSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params: { id } }) {
        const person = personOf(ctx);
        const { name, host } = await identity.removePasskey(ctx.db, person, id);
        await auditOfMember(ctx, person, {
          action: "member.remove_passkey",
          before: { passkey: name, host },
          after: {},
        });
        return DONE;
      },
    }),
  ];
}

function signInRoutes(deps: PeopleDeps): Route[] {
  const { identity } = deps;
  return [
    defineRoute({
      id: "beginPasskeySignIn",
      tag,
      method: "POST",
      url: "/api/auth/sign-in/passkey/options",
      summary: "Start signing in with a passkey",
      description: "The options are the same for every visitor: the browser offers the passkeys that it has.",
      access: "public",
      request: {},
      response: success(passkeyRequestSchema),
      status: 200,
      async handler(ctx) {
        assertFromOurPages(deps, ctx);
        const { options, cookies } = identity.beginPasskeySignIn(ctx.visitor);
        ctx.setCookies(cookies);
        return ok(options);
      },
    }),
    defineRoute({
      id: "signInByPasskey",
      tag,
      method: "POST",
      url: "/api/auth/sign-in/passkey",
      summary: "Sign in with a passkey",
      description: "Needs no second factor: the authenticator has verified the user.",
      access: "public",
      request: { body: passkeySignInBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body }) {
        assertFromOurPages(deps, ctx);
        const cookies = await auditingFailure(deps, ctx, {
          step: "passkey",
          account: { credentialId: body.id },
          signIn: () => identity.signInByPasskey(ctx.visitor, body),
        });
        ctx.setCookies(cookies);
        return DONE;
      },
    }),
  ];
}
