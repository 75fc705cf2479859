import type { Invitation } from "@vedette/contract/people/members.ts";
import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import type { Mail } from "../../../platform/mail/mailer.ts";

const LEAVE = "I do not want such mails";

/** The mail that carries an invitation. Names are other people's text: one line, and never markup. */
export function invitationMail({
  invitation,
  organizationName,
  inviteUrl,
  invitedBy,
  leaveUrl,
}: {
  invitation: Pick<Invitation, "email" | "role" | "expires_at">;
  organizationName: string;
  inviteUrl: string;
  invitedBy: string;
  /** Where the address says that it wants no mails of the organization. */
  leaveUrl: string;
}): Mail {
  const [organization, inviter] = [harmlessName(organizationName), harmlessName(invitedBy)];
  const { email: to, role } = invitation;
  const until = invitation.expires_at.slice(0, 10);
  const said = `${inviter} invites you to ${organization} on Vedette, as ${role}.`;
  const hint = `The link works once, for ${to} alone, until ${until}. If you expected nothing like this, ignore it.`;
  return {
    to,
    subject: `Invitation to ${organization}`,
    text: `${said}\n\n${inviteUrl}\n\n${hint}\n\n${LEAVE}: ${leaveUrl}\n`,
    html:
      `<p>${escapeHtml(said)}</p><p><a href="${escapeHtml(inviteUrl)}">Accept the invitation</a></p>` +
      `<p>${escapeHtml(hint)}</p><p><a href="${escapeHtml(leaveUrl)}">${LEAVE}</a></p>`,
  };
}
