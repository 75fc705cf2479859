import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { PASSWORD_LENGTH_MAX } from "./password-length.ts";
import { twoFactorCode } from "./two-factor-code.ts";

/**
 * Passkeys: WebAuthn credentials that sign in without a password. Options and responses have the JSON format of
 * Web Authentication Level 3, which browsers read and write.
 */

export const PASSKEYS_MAX = 20;
const PASSKEY_NAME_LENGTH_MAX = 60;
/** A credential ID has at most 1,023 bytes (WebAuthn Level 3, section 4). */
const CREDENTIAL_ID_LENGTH_MAX = 1_364;
/** Attestation objects have up to about 8 KB, with the certificates of the authenticator. */
const BINARY_LENGTH_MAX = 16_384;
const TRANSPORTS_MAX = 10;

const base64url = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[\w-]+$/, "must be base64url without padding");
const credentialId = base64url(CREDENTIAL_ID_LENGTH_MAX);
const binary = base64url(BINARY_LENGTH_MAX);
const transports = z.array(z.string().max(32)).max(TRANSPORTS_MAX);

const passkeyName = z
  .string()
  .trim()
  .min(1, "is required")
  .max(PASSKEY_NAME_LENGTH_MAX, `must have at most ${PASSKEY_NAME_LENGTH_MAX} characters`)
  .regex(/^[^\p{Cc}]*$/u, "must be a single line");

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string().meta({ description: "Host name at which the passkey works" }),
    is_synced: z.boolean().meta({ description: "Whether it is copied to other devices of its owner" }),
    is_current: z.boolean().meta({ description: "Whether it signed in the session of the request" }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.output<typeof passkeySchema>;
export const passkeyList = page(passkeySchema).meta({ description: `At most ${PASSKEYS_MAX}` });

export const passkeyProofBody = z
  .strictObject({
    password: z.string().min(1).max(PASSWORD_LENGTH_MAX).nullish().meta({
      description: "Your password; required if you signed in more than ten minutes ago",
    }),
    code: twoFactorCode.nullish().meta({
      description:
        "Code of the authenticator app, or a recovery code; required with the password if two-factor authentication is on",
    }),
  })
  .meta({ id: "PasskeyProof" });
export type PasskeyProof = z.output<typeof passkeyProofBody>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

export const passkeyCreationSchema = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
    timeout: z.number().int().meta({ description: "Milliseconds" }),
    attestation: z.literal("none"),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
  })
  .meta({ id: "PasskeyCreationOptions", description: "For `parseCreationOptionsFromJSON` of the browser" });
export type PasskeyCreation = z.output<typeof passkeyCreationSchema>;

export const passkeyRequestSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int().meta({ description: "Milliseconds" }),
    userVerification: z.literal("required"),
    allowCredentials: z
      .array(descriptor)
      .meta({ description: "Empty: the browser offers the passkeys that it has" }),
  })
  .meta({ id: "PasskeyRequestOptions", description: "For `parseRequestOptionsFromJSON` of the browser" });
export type PasskeyRequest = z.output<typeof passkeyRequestSchema>;

export const passkeyCreateBody = z
  .strictObject({
    name: passkeyName,
    credential: z.strictObject({
      id: credentialId,
      type: z.literal("public-key"),
      response: z.strictObject({ clientDataJSON: binary, attestationObject: binary, transports }),
    }),
  })
  .meta({ id: "PasskeyCreate" });
export type PasskeyCreate = z.output<typeof passkeyCreateBody>;

export const passkeyUpdateBody = z.strictObject({ name: passkeyName }).meta({ id: "PasskeyUpdate" });

export const passkeySignInBody = z
  .strictObject({
    id: credentialId,
    type: z.literal("public-key"),
    response: z.strictObject({
      clientDataJSON: binary,
      authenticatorData: binary,
      signature: binary,
      userHandle: binary.nullish(),
    }),
  })
  .meta({ id: "PasskeySignIn" });
export type PasskeySignIn = z.output<typeof passkeySignInBody>;
