/**
 * Why a sign-in with another provider did not work, by the code that the server sends a browser back with. The page shows
 * these texts and no others: a text in the address would let anybody write on our page.
 */
export const SIGN_IN_NOTICES = {
  sign_in_failed: (provider: string) => `Signing in with ${provider} did not work. Try again.`,
  sign_in_expired: () => "This sign-in has expired or was begun in another browser. Start again.",
  account_taken: (provider: string) => `This ${provider} account belongs to another person here.`,
  no_address: (provider: string) => `${provider} told no e-mail address. Allow it, and try again.`,
  address_not_proved: (provider: string) =>
    `There is an account with this e-mail address. Sign in with its password first, then link ${provider}.`,
  no_account: () => "You have no account here. Ask an administrator for an invitation.",
  just_made: () => "This account was made a moment ago. Sign in again.",
} as const satisfies Record<string, (provider: string) => string>;
export type SignInNotice = keyof typeof SIGN_IN_NOTICES;

/** The text of a code; null for what is no code. */
export function signInNotice(code: string | null, provider: string): string | null {
  if (code === null || !Object.hasOwn(SIGN_IN_NOTICES, code)) return null;
  return SIGN_IN_NOTICES[code as SignInNotice](provider);
}
