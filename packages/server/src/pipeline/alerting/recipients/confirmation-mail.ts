import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";

/**
 * Asks a recipient to confirm mails of an organization: alerts and reports. The organization's name appears only in the
 * body.
 */
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
    `The organization '${harmlessName(organizationName)}' on this Vedette server wants to send you emails: alerts when one of ` +
    "its monitors fails or recovers, and reports. You will not receive any until you confirm.";
  const hint =
    "Open the link within 7 days to confirm or decline. If you did not expect this email, " +
    "decline or ignore it.";
  return {
    to,
    subject: "Confirm emails from Vedette",
    text: `${asked}\n\n${url}\n\n${hint}\n`,
    html:
      `<p>${escapeHtml(asked)}</p><p><a href="${escapeHtml(url)}">Confirm or decline</a></p>` +
      `<p>${escapeHtml(hint)}</p>`,
  };
}
