import { engineHeaders, refusing } from "./engine-call.ts";
import type { Cookies, IdentityContext, Visitor } from "./identity-context.ts";
import type { Sessions } from "./sessions.ts";
import { assertMayTry } from "./sign-in-limits.ts";

export type TwoFactorCare = {
  /** A new secret for an authenticator app; it counts once `confirmTwoFactor` has seen a code of it. */
  enableTwoFactor(visitor: Visitor, password: string): Promise<{ uri: string; recoveryCodes: string[] }>;
  /** From here on a code is asked for at every sign-in. */
  confirmTwoFactor(visitor: Visitor, code: string): Promise<Cookies>;
  disableTwoFactor(visitor: Visitor, password: string): Promise<Cookies>;
};

export function createTwoFactorCare(
  { database, clock, engine, work }: IdentityContext,
  { getSession }: Sessions,
): TwoFactorCare {
  /** What a visitor with a session may be let do: a bounded number of guesses at password and code. */
  async function signedIn(visitor: Visitor): Promise<{ headers: Headers }> {
    const { personId } = await getSession(visitor.headers);
    await assertMayTry(database, clock, { kind: "password person", subject: personId });
    return { headers: engineHeaders(visitor, visitor.headers.cookie ?? null) };
  }

  return {
    async enableTwoFactor(visitor, password) {
      const call = { ...(await signedIn(visitor)), body: { password, method: "totp" } } as const;
      const answer = await refusing(() =>
        work.inTransaction(async () => (await engine()).api.enableTwoFactor(call)),
      );
      if (!("totpURI" in answer)) throw new Error("an authenticator app was asked for, and not given");
      return { uri: answer.totpURI, recoveryCodes: answer.backupCodes };
    },
    async confirmTwoFactor(visitor, code) {
      const call = { ...(await signedIn(visitor)), body: { code }, returnHeaders: true } as const;
      const { headers } = await refusing(() =>
        work.inTransaction(async () => (await engine()).api.verifyTOTP(call)),
      );
      return headers.getSetCookie();
    },
    async disableTwoFactor(visitor, password) {
      const call = { ...(await signedIn(visitor)), body: { password }, returnHeaders: true } as const;
      const { headers } = await refusing(() =>
        work.inTransaction(async () => (await engine()).api.disableTwoFactor(call)),
      );
      return headers.getSetCookie();
    },
  };
}
