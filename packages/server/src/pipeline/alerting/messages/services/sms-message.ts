import { describeMessage } from "../describe-message.ts";
import type { Message } from "../message.ts";
import { smsText } from "../sms-text.ts";

/**
 * A message as an SMS of at most two segments: headline, cause and link, each on one line. Control characters are removed,
 * so that a modem between here and the phone finds no command in it.
 */
export function smsMessage(message: Message): string {
  const { headline, paragraphs, link } = describeMessage(message);
  const [cause] = paragraphs;
  const text = cause === undefined || cause === headline ? headline : `${headline}: ${cause}`;
  return smsText(text, [link.url]);
}
