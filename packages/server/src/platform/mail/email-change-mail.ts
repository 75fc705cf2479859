import { linkMail } from "./link-mail.ts";
import type { Mail } from "./mail-message.ts";

/** Emails for a change of address. Those to the new address name no person, because it may belong to another one. */

export function confirmEmailMail({ email, confirmUrl }: { email: string; confirmUrl: string }): Mail {
  return linkMail(email, {
    subject: "Confirm your new email address",
    body: "This address was entered as the new address of a Vedette account.",
    link: { url: confirmUrl, label: "Confirm the address" },
    hint: "The link can be used once within a day. If you did not change your address, ignore this email.",
  });
}

export function takenEmailMail({ email, signInUrl }: { email: string; signInUrl: string }): Mail {
  return linkMail(email, {
    subject: "This address already has an account",
    body: "This address was entered as the new address of another Vedette account, but it already has an account.",
    link: { url: signInUrl, label: "Sign in" },
    hint: "If you did not change your address, ignore this email.",
  });
}

export function changedEmailMail(change: { before: string; email: string; signInUrl: string }): Mail {
  return linkMail(change.before, {
    subject: "Your email address was changed",
    body: `The address of your Vedette account is now ${change.email}. Sign in with it from now on.`,
    link: { url: change.signInUrl, label: "Sign in" },
    hint: "If you did not change it, contact the administrator of your organization at once.",
  });
}
