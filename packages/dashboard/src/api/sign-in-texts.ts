import type { ErrorReason } from "@vedette/contract/common/errors.ts";
import type { SignInError } from "@vedette/contract/people/sign-in-errors.ts";
import { t } from "../language/t.ts";

type Values = ErrorReason["values"];

/** Returns the translated text of a failed request of the sign-in, or null if the code is unknown. */
export function signInText({ code, values }: ErrorReason): string | null {
  return Object.hasOwn(TEXTS, code) ? TEXTS[code as SignInError](values) : null;
}

/** The texts of the server, translated. */
const TEXTS: Record<SignInError, (values: Values) => string> = {
  sign_in_failed: (values) =>
    t("Sign-in with {provider} failed. Try again. If it fails again, ask your administrator.", values),
  sign_in_expired: () => t("This sign-in has expired or was started in another browser. Start again."),
  provider_denied: (values) =>
    t(
      "You canceled the sign-in, or {provider} denied it. Try again, or ask your administrator for access there.",
      values,
    ),
  provider_unreachable: (values) =>
    t(
      "{provider} did not respond. Try again in a minute. If it fails again, ask your administrator to check the issuer.",
      values,
    ),
  wrong_issuer: (values) =>
    t(
      "There is no OpenID Connect provider at the issuer of {provider}. Ask your administrator to check the issuer.",
      values,
    ),
  client_rejected: (values) =>
    t(
      "{provider} does not accept this server. Ask your administrator to enter the client ID and the client secret again.",
      values,
    ),
  clocks_differ: (values) =>
    t(
      "The clocks of {provider} and this server differ. Ask your administrator to synchronize them by NTP.",
      values,
    ),
  account_taken: (values) => t("The account at {provider} is linked to another user.", values),
  no_address: (values) =>
    t("{provider} did not share an email address. Allow access to it and try again.", values),
  address_not_proved: (values) =>
    t(
      "An account with this email address exists. Sign in another way, then link {provider} on your profile page.",
      values,
    ),
  address_not_verified: (values) =>
    t("{provider} has not verified your email address. Verify it there, or ask your administrator.", values),
  other_domain: (values) =>
    t("Your account has an email address of a domain that {provider} is not set up for.", values),
  no_access: (values) =>
    t(
      "You are signed in to {provider}, but it gives you no access. Ask your administrator for a group with access.",
      values,
    ),
  no_account: () => t("You do not have an account. Ask an administrator for an invitation."),
  just_made: () => t("This account was just created. Sign in again."),
  wrong_credentials: () => t("The email or the password is not right."),
  wrong_code: () => t("This code is not right. Enter a new code of the app, or an unused recovery code."),
  code_used: () => t("This code has been used. Wait for the next one."),
  code_step_ended: () => t("This sign-in has ended: it expired, or five codes were wrong. Sign in again."),
  too_many_codes: (values) => t("Too many wrong codes. Try again in {minutes} minutes.", values),
  too_many_attempts: (values) => t("That was tried too often. Try again in {minutes} minutes.", values),
  password_changed: () => t("The password has just been changed. Sign in with the new one."),
  passkey_refused: () => t("This passkey was not accepted. Try again, or sign in another way."),
  passkey_unknown: () =>
    t(
      "This passkey is not registered here, or was removed. Sign in another way, and delete it from your device.",
    ),
  domain_without_provider: (values) =>
    t(
      "No organization has set up single sign-on for {domain}. Sign in another way, or ask your administrator.",
      values,
    ),
};
