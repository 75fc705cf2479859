import { escapeHtml } from "../../../platform/mail/escape-html.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import type { Description } from "./describe-message.ts";

const UNSUBSCRIBE = "Unsubscribe from these emails";
const COLORS = { bad: "#b42318", good: "#067647", neutral: "#344054" } as const;

/**
 * Renders a description as a mail, in plain text and in HTML for all clients, with untrusted text escaped.
 */
export function alertMail(
  { headline, tone, paragraphs, facts, items, link, acknowledge }: Description,
  /** Unsubscribe link, or null if the recipient needs none. */
  unsubscribeUrl: string | null = null,
): Omit<Mail, "to"> {
  const links = acknowledge === null ? [link] : [acknowledge, link];
  const text = [
    headline,
    ...paragraphs,
    ...(items.length === 0 ? [] : [items.map((item) => `- ${item}`).join("\n")]),
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    ...(unsubscribeUrl === null ? [] : [`${UNSUBSCRIBE}: ${unsubscribeUrl}`]),
  ].join("\n\n");
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#667085">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  const html =
    `<div style="font-family:sans-serif;font-size:15px;color:#101828">` +
    `<h2 style="color:${COLORS[tone]};font-size:18px">${escapeHtml(headline)}</h2>` +
    paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("") +
    (items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`) +
    `<table style="font-size:14px;border-collapse:collapse">${rows.join("")}</table>` +
    links.map(htmlLink).join("") +
    (unsubscribeUrl === null
      ? ""
      : `<p style="font-size:13px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#667085">${UNSUBSCRIBE}</a></p>`) +
    "</div>";
  return { subject: headline, text: `${text}\n`, html };
}

/** Large enough for a thumb: most mails about alerts are opened on phones. */
function htmlLink({ label, url }: Description["link"], index: number): string {
  const colors = index === 0 ? "background:#1d4f86;color:#ffffff" : "color:#1d4f86";
  return (
    `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
    `border:1px solid #1d4f86;font-weight:bold;text-decoration:none;${colors}">${escapeHtml(label)}</a></p>`
  );
}
