import type { Invitation } from "@vedette/contract/people/members.ts";
import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import { harmlessName } from "../../../platform/mail/harmless-name.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";

const LEAVE = "Unsubscribe from these emails";

/** Renders the invitation email. Names are user input: they are reduced to one line and escaped. */
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
  /** URL of the page where the recipient opts out of the organization's emails. */
  leaveUrl: string;
}): Mail {
  const [organization, inviter] = [harmlessName(organizationName), harmlessName(invitedBy)];
  const { email: to, role } = invitation;
  const until = invitation.expires_at.slice(0, 10);
  const headline = `${inviter} invites you to ${organization} on Vedette, as ${role}.`;
  const hint = `The link works once, for ${to} alone, until ${until}. If you did not expect this invitation, ignore it.`;
  return {
    to,
    subject: `Invitation to ${organization}`,
    text: `${headline}\n\n${inviteUrl}\n\n${hint}\n\n${LEAVE}: ${leaveUrl}\n`,
    html:
      `<p>${escapeHtml(headline)}</p><p><a href="${escapeHtml(inviteUrl)}">Accept the invitation</a></p>` +
      `<p>${escapeHtml(hint)}</p><p><a href="${escapeHtml(leaveUrl)}">${LEAVE}</a></p>`,
  };
}
