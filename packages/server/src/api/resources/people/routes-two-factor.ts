import { success } from "@vedette/contract/common/envelope.ts";
import {
  appCodeBody,
  doneSchema,
  newAppSchema,
  ownPasswordBody,
  ownProofBody,
  recoveryCodesSchema,
} from "@vedette/contract/people/people.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { auditOfMember } from "../members/service.ts";
import { DONE } from "./routes-from-our-pages.ts";
import { personOf } from "./routes-person-of.ts";
import type { PeopleDeps } from "./service.ts";

const tag = "Sign-in";
const access = { scope: null, role: null } as const;

export function twoFactorRoutes({ identity }: PeopleDeps): Route[] {
  return [
    defineRoute({
      id: "addAuthenticatorApp",
      tag,
      method: "POST",
      url: "/api/auth/two-factor",
      summary: "Add an authenticator app",
      description: "Takes effect after you confirm a code of the app.",
      access,
      request: { body: ownPasswordBody },
      response: success(newAppSchema),
      status: 201,
      async handler({ visitor }, { body }) {
        const { uri, recoveryCodes } = await identity.enableTwoFactor(visitor, body.password);
        return ok({ uri, recovery_codes: recoveryCodes });
      },
    }),
    defineRoute({
      id: "confirmAuthenticatorApp",
      tag,
      method: "POST",
      url: "/api/auth/two-factor/confirm",
      summary: "Confirm an authenticator app with a code",
      access,
      request: { body: appCodeBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body }) {
        const audited = { action: "member.add_two_factor", before: {}, after: {} } as const;
        const record = (db: Db) => auditOfMember({ ...ctx, db }, personOf(ctx), audited);
        ctx.setCookies(await identity.confirmTwoFactor(ctx.visitor, body.code, record));
        return DONE;
      },
    }),
    defineRoute({
      id: "removeAuthenticatorApp",
      tag,
      method: "POST",
      url: "/api/auth/two-factor/remove",
      summary: "Remove the authenticator app",
      description: "Requires the password and a code of the app or a recovery code.",
      access,
      request: { body: ownProofBody },
      response: success(doneSchema),
      status: 200,
      async handler(ctx, { body: { password, code } }) {
        const audited = { action: "member.remove_two_factor", before: {}, after: {} } as const;
        const record = (db: Db) => auditOfMember({ ...ctx, db }, personOf(ctx), audited);
        ctx.setCookies(
          await identity.disableTwoFactor(ctx.visitor, { password, code: code ?? null }, record),
        );
        return DONE;
      },
    }),
    defineRoute({
      id: "renewRecoveryCodes",
      tag,
      method: "POST",
      url: "/api/auth/two-factor/recovery-codes",
      summary: "Generate new recovery codes",
      description:
        "Requires the password and a code of the app or a recovery code. Invalidates all earlier recovery codes.",
      access,
      request: { body: ownProofBody },
      response: success(recoveryCodesSchema),
      status: 201,
      isSecret: true,
      async handler({ visitor }, { body: { password, code } }) {
        const codes = await identity.renewRecoveryCodes(visitor, { password, code: code ?? null });
        return ok({ recovery_codes: codes });
      },
    }),
  ];
}
