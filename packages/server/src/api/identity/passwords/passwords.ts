import { randomBytes } from "node:crypto";
import { AppError } from "../../../platform/kernel/errors.ts";
import { RESET_LINK_SECONDS } from "../auth-settings.ts";
import { engineHeaders, refusing } from "../engine-call.ts";
import type { IdentityContext, ResponseCookies } from "../identity-context.ts";
import { deletePendingOf, findPersonByEmail, findPersonById } from "../queries.ts";
import type { Sessions } from "../sessions.ts";
import { assertAttemptsLeft, hasAttemptsLeft } from "../sign-in-limits.ts";
import type { Visitor } from "../visitor.ts";

export type Passwords = {
  /** Changes the password, ends every session of the user, and starts a new one for the visitor. */
  changePassword(visitor: Visitor, wanted: { current: string; next: string }): Promise<ResponseCookies>;
  /** Sends a mail if the address has an account. The response does not reveal whether it has one. */
  requestReset(visitor: Visitor, email: string): Promise<void>;
  /**
   * Sets a new password by a link's token, and ends every session. The browser counts as known from then on.
   */
  resetPassword(visitor: Visitor, wanted: { token: string; password: string }): Promise<ResponseCookies>;
  /** Returns a password-reset token for the operator to hand over; null for an unknown address. */
  makeResetToken(email: string): Promise<string | null>;
};

const RESET_TOKEN_BYTES = 24;

/** The identifier under which better-auth stores a password-reset link. */
const resetIdentifier = (token: string) => `reset-password:${token}`;

type PasswordContext = IdentityContext & Pick<Sessions, "getSession">;

export function createPasswords(context: IdentityContext, { getSession }: Sessions): Passwords {
  const ctx: PasswordContext = { ...context, getSession };
  return {
    changePassword: (visitor, wanted) => changePassword(ctx, visitor, wanted),
    requestReset: (visitor, email) => requestReset(ctx, visitor, email),
    resetPassword: (visitor, wanted) => resetPassword(ctx, visitor, wanted),
    makeResetToken: (email) => makeResetToken(ctx, email),
  };
}

async function changePassword(
  { database, clock, engine, work, strength, getSession }: PasswordContext,
  visitor: Visitor,
  { current, next }: { current: string; next: string },
): Promise<ResponseCookies> {
  const { personId, name, email } = await getSession(visitor.headers);
  // Counted before the check, so that an open session cannot be used to guess the password.
  await assertAttemptsLeft(database, clock, { kind: "password person", subject: personId });
  await strength.assertStrong(next, { path: "new_password", words: [name, email] });
  const { headers } = await refusing(() =>
    work.inTransaction(async (db) => {
      const result = await (await engine()).api.changePassword({
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
        headers: engineHeaders(visitor, visitor.headers.cookie ?? null),
        returnHeaders: true,
      });
      await deletePendingOf(db, personId);
      return result;
    }),
  );
  return headers.getSetCookie();
}

async function requestReset(
  { database, clock, engine, sendReset }: PasswordContext,
  visitor: Visitor,
  email: string,
): Promise<void> {
  if (sendReset === null) {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      "This server sends no mail. Ask its operator for a link, made by: vedette reset-link --email <address>",
    );
  }
  await assertAttemptsLeft(database, clock, { kind: "reset address", subject: visitor.address });
  // Too many mails to one address get the same response as any other request.
  if (!(await hasAttemptsLeft(database, clock, { kind: "reset email", subject: email.toLowerCase() })))
    return;
  const body = { email: email.toLowerCase() };
  await refusing(async () => (await engine()).api.requestPasswordReset({ body }));
}

async function resetPassword(
  { database, clock, engine, work, devices, strength }: PasswordContext,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<ResponseCookies> {
  await assertAttemptsLeft(database, clock, { kind: "reset address", subject: visitor.address });
  const { internalAdapter } = await (await engine()).$context;
  const personId = (await internalAdapter.findVerificationValue(resetIdentifier(token)))?.value ?? null;
  const person = personId === null ? null : await findPersonById(database, personId);
  await strength.assertStrong(password, {
    path: "password",
    words: person === null ? [] : [person.name, person.email],
  });
  await refusing(() =>
    work.inTransaction(async () =>
      (await engine()).api.resetPassword({ body: { token, newPassword: password } }),
    ),
  );
  return person === null ? [] : [devices.remember(person.id)];
}

async function makeResetToken(
  { database, clock, engine }: PasswordContext,
  email: string,
): Promise<string | null> {
  const person = await findPersonByEmail(database, email);
  if (!person) return null;
  const token = randomBytes(RESET_TOKEN_BYTES).toString("base64url");
  const { internalAdapter } = await (await engine()).$context;
  await internalAdapter.createVerificationValue({
    identifier: resetIdentifier(token),
    value: person.id,
    expiresAt: new Date(clock.now() + RESET_LINK_SECONDS * 1_000),
  });
  return token;
}
