import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import type { Mail } from "../../../platform/mail/mailer.ts";

/** Asks an address whether it wants the alerts of an organization. The organization stands in the text alone. */
export function confirmationMail({
  to,
  organizationName,
  url,
}: {
  to: string;
  organizationName: string;
  url: string;
}): Mail {
  const asked =
    `The organization '${harmlessName(organizationName)}' on this Vedette server wants to mail you when what it ` +
    "watches fails or recovers. Nothing is sent before you agree.";
  const hint =
    "The page behind the link has a button for yes, within 7 days, and one for no. If you expected nothing like this, " +
    "say no there or ignore this mail.";
  return {
    to,
    subject: "Do you want alerts from Vedette?",
    text: `${asked}\n\n${url}\n\n${hint}\n`,
    html:
      `<p>${escapeHtml(asked)}</p><p><a href="${escapeHtml(url)}">Answer</a></p>` +
      `<p>${escapeHtml(hint)}</p>`,
  };
}
