/**
 * Messages for a failed sign-in with another provider, by the code that the server puts into the redirect. The page
 * shows only these texts: a text in the URL would let an attacker write on the page.
 */
export const SIGN_IN_NOTICES = {
  sign_in_failed: (provider: string) => `Sign-in with ${provider} failed. Try again.`,
  sign_in_expired: () => "This sign-in has expired or was started in another browser. Start again.",
  account_taken: (provider: string) => `This ${provider} account is linked to another user.`,
  no_address: (provider: string) =>
    `${provider} did not share an email address. Allow access to it and try again.`,
  address_not_proved: (provider: string) =>
    `An account with this email address exists. Sign in with its password first, then link ${provider}.`,
  address_not_verified: (provider: string) =>
    `${provider} has not verified your email address. Verify it there, or ask your administrator.`,
  other_domain: (provider: string) =>
    `Your account has an email address of a domain that ${provider} is not set up for.`,
  no_access: (provider: string) =>
    `You are signed in to ${provider}, but it gives you no access. Ask your administrator for a group with access.`,
  no_account: () => "You do not have an account. Ask an administrator for an invitation.",
  just_made: () => "This account was just created. Sign in again.",
} as const satisfies Record<string, (provider: string) => string>;
export type SignInNotice = keyof typeof SIGN_IN_NOTICES;

/** Returns the text of a code, or null if the code is unknown. */

export function signInNotice(code: string | null, provider: string): string | null {
  if (code === null || !Object.hasOwn(SIGN_IN_NOTICES, code)) return null;
  return SIGN_IN_NOTICES[code as SignInNotice](provider);
}
