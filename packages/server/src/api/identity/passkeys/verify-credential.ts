import type { PasskeyCreate, PasskeySignIn } from "@vedette/contract/people/passkeys.ts";
import type { PasskeyRow } from "./queries.ts";
import type { RelyingParty } from "./relying-party.ts";

/**
 * Verifies what an authenticator returned, by way of @simplewebauthn/server, which is loaded when the first passkey is
 * used. Throws an error with the reason for the log if it does not hold.
 */

/** ES256, EdDSA and RS256: what platform authenticators and security keys support. */
export const ALGORITHMS = [-7, -8, -257] as const;

export type NewCredential = {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  isSynced: boolean;
};

type Expected = { challenge: string; party: RelyingParty };

export async function verifyNewCredential(
  { id, type, response }: PasskeyCreate["credential"],
  { challenge, party }: Expected,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // Without `transports`: they are a hint for the browser, not something that is verified.
    response: {
      ...{ id, rawId: id, type, clientExtensionResults: {} },
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
    },
    ...expectedValues({ challenge, party }),
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
  if (!verified) throw new Error("the attestation is not valid");
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isSynced: credentialBackedUp,
  };
}

/** Returns the counter after the use. It throws if the counter did not grow: the authenticator may have been cloned. */
export async function verifySignature(
  { id, type, response }: PasskeySignIn,
  { challenge, party, passkey }: Expected & { passkey: PasskeyRow },
): Promise<{ counter: number; isSynced: boolean }> {
  const owner = Buffer.from(response.userHandle ?? "", "base64url").toString();
  if (owner !== passkey.person_id) throw new Error("the user handle is not the owner of the passkey");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId: id, type, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    ...expectedValues({ challenge, party }),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  });
  if (!verified) throw new Error("the signature is not valid");
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
}

function expectedValues({ challenge, party }: Expected) {
  return { expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.host };
}
