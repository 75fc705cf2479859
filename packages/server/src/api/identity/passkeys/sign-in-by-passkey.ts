import type { PersonId } from "@vedette/contract/common/ids.ts";
import type { PasskeyRequest, PasskeySignIn } from "@vedette/contract/people/passkeys.ts";
import type { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { IdentityContext, ResponseCookies } from "../identity-context.ts";
import type { Sessions } from "../sessions.ts";
import { assertAttemptsLeft } from "../sign-in-limits.ts";
import { signInRefusal } from "../sign-in-refusal.ts";
import type { Visitor } from "../visitor.ts";
import { CHALLENGE_MS, endChallenge, newChallenge, takeChallenge } from "./passkey-challenge.ts";
import { findPasskeyByCredential, markSessionByPasskey, usePasskey } from "./queries.ts";
import { getRelyingParty } from "./relying-party.ts";
import { verifySignature } from "./verify-credential.ts";

/**
 * Signs in by a passkey. The options are the same for every visitor: a list of the passkeys of an address would reveal
 * whether it has an account.
 */

export type PasskeySignInContext = IdentityContext & Pick<Sessions, "startSession">;

export function beginPasskeySignIn(
  ctx: PasskeySignInContext,
  visitor: Visitor,
): { options: PasskeyRequest; cookies: ResponseCookies } {
  const { host } = getRelyingParty(visitor, ctx.publicUrl);
  const { challenge, cookie } = newChallenge(ctx, { kind: "sign-in" });
  const options: PasskeyRequest = {
    ...{ challenge, rpId: host, timeout: CHALLENGE_MS },
    ...{ userVerification: "required", allowCredentials: [] },
  };
  return { options, cookies: [cookie] };
}

export async function signInByPasskey(
  ctx: PasskeySignInContext,
  visitor: Visitor,
  input: PasskeySignIn,
): Promise<ResponseCookies> {
  const { database, clock, log, work } = ctx;
  await assertAttemptsLeft(database, clock, { kind: "sign-in address", subject: visitor.address });
  const party = getRelyingParty(visitor, ctx.publicUrl);
  const challenge = await takeChallenge(ctx, visitor, { kind: "sign-in" });
  const passkey = await findPasskeyByCredential(database, input.id);
  if (passkey === null) throw unknownPasskey();
  const used = await verifySignature(input, { challenge, party, passkey }).catch((error: unknown) => {
    log.info("identity.passkey_refused", { person_id: passkey.person_id, ...errorFacts(error) });
    throw signInRefusal("UNAUTHORIZED", "passkey_refused", { cause: error });
  });
  const personId: PersonId = passkey.person_id;
  const cookies = await work.inTransaction(async (db) => {
    // Also waits for a concurrent removal of the passkey.
    if ((await usePasskey(db, passkey, { ...used, now: new Date(clock.now()) })) === 0)
      throw unknownPasskey();
    return ctx.startSession(visitor, personId, (tokenHash) =>
      markSessionByPasskey(db, { tokenHash, passkeyId: passkey.id }),
    );
  });
  return [...cookies, endChallenge(ctx.publicUrl)];
}

function unknownPasskey(): AppError {
  return signInRefusal("UNAUTHORIZED", "passkey_unknown");
}
