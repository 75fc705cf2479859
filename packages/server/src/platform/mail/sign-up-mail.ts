import { escapeHtml } from "./escape-html.ts";
import type { Mail } from "./mailer.ts";

/** Mails to the address of a sign-up. They repeat nothing that was typed there: the address may belong to another person. */

export function verifyAddressMail({ email, verifyUrl }: { email: string; verifyUrl: string }): Mail {
  return mailOf(email, {
    subject: "Confirm your e-mail address",
    said: "This address was used to sign up at Vedette. Open the link and enter the password that you chose.",
    link: { url: verifyUrl, label: "Confirm the address" },
    hint: "The link works once, within a day. If you have not signed up, ignore this mail: there is no account.",
  });
}

export function knownAddressMail({ email, signInUrl }: { email: string; signInUrl: string }): Mail {
  return mailOf(email, {
    subject: "You have an account already",
    said: "This address was used to sign up at Vedette, and has an account there. Sign in instead.",
    link: { url: signInUrl, label: "Sign in" },
    hint: "The page can also mail you a link for a new password. If you have not signed up, ignore this mail.",
  });
}

type Words = { subject: string; said: string; link: { url: string; label: string }; hint: string };

function mailOf(to: string, { subject, said, link, hint }: Words): Mail {
  return {
    to,
    subject,
    text: `${said}\n\n${link.url}\n\n${hint}\n`,
    html: `<p>${said}</p><p><a href="${escapeHtml(link.url)}">${link.label}</a></p><p>${hint}</p>`,
  };
}
