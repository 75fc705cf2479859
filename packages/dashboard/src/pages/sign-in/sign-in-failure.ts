import type { SignInNotice } from "@vedette/contract/people/sign-in-notices.ts";
import { t } from "../../language/t.ts";

/**
 * Returns why a sign-in with another provider failed, or null if the code is unknown. The provider is null if the server
 * does not know which one it was.
 */
export function signInFailureText(code: string | null, provider: string | null): string | null {
  if (code === null || !Object.hasOwn(TEXTS, code)) return null;
  return TEXTS[code as SignInNotice](provider ?? "OpenID Connect");
}

/** The texts of the server, translated. */
const TEXTS: Record<SignInNotice, (provider: string) => string> = {
  sign_in_failed: (provider) =>
    t("Sign-in with {provider} failed. Try again. If it fails again, ask your administrator.", { provider }),
  sign_in_expired: () => t("This sign-in has expired or was started in another browser. Start again."),
  provider_denied: (provider) =>
    t(
      "You canceled the sign-in, or {provider} denied it. Try again, or ask your administrator for access there.",
      { provider },
    ),
  provider_unreachable: (provider) =>
    t(
      "{provider} did not respond. Try again in a minute. If it fails again, ask your administrator to check the issuer.",
      { provider },
    ),
  wrong_issuer: (provider) =>
    t(
      "There is no OpenID Connect provider at the issuer of {provider}. Ask your administrator to check the issuer.",
      { provider },
    ),
  client_rejected: (provider) =>
    t(
      "{provider} does not accept this server. Ask your administrator to enter the client ID and the client secret again.",
      { provider },
    ),
  clocks_differ: (provider) =>
    t("The clocks of {provider} and this server differ. Ask your administrator to synchronize them by NTP.", {
      provider,
    }),
  account_taken: (provider) => t("The account at {provider} is linked to another user.", { provider }),
  no_address: (provider) =>
    t("{provider} did not share an email address. Allow access to it and try again.", { provider }),
  address_not_proved: (provider) =>
    t(
      "An account with this email address exists. Sign in another way, then link {provider} on your profile page.",
      { provider },
    ),
  address_not_verified: (provider) =>
    t("{provider} has not verified your email address. Verify it there, or ask your administrator.", {
      provider,
    }),
  other_domain: (provider) =>
    t("Your account has an email address of a domain that {provider} is not set up for.", { provider }),
  no_access: (provider) =>
    t(
      "You are signed in to {provider}, but it gives you no access. Ask your administrator for a group with access.",
      { provider },
    ),
  no_account: () => t("You do not have an account. Ask an administrator for an invitation."),
  just_made: () => t("This account was just created. Sign in again."),
};
