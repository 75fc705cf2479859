import { badFields } from "../../platform/kernel/errors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { engineHeaders, refusing } from "./engine-call.ts";
import type { IdentityContext, ResponseCookies } from "./identity-context.ts";
import type { Session, Sessions } from "./sessions.ts";
import { assertAttemptsLeft, hasAttemptsLeft } from "./sign-in-limits.ts";
import { signInRefusal } from "./sign-in-refusal.ts";
import type { Visitor } from "./visitor.ts";

export type TwoFactor = {
  /**
   * Returns a new secret for an authenticator app. It takes effect once `confirmTwoFactor` has verified a
   * code.
   */
  enableTwoFactor(visitor: Visitor, password: string): Promise<{ uri: string; recoveryCodes: string[] }>;
  /** Turns the second factor on: each later sign-in requires a code. */
  confirmTwoFactor(visitor: Visitor, code: string, onChanged: OnChanged): Promise<ResponseCookies>;
  disableTwoFactor(visitor: Visitor, proof: OwnProof, onChanged: OnChanged): Promise<ResponseCookies>;
  /** Returns new recovery codes and invalidates the previous ones. */
  renewRecoveryCodes(visitor: Visitor, proof: OwnProof): Promise<string[]>;
};

/** Runs in the transaction of the change. */
type OnChanged = (db: Db) => Promise<void>;

/**
 * Required to weaken the second factor: both, because an open session and a known password are not enough.
 */
export type OwnProof = {
  password: string;
  /** A code of the authenticator app or a recovery code. Null is rejected if an app is set up. */
  code: string | null;
};

const APP_CODE = /^\d{6}$/;

export type TwoFactorContext = IdentityContext & Pick<Sessions, "getSession">;

export function createTwoFactor(context: IdentityContext, { getSession }: Sessions): TwoFactor {
  const ctx: TwoFactorContext = { ...context, getSession };
  return {
    enableTwoFactor: (visitor, password) => enableTwoFactor(ctx, visitor, password),
    confirmTwoFactor: (visitor, code, onChanged) => confirmTwoFactor(ctx, visitor, { code, onChanged }),
    disableTwoFactor: (visitor, proof, onChanged) => disableTwoFactor(ctx, visitor, { ...proof, onChanged }),
    renewRecoveryCodes: (visitor, proof) => renewRecoveryCodes(ctx, visitor, proof),
  };
}

async function enableTwoFactor(
  ctx: TwoFactorContext,
  visitor: Visitor,
  password: string,
): Promise<{ uri: string; recoveryCodes: string[] }> {
  const { engine, work } = ctx;
  const call = { ...(await signedIn(ctx, visitor)), body: { password, method: "totp" } } as const;
  const result = await refusing(() =>
    work.inTransaction(async () => (await engine()).api.enableTwoFactor(call)),
  );
  if (!("totpURI" in result)) throw new Error("better-auth returned no URI for the authenticator app");
  return { uri: result.totpURI, recoveryCodes: result.backupCodes };
}

async function confirmTwoFactor(
  ctx: TwoFactorContext,
  visitor: Visitor,
  { code, onChanged }: { code: string; onChanged: OnChanged },
): Promise<ResponseCookies> {
  const { engine, work, getSession } = ctx;
  const call = { ...(await signedIn(ctx, visitor)), body: { code }, returnHeaders: true } as const;
  const { twoFactorEnabled } = await getSession(visitor.headers);
  const { headers } = await refusing(() =>
    work.inTransaction(async (db) => {
      const verified = await (await engine()).api.verifyTOTP(call);
      if (!twoFactorEnabled) await onChanged(db);
      return verified;
    }),
  );
  return headers.getSetCookie();
}

async function disableTwoFactor(
  ctx: TwoFactorContext,
  visitor: Visitor,
  { password, code, onChanged }: OwnProof & { onChanged: OnChanged },
): Promise<ResponseCookies> {
  const { engine, work, getSession } = ctx;
  const { headers: shown } = await signedIn(ctx, visitor);
  const session = await getSession(visitor.headers);
  const { headers } = await refusing(() =>
    work.inTransaction(async (db) => {
      await assertSecondFactor({ ...ctx, db }, { headers: shown, session, code });
      const call = { headers: shown, body: { password }, returnHeaders: true } as const;
      const removed = await (await engine()).api.disableTwoFactor(call);
      if (session.twoFactorEnabled) await onChanged(db);
      return removed;
    }),
  );
  return headers.getSetCookie();
}

async function renewRecoveryCodes(
  ctx: TwoFactorContext,
  visitor: Visitor,
  { password, code }: OwnProof,
): Promise<string[]> {
  const { engine, work, getSession } = ctx;
  const { headers } = await signedIn(ctx, visitor);
  const session = await getSession(visitor.headers);
  const { backupCodes } = await refusing(() =>
    work.inTransaction(async (db) => {
      await assertSecondFactor({ ...ctx, db }, { headers, session, code });
      return (await engine()).api.generateBackupCodes({ headers, body: { password } });
    }),
  );
  return backupCodes;
}

/** Returns the headers of a signed-in visitor. Throws after too many attempts at password and code. */
export async function signedIn(
  { database, clock, getSession }: TwoFactorContext,
  visitor: Visitor,
): Promise<{ headers: Headers }> {
  const { personId } = await getSession(visitor.headers);
  await assertAttemptsLeft(database, clock, { kind: "password person", subject: personId });
  return { headers: engineHeaders(visitor, visitor.headers.cookie ?? null) };
}

/** Runs in the transaction of the protected change: if the change fails, a recovery code stays unused. */
export async function assertSecondFactor(
  { db, clock, engine }: Pick<TwoFactorContext, "clock" | "engine"> & { db: Db },
  { headers, session, code }: { headers: Headers; session: Session; code: string | null },
): Promise<void> {
  if (!session.twoFactorEnabled) return;
  if (code === null) {
    throw badFields([
      { path: "code", message: "is required: a code of the authenticator app, or a recovery code" },
    ]);
  }
  const { api } = await engine();
  if (!APP_CODE.test(code)) {
    await api.verifyBackupCode({ body: { code, disableSession: true }, headers });
    return;
  }
  await api.verifyTOTP({ body: { code }, headers });
  const used = { kind: "code used", subject: `${session.personId} ${code}` } as const;
  if (!(await hasAttemptsLeft(db, clock, used))) {
    throw signInRefusal("UNAUTHORIZED", "code_used");
  }
}
