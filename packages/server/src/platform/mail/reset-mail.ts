import { escapeHtml } from "./escape-html.ts";
import type { Mail } from "./mailer.ts";

/** The mail that carries a link to set a new password. */
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
  const said = "somebody, probably you, wants to set a new password for your Vedette account.";
  const hint =
    "The link works once, within an hour, and signs you out everywhere. If it was not you, ignore this mail: nothing has changed.";
  return {
    to: email,
    subject: "Set a new password",
    text: `${hello}\n\n${said}\n\n${resetUrl}\n\n${hint}\n`,
    html: `<p>${escapeHtml(hello)}</p><p>${said}</p><p><a href="${escapeHtml(resetUrl)}">Set a new password</a></p><p>${hint}</p>`,
  };
}
