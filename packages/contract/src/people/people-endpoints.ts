import type { ListOf, Success } from "../common/endpoint.ts";
import type {
  appCodeBody,
  Done,
  EmailChangeResult,
  EndedSessions,
  emailChangeBody,
  emailConfirmBody,
  NewAuthenticatorApp,
  OwnSession,
  ownPasswordBody,
  ownProofBody,
  passwordChangeBody,
  passwordResetBody,
  profileBody,
  RecoveryCodes,
  Redirect,
  resetMailBody,
  SignInResult,
  SignInState,
  SignUpResult,
  setUpBody,
  signInBody,
  signInCodeBody,
  signUpBody,
  signUpVerifyBody,
} from "./people.ts";

/** Accounts, sign-in and sessions. */
export type PeopleEndpoints = {
  "POST /api/auth/profile": { body: typeof profileBody; response: Success<Done> };
  "POST /api/auth/email": { body: typeof emailChangeBody; response: Success<EmailChangeResult> };
  "POST /api/auth/email/confirm": { body: typeof emailConfirmBody; response: Success<Done> };
  "POST /api/auth/password": { body: typeof passwordChangeBody; response: Success<Done> };
  "POST /api/auth/password/reset-mail": { body: typeof resetMailBody; response: Success<Done> };
  "POST /api/auth/password/reset": { body: typeof passwordResetBody; response: Success<Done> };
  "GET /api/auth/sessions": { response: ListOf<OwnSession> };
  "DELETE /api/auth/sessions/{id}": { response: Success<Done> };
  "POST /api/auth/sessions/end-others": { response: Success<EndedSessions> };
  "POST /api/auth/two-factor": { body: typeof ownPasswordBody; response: Success<NewAuthenticatorApp> };
  "POST /api/auth/two-factor/confirm": { body: typeof appCodeBody; response: Success<Done> };
  "POST /api/auth/two-factor/remove": { body: typeof ownProofBody; response: Success<Done> };
  "POST /api/auth/two-factor/recovery-codes": { body: typeof ownProofBody; response: Success<RecoveryCodes> };
  "POST /api/auth/set-up": { body: typeof setUpBody; response: Success<Done> };
  "POST /api/auth/sign-up": { body: typeof signUpBody; response: Success<SignUpResult> };
  "POST /api/auth/sign-up/verify": { body: typeof signUpVerifyBody; response: Success<Done> };
  "GET /api/auth/session": { response: Success<SignInState> };
  "POST /api/auth/sign-in": { body: typeof signInBody; response: Success<SignInResult> };
  "POST /api/auth/sign-in/code": { body: typeof signInCodeBody; response: Success<Done> };
  "POST /api/auth/sign-out": { response: Success<Done> };
  "POST /api/auth/oidc": { response: Success<Redirect> };
};
