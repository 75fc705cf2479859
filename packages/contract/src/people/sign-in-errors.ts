import { SIGN_IN_NOTICES } from "./sign-in-notices.ts";

/** Messages for a failed request of the sign-in, by the code in `reason` of the error. */
export const SIGN_IN_ERRORS = {
  ...SIGN_IN_NOTICES,
  wrong_credentials: "The email or the password is not right.",
  wrong_code: "This code is not right. Enter a new code of the app, or an unused recovery code.",
  code_used: "This code has been used. Wait for the next one.",
  code_step_ended: "This sign-in has ended: it expired, or five codes were wrong. Sign in again.",
  too_many_codes: "Too many wrong codes. Try again in {minutes} minutes.",
  too_many_attempts: "That was tried too often. Try again in {minutes} minutes.",
  password_changed: "The password has just been changed. Sign in with the new one.",
  passkey_refused: "This passkey was not accepted. Try again, or sign in another way.",
  passkey_unknown:
    "This passkey is not registered here, or was removed. Sign in another way, and delete it from your device.",
  domain_without_provider:
    "No organization has set up single sign-on for {domain}. Sign in another way, or ask your administrator.",
} as const;
export type SignInError = keyof typeof SIGN_IN_ERRORS;

/** The English text; the dashboard translates it. */
export function signInErrorText(code: SignInError, values: Record<string, string | number>): string {
  return SIGN_IN_ERRORS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
