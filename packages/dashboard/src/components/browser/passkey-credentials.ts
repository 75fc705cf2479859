import type {
  PasskeyCreate,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignIn,
} from "@vedette/contract/people/passkeys.ts";
import { ApiError } from "../../api/api-error.ts";
import { t } from "../../language/t.ts";

/** Passkeys of this browser and its authenticators. Source: WebAuthn Level 3, section 5.1. */

/** Whether this browser has passkeys at this address. */
export function hasPasskeySupport(): boolean {
  return (
    window.isSecureContext &&
    "PublicKeyCredential" in window &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  );
}

/** Whether the browser offers passkeys among the suggestions of a field. */
export async function hasPasskeyAutofill(): Promise<boolean> {
  return hasPasskeySupport() && (await PublicKeyCredential.isConditionalMediationAvailable());
}

/** Makes a passkey. Throws an ApiError with a sentence for the user. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyCreate["credential"]> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = publicKeyOf(
    await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
      throw describeFailure(error);
    }),
  );
  if (!(credential.response instanceof AuthenticatorAttestationResponse)) throw unexpectedCredential();
  const { response } = credential;
  return {
    id: credential.id,
    type: "public-key",
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

type SigningOptions = {
  signal: AbortSignal;
  /** Offers the passkeys in the suggestions of a field, and waits until the user chooses one. */
  isAutofill: boolean;
};

/** Signs in with a passkey of this browser. Throws an ApiError with a sentence for the user. */
export async function signWithPasskey(
  options: PasskeyRequest,
  { signal, isAutofill }: SigningOptions,
): Promise<PasskeySignIn> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const request = { publicKey, signal, ...(isAutofill && { mediation: "conditional" as const }) };
  const credential = publicKeyOf(
    await navigator.credentials.get(request).catch((error: unknown) => {
      throw describeFailure(error);
    }),
  );
  if (!(credential.response instanceof AuthenticatorAssertionResponse)) throw unexpectedCredential();
  const { response } = credential;
  return {
    id: credential.id,
    type: "public-key",
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      ...(response.userHandle && { userHandle: toBase64Url(response.userHandle) }),
    },
  };
}

function publicKeyOf(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential;
  throw unexpectedCredential();
}

function unexpectedCredential(): ApiError {
  return new ApiError("BAD_REQUEST", t("The browser returned no passkey. Try again."));
}

function toBase64Url(buffer: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Browsers reveal little: a passkey that does not exist looks like one that the user did not want to use. */
const FAILURES: Partial<Record<string, string>> = {
  NotAllowedError: t("No passkey was used: it was canceled, timed out or there is none for this site."),
  InvalidStateError: t("This device already has a passkey of your account."),
  SecurityError: t(
    "Passkeys do not work at this address. Open the dashboard at the public URL of the server.",
  ),
  NotSupportedError: t("This device cannot make such a passkey. Use another one, or a security key."),
};

function describeFailure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const message =
    FAILURES[error.name] ?? t("The browser could not use a passkey: {error}", { error: error.message });
  return new ApiError("BAD_REQUEST", message);
}
