import type { SendMailOptions } from "nodemailer";

export type Mail = {
  to: string;
  /** The name of the sender; default: Vedette. */
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt and for replies to this email; letters, digits and `-`. */
  messageId?: string;
  inReplyTo?: string;
  attachments?: readonly MailAttachment[];
  /** Of an email to many subscribers: `id` names the list, and a POST to the URL unsubscribes (RFC 8058). */
  list?: { id: string; unsubscribeUrl: string };
};

/** `fileName`: without characters that have a meaning in headers. */
export type MailAttachment = { fileName: string; contentType: string; content: Buffer };

/** The email as nodemailer takes it. No text of it can add a header or a recipient. */
export function toMailOptions(mail: Mail, from: string): SendMailOptions {
  const { to, fromName = "Vedette", subject, text, html, messageId, inReplyTo, attachments, list } = mail;
  return {
    from: { name: oneLine(fromName), address: from },
    // An object is always parsed as a single address, regardless of its characters.
    to: { name: "", address: to },
    subject: oneLine(subject),
    text,
    html,
    ...(messageId !== undefined && { messageId: fullId(messageId, from) }),
    ...(inReplyTo !== undefined && {
      inReplyTo: fullId(inReplyTo, from),
      references: fullId(inReplyTo, from),
    }),
    ...(attachments && {
      attachments: attachments.map(({ fileName, contentType, content }) => ({
        filename: oneLine(fileName),
        contentType: oneLine(contentType),
        content,
      })),
    }),
    ...(list && { headers: listHeaders(list, from) }),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

/** A message ID with the domain of the sender. Source: RFC 5322, section 3.6.4. */
function fullId(id: string, from: string): string {
  return `<${idOf(id)}@${domainOf(from)}>`;
}

const idOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]/g, "");
const domainOf = (from: string): string => from.slice(from.lastIndexOf("@") + 1);

/** Sources: RFC 2369, RFC 2919, RFC 3834 and RFC 8058. */
function listHeaders({ id, unsubscribeUrl }: NonNullable<Mail["list"]>, from: string) {
  return {
    "Auto-Submitted": "auto-generated",
    "List-Id": `<${idOf(id)}.${domainOf(from)}>`,
    "List-Unsubscribe": `<${new URL(unsubscribeUrl).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
