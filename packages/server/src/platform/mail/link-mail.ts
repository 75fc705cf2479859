import { escapeHtml } from "./escape-html.ts";
import type { Mail } from "./mail-message.ts";

type MailTexts = { subject: string; body: string; link: { url: string; label: string }; hint: string };

/** A short mail with one link. */
export function linkMail(to: string, { subject, body, link, hint }: MailTexts): Mail {
  return {
    to,
    subject,
    text: `${body}\n\n${link.url}\n\n${hint}\n`,
    html: `<p>${body}</p><p><a href="${escapeHtml(link.url)}">${link.label}</a></p><p>${hint}</p>`,
  };
}
