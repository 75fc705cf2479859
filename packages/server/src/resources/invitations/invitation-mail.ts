import type { Invitation } from "@vedette/contract/members.ts";

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
}): { to: string; subject: string; text: string; html: string } {
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
      `<p>${escaped(said)}</p><p><a href="${escaped(inviteUrl)}">Accept the invitation</a></p>` +
      `<p>${escaped(hint)}</p>`,
  };
}

/** A line break in a name would begin a new header or a paragraph of its author's own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
