import type { ListOf, Success } from "../common/endpoint.ts";
import type {
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  passkeyCreateBody,
  passkeyProofBody,
  passkeySignInBody,
  passkeyUpdateBody,
} from "./passkeys.ts";
import type { Done } from "./people.ts";

/** Passkeys of the signed-in person, and sign-in by one. */
export type PasskeyEndpoints = {
  "GET /api/auth/passkeys": { response: ListOf<Passkey> };
  "POST /api/auth/passkeys/options": { body: typeof passkeyProofBody; response: Success<PasskeyCreation> };
  "POST /api/auth/passkeys": { body: typeof passkeyCreateBody; response: Success<Passkey> };
  "PUT /api/auth/passkeys/{id}": { body: typeof passkeyUpdateBody; response: Success<Passkey> };
  "DELETE /api/auth/passkeys/{id}": { response: Success<Done> };
  "POST /api/auth/sign-in/passkey/options": { response: Success<PasskeyRequest> };
  "POST /api/auth/sign-in/passkey": { body: typeof passkeySignInBody; response: Success<Done> };
};
