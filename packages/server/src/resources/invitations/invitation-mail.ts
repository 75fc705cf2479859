import type { Invitation } from "@vedette/contract/members.ts";
import { escapeHtml } from "../../mail/escape-html.ts";
import type { Mail } from "../../mail/mailer.ts";

/** The mail that carries an invitation. Names are other people's text: one line, and never markup. */
export function invitationMail({
  invitation,
  organizationName,
  inviteUrl,
  invitedBy,
}: {
  invitation: Pick<Invitation, "email" | "role" | "expires_at">;
  organizationName: string;
  inviteUrl: string;
  invitedBy: string;
}): Mail {
  const [organization, inviter] = [oneLine(organizationName), oneLine(invitedBy)];
  const { email: to, role } = invitation;
  const until = invitation.expires_at.slice(0, 10);
  const said = `${inviter} invites you to ${organization} on Vedette, as ${role}.`;
  const hint = `The link works once, for ${to} alone, until ${until}. If you expected nothing like this, ignore it.`;
  return {
    to,
    subject: `Invitation to ${organization}`,
    text: `${said}\n\n${inviteUrl}\n\n${hint}\n`,
    html:
      `<p>${escapeHtml(said)}</p><p><a href="${escapeHtml(inviteUrl)}">Accept the invitation</a></p>` +
      `<p>${escapeHtml(hint)}</p>`,
  };
}

/** A line break in a name would begin a new header or a paragraph of its author's own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
