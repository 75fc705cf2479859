import { describeMessage } from "../describe-message.ts";
import { type Message, onlyAlertOf } from "../message.ts";
import { replyCodeOf } from "../reply-code.ts";
import { smsText } from "../sms-text.ts";

/**
 * A message as an SMS of at most two segments: headline, cause and link, each on one line. Control characters are removed,
 * so that a modem between here and the phone finds no command in it.
 */
export function smsMessage(message: Message, { canReply = false }: { canReply?: boolean } = {}): string {
  const { headline, paragraphs, link, acknowledge } = describeMessage(message);
  const [cause] = paragraphs;
  const text = cause === undefined || cause === headline ? headline : `${headline}: ${cause}`;
  const alert = onlyAlertOf(message);
  const code =
    canReply && acknowledge !== null && alert !== null
      ? [`Reply ${replyCodeOf(alert.id)} to acknowledge`]
      : [];
  return smsText(text, [...code, (acknowledge ?? link).url]);
}
