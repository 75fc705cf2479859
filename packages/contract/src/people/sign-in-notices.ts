/**
 * Messages for a failed sign-in with another provider, by the code that the server puts into the redirect. The page
 * shows only these texts: a text in the URL would let an attacker write on the page. Any visitor can start a sign-in and
 * read them, so they name neither addresses nor what the provider responded; the server's log does.
 */
export const SIGN_IN_NOTICES = {
  sign_in_failed: "Sign-in with {provider} failed. Try again. If it fails again, ask your administrator.",
  sign_in_expired: "This sign-in has expired or was started in another browser. Start again.",
  provider_denied:
    "You canceled the sign-in, or {provider} denied it. Try again, or ask your administrator for access there.",
  provider_unreachable:
    "{provider} did not respond. Try again in a minute. If it fails again, ask your administrator to check the issuer.",
  wrong_issuer:
    "There is no OpenID Connect provider at the issuer of {provider}. Ask your administrator to check the issuer.",
  client_rejected:
    "{provider} does not accept this server. Ask your administrator to enter the client ID and the client secret again.",
  clocks_differ:
    "The clocks of {provider} and this server differ. Ask your administrator to synchronize them by NTP.",
  account_taken: "The account at {provider} is linked to another user.",
  no_address: "{provider} did not share an email address. Allow access to it and try again.",
  address_not_proved:
    "An account with this email address exists. Sign in another way, then link {provider} on your profile page.",
  address_not_verified:
    "{provider} has not verified your email address. Verify it there, or ask your administrator.",
  other_domain: "Your account has an email address of a domain that {provider} is not set up for.",
  no_access:
    "You are signed in to {provider}, but it gives you no access. Ask your administrator for a group with access.",
  no_account: "You do not have an account. Ask an administrator for an invitation.",
  just_made: "This account was just created. Sign in again.",
} as const;
export type SignInNotice = keyof typeof SIGN_IN_NOTICES;
