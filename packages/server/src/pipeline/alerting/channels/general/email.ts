import { emailType, type SmtpSecurity } from "@vedette/contract/alerts/channels/general/email.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { MailError } from "../../../../platform/mail/mail-error.ts";
import type { SmtpServer } from "../../../../platform/mail/smtp-transport.ts";
import { maskerOf } from "../../../../platform/masking/mask.ts";
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
    async send(message, { recipients, ...own }, ctx) {
      const description = describeMessage(message);
      const open = recipients.filter((recipient) => !ctx.deliveredTo.includes(recipient));
      const sent = await withMailServer(ctx, smtpServerOf(own), (send) =>
        Promise.all(
          open.map((to) =>
            sendOne(send, {
              to,
              ...alertMail(description, ctx.unsubscribeUrlOf(to)),
              messageId: message.id,
              ...(ctx.thread && { inReplyTo: ctx.thread }),
            }),
          ),
        ),
      );
      const mask = maskerOf(ctx.secrets);
      const shown = sent.map(({ error, ...rest }) => ({ ...rest, error: error && mask(error) }));
      return outcomeOf(shown, { thread: message.id, before: ctx.deliveredTo });
    },
  });
}

type SendMail = SendContext["mailer"]["send"];
type OwnServer = { server: SmtpServer; from: string };

type SmtpFields = Partial<
  Record<"smtp_host" | "smtp_user" | "smtp_password" | "smtp_from", string | null | undefined> & {
    smtp_port: number | null | undefined;
    smtp_security: SmtpSecurity | null | undefined;
  }
>;

/** Returns null if the mail server of this installation sends. */
function smtpServerOf(fields: SmtpFields): OwnServer | null {
  const { smtp_host: host, smtp_user: user, smtp_password: pass, smtp_from: from } = fields;
  if (host == null || from == null) return null;
  const security = fields.smtp_security ?? "starttls";
  const port = fields.smtp_port ?? (security === "tls" ? 465 : 587);
  const auth = user != null && pass != null ? { user, pass } : null;
  return { server: { host, port, security, auth }, from };
}

async function withMailServer<T>(
  { mailer, openSmtp }: SendContext,
  own: OwnServer | null,
  work: (send: SendMail) => Promise<T>,
): Promise<T> {
  if (own === null) return work((mail) => mailer.send(mail));
  const pool = await openSmtp(own.server, own.from);
  try {
    return await work((mail) => pool.send(mail));
  } finally {
    pool.close();
  }
}

type Sent = { to: string; error: string | null; isTemporary: boolean };

async function sendOne(send: SendMail, mail: Parameters<SendMail>[0]): Promise<Sent> {
  try {
    await send(mail);
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
