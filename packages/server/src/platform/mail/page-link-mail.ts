import { escapeHtml } from "./escape-html.ts";
import type { Mail } from "./mail-message.ts";

/** The link that opens a status page for visitors with an address of an allowed domain. */
export function pageLinkMail({ email, title, url }: { email: string; title: string; url: string }): Mail {
  const body = "Open the status page with this link. It is valid for 15 minutes.";
  const hint = "If you did not request it, ignore this email.";
  return {
    to: email,
    subject: `Open the status page ${title}`,
    text: `${body}\n\n${url}\n\n${hint}\n`,
    html: `<p>${body}</p><p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p><p>${hint}</p>`,
  };
}
