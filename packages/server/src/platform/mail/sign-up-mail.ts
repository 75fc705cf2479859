import { linkMail } from "./link-mail.ts";
import type { Mail } from "./mail-message.ts";

/** Emails for a sign-up. They repeat nothing that was entered, because the address may belong to another person. */

export function verifyAddressMail({ email, verifyUrl }: { email: string; verifyUrl: string }): Mail {
  return linkMail(email, {
    subject: "Confirm your email address",
    body: "This address was used to sign up for Vedette. Open the link and enter the password that you chose.",
    link: { url: verifyUrl, label: "Confirm the address" },
    hint: "The link can be used once within a day. If you did not sign up, ignore this email: no account was created.",
  });
}

export function knownAddressMail({ email, signInUrl }: { email: string; signInUrl: string }): Mail {
  return linkMail(email, {
    subject: "You already have an account",
    body: "This address was used to sign up for Vedette, but it already has an account. Sign in instead.",
    link: { url: signInUrl, label: "Sign in" },
    hint: "You can also request a link for a new password there. If you did not sign up, ignore this email.",
  });
}
