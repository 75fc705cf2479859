import { emailType } from "@vedette/contract/alerts/channels/general/email.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { MailError } from "../../../../platform/mail/mail-error.ts";
import { alertMail } from "../../messages/alert-mail.ts";
import { type Channel, defineChannel, type SendContext, type SendOutcome } from "../../messages/channel.ts";
import { describeMessage } from "../../messages/describe-message.ts";

/** The mailer's own timeout of 30 seconds plus overhead. */
const TIMEOUT_MS = 32_000;

/** Email: one mail to each recipient, with all mails of an alert in one thread. */
export function emailChannel(): Channel {
  return defineChannel({
    declaration: emailType,
    timeoutMs: TIMEOUT_MS,
    digests: true,
    async send(message, { recipients }, ctx) {
      const description = describeMessage(message);
      const open = recipients.filter((recipient) => !ctx.deliveredTo.includes(recipient));
      const sent = await Promise.all(
        open.map((to) =>
          sendOne(ctx, {
            to,
            ...alertMail(description, ctx.unsubscribeUrlOf(to)),
            messageId: message.id,
            ...(ctx.thread && { inReplyTo: ctx.thread }),
          }),
        ),
      );
      return outcomeOf(sent, { thread: message.id, before: ctx.deliveredTo });
    },
  });
}

type Sent = { to: string; error: string | null; isTemporary: boolean };

async function sendOne(
  { mailer }: SendContext,
  mail: Parameters<SendContext["mailer"]["send"]>[0],
): Promise<Sent> {
  try {
    await mailer.send(mail);
    return { to: mail.to, error: null, isTemporary: false };
  } catch (error) {
    if (error instanceof MailError)
      return { to: mail.to, error: error.message, isTemporary: error.isTemporary };
    // No mail server is configured. The operator may configure one while attempts continue.
    if (error instanceof AppError) return { to: mail.to, error: error.message, isTemporary: true };
    throw error;
  }
}

/**
 * If only some recipients failed, retries those with temporary errors. If all failed, retries in any case:
 * the fault may be on this side.
 */
function outcomeOf(
  sent: readonly Sent[],
  { thread, before }: { thread: string; before: readonly string[] },
): SendOutcome {
  const failed = sent.filter(({ error }) => error !== null);
  const deliveredTo = [...before, ...sent.filter(({ error }) => error === null).map(({ to }) => to)];
  const outcomes = failed.map(({ to, error }) => `${to}: ${error}`).join("; ");
  const isDone = deliveredTo.length > 0 && failed.every(({ isTemporary }) => !isTemporary);
  if (isDone)
    return { ok: true, statusCode: null, thread, ...(outcomes !== "" && { error: outcomes.slice(0, 500) }) };
  return {
    ok: false,
    statusCode: null,
    error: outcomes.slice(0, 500),
    isPermanent: false,
    retryAfterSeconds: null,
    deliveredTo,
  };
}
