import type { PersonId } from "@vedette/contract/common/ids.ts";
import { hashToken } from "./auth-adapter.ts";
import { engineHeaders, refusing } from "./engine-call.ts";
import type { IdentityContext, ResponseCookies } from "./identity-context.ts";
import { deletePendingOf, deleteSession, findPassword, lockPassword, type PasswordRow } from "./queries.ts";
import { readCookie, unsign } from "./session-cookie.ts";
import {
  type Attempt,
  assertAttemptsLeft,
  clearAttempts,
  emailFrom,
  hasAttemptsLeft,
} from "./sign-in-limits.ts";
import { signInRefusal } from "./sign-in-refusal.ts";
import type { Visitor } from "./visitor.ts";

export type SignIn = {
  signIn(visitor: Visitor, credentials: { email: string; password: string }): Promise<SignInStep>;
  /** Completes the second factor with a code of the authenticator app or a recovery code. */
  finishSignIn(visitor: Visitor, proof: { code: string; isRecovery: boolean }): Promise<ResponseCookies>;
  /** Returns the user whose e-mail and password match, or who waits for the second factor in that browser. */
  findSigningIn(who: { email: string } | { visitor: Visitor }): Promise<PersonId | null>;
};

export type SignInStep = { isDone: boolean; cookies: ResponseCookies };

/** better-auth's name for the cookie of a pending second factor. */
const SECOND_STEP_COOKIE = "two_factor";

export function createSignIn(context: IdentityContext): SignIn {
  const { database, clock, engine, sessionCookie, devices } = context;
  const secondStepCookie = sessionCookie.replace(/session_token$/, SECOND_STEP_COOKIE);

  return {
    async findSigningIn(who) {
      if ("email" in who) return (await findPassword(database, who.email))?.person_id ?? null;
      const waiting = unsign(readCookie(who.visitor.headers.cookie, secondStepCookie), context.secret);
      if (waiting === null) return null;
      const { internalAdapter } = await (await engine()).$context;
      return (await internalAdapter.findVerificationValue(waiting))?.value ?? null;
    },

    async signIn(visitor, { email, password }) {
      await assertAttemptsLeft(database, clock, { kind: "sign-in address", subject: visitor.address });
      const known = await findPassword(database, email);
      const device = known && devices.find(visitor, known.person_id);
      const limits = limitsOf({ email: email.toLowerCase(), address: visitor.address, device });
      for (const limit of limits) await assertAttemptsLeft(database, clock, limit);
      const { headers, response } = await refusing(async () =>
        (await engine()).api.signInEmail({
          body: { email, password },
          // Without the request's cookies, so that a new sign-in does not depend on an earlier one.
          headers: engineHeaders(visitor, null),
          returnHeaders: true,
        }),
      );
      // Resets only the network's or browser's count, so that an owner's sign-in gives an attacker elsewhere
      // no new attempts.
      await clearAttempts(database, limits[0]);
      const isDone = !("twoFactorRedirect" in response);
      const personId = await assertStillPassword(context, known, isDone ? response.token : null);
      const remembered = isDone && device === null ? [devices.remember(personId)] : [];
      return { isDone, cookies: [...headers.getSetCookie(), ...remembered] };
    },

    async finishSignIn(visitor, { code, isRecovery }) {
      await assertAttemptsLeft(database, clock, { kind: "sign-in address", subject: visitor.address });
      const waiting = readCookie(visitor.headers.cookie, secondStepCookie);
      const cookie = waiting === null ? null : `${secondStepCookie}=${encodeURIComponent(waiting)}`;
      const call = {
        body: { code },
        headers: engineHeaders(visitor, cookie),
        returnHeaders: true,
      } as const;
      const { headers, response } = await refusing(async () => {
        const { api } = await engine();
        return isRecovery ? await api.verifyBackupCode(call) : await api.verifyTOTP(call);
      });
      // A used recovery code is removed; an authenticator code stays valid for a while.
      const used = { kind: "code used", subject: `${response.user.id} ${code}` } as const;
      if (!isRecovery && !(await hasAttemptsLeft(database, clock, used))) {
        await deleteSession(database, hashToken(String(response.token)));
        throw signInRefusal("UNAUTHORIZED", "code_used");
      }
      return [...headers.getSetCookie(), devices.remember(response.user.id)];
    },
  };
}

/** Returns the limits that apply to a sign-in; the limit of the network or the browser comes first. */
function limitsOf({
  email,
  address,
  device,
}: {
  email: string;
  address: string;
  device: string | null;
}): [Attempt, ...Attempt[]] {
  if (device !== null) return [{ kind: "sign-in email device", subject: `${email}\n${device}` }];
  return [
    { kind: "sign-in email from", subject: emailFrom(email, address) },
    { kind: "sign-in email", subject: email },
  ];
}

/**
 * A sign-in with the old password during a password change must not survive the change. This waits for the
 * change, and ends the new session if the password is different now.
 */
async function assertStillPassword(
  { database }: IdentityContext,
  known: PasswordRow | null,
  token: string | null,
): Promise<PersonId> {
  if (known === null) throw new Error("a user signed in without a password");
  const personId: PersonId = known.person_id;
  const isUnchanged = await database.transaction(async (db) => {
    const now = await lockPassword(db, personId);
    if (now?.password === known.password) return true;
    if (token === null) await deletePendingOf(db, personId);
    else await deleteSession(db, hashToken(token));
    return false;
  });
  if (isUnchanged) return personId;
  throw signInRefusal("UNAUTHORIZED", "password_changed");
}
