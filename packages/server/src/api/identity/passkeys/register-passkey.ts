import {
  PASSKEYS_MAX,
  type PasskeyCreate,
  type PasskeyCreation,
  type PasskeyProof,
} from "@vedette/contract/people/passkeys.ts";
import { AppError, badFields } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { refusing } from "../engine-call.ts";
import type { ResponseCookies } from "../identity-context.ts";
import type { Session } from "../sessions.ts";
import { assertSecondFactor, signedIn, type TwoFactorContext } from "../two-factor.ts";
import type { Visitor } from "../visitor.ts";
import { CHALLENGE_MS, endChallenge, newChallenge, takeChallenge } from "./passkey-challenge.ts";
import { findSessionStart, insertPasskey, listPasskeysOf, lockPerson, type PasskeyRow } from "./queries.ts";
import { getRelyingParty } from "./relying-party.ts";
import { ALGORITHMS, verifyNewCredential } from "./verify-credential.ts";

/** Adds a passkey to an account. */

/** Within this time after the sign-in, no password is asked for. */
const FRESH_MS = 10 * 60_000;

export async function beginRegistration(
  ctx: TwoFactorContext,
  visitor: Visitor,
  proof: PasskeyProof,
): Promise<{ options: PasskeyCreation; cookies: ResponseCookies }> {
  const session = await ctx.getSession(visitor.headers);
  const { host } = getRelyingParty(visitor, ctx.publicUrl);
  await assertOwner(ctx, visitor, { session, proof });
  const { personId, sessionId, email, name } = session;
  const known = await listPasskeysOf(ctx.database, personId);
  assertPlaceLeft(known);
  const { challenge, cookie } = newChallenge(ctx, { kind: "register", personId, sessionId });
  const options: PasskeyCreation = {
    challenge,
    rp: { id: host, name: "Vedette" },
    user: { id: Buffer.from(personId).toString("base64url"), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: known
      .filter((passkey) => passkey.host === host)
      .map(({ credential_id: id, transports }) => ({ id, type: "public-key", transports })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
  return { options, cookies: [cookie] };
}

/** Stores the passkey in a transaction in which `onCreated` runs too. */
export async function finishRegistration(
  ctx: TwoFactorContext,
  visitor: Visitor,
  { input, onCreated }: { input: PasskeyCreate; onCreated(db: Db, passkey: PasskeyRow): Promise<void> },
): Promise<{ passkey: PasskeyRow; cookies: ResponseCookies }> {
  const { personId, sessionId } = await ctx.getSession(visitor.headers);
  const party = getRelyingParty(visitor, ctx.publicUrl);
  const challenge = await takeChallenge(ctx, visitor, { kind: "register", personId, sessionId });
  const found = await verifyNewCredential(input.credential, { challenge, party }).catch((error: unknown) => {
    ctx.log.info("identity.passkey_refused", { person_id: personId, ...errorFacts(error) });
    throw new AppError(
      "BAD_REQUEST",
      `This passkey was not accepted. Open the dashboard at ${party.origin}, and try again.`,
      { cause: error },
    );
  });
  const nowMs = ctx.clock.now();
  const passkey: PasskeyRow = {
    ...{ id: newId(nowMs), person_id: personId, name: input.name, host: party.host },
    ...{ credential_id: found.credentialId, public_key: found.publicKey, counter: String(found.counter) },
    ...{ transports: input.credential.response.transports, is_synced: found.isSynced },
    ...{ created_at: new Date(nowMs), last_used_at: null },
  };
  await ctx.database.transaction(async (db) => {
    await lockPerson(db, personId);
    assertPlaceLeft(await listPasskeysOf(db, personId));
    if ((await insertPasskey(db, passkey)) === 0) {
      throw new AppError("BAD_REQUEST", "This passkey is registered already. Use another authenticator.");
    }
    await onCreated(db, passkey);
  });
  return { passkey, cookies: [endChallenge(ctx.publicUrl)] };
}

/** A passkey outlives the session, so an open session is not enough to add one. */
async function assertOwner(
  ctx: TwoFactorContext,
  visitor: Visitor,
  { session, proof }: { session: Session; proof: PasskeyProof },
): Promise<void> {
  const start = await findSessionStart(ctx.database, session.sessionId);
  if (start !== null && ctx.clock.now() - start.created_at.getTime() < FRESH_MS) return;
  const { password, code = null } = proof;
  if (password == null) {
    throw badFields([{ path: "password", message: "is required, or sign in again without one" }]);
  }
  const { headers } = await signedIn(ctx, visitor);
  await refusing(() =>
    ctx.work.inTransaction(async (db) => {
      await (await ctx.engine()).api.verifyPassword({ body: { password }, headers });
      await assertSecondFactor({ ...ctx, db }, { headers, session, code });
    }),
  );
}

function assertPlaceLeft(known: readonly PasskeyRow[]): void {
  if (known.length < PASSKEYS_MAX) return;
  throw new AppError(
    "BAD_REQUEST",
    `You have ${PASSKEYS_MAX} passkeys, the maximum. Remove one that you do not use.`,
  );
}
