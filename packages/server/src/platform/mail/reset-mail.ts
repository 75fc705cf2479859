import { escapeHtml } from "./escape-html.ts";
import type { Mail } from "./mail-message.ts";

/** The email with a link to set a new password. */
export function resetMail({
  email,
  name,
  resetUrl,
}: {
  email: string;
  name: string;
  resetUrl: string;
}): Mail {
  const hello = `Hello ${name},`;
  const body = "A new password was requested for your Vedette account.";
  const hint =
    "The link can be used once within an hour and signs you out everywhere. If you did not request this, ignore this email: nothing has changed.";
  return {
    to: email,
    subject: "Set a new password",
    text: `${hello}\n\n${body}\n\n${resetUrl}\n\n${hint}\n`,
    html: `<p>${escapeHtml(hello)}</p><p>${body}</p><p><a href="${escapeHtml(resetUrl)}">Set a new password</a></p><p>${hint}</p>`,
  };
}
