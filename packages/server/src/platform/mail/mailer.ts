import type { Transporter } from "nodemailer";
import { AppError } from "../kernel/errors.ts";
import type { Egress } from "../net/egress.ts";
import { mailError } from "./mail-error.ts";
import { type Mail, toMailOptions } from "./mail-message.ts";
import { openTransport, readSmtpUrl } from "./smtp-transport.ts";

/**
 * Sends emails through the operator's SMTP server, one recipient each. It knows no texts or names and stores nothing: a
 * failure is an error, and the caller decides whether to retry.
 */
export type Mailer = {
  readonly isConfigured: boolean;
  /** Resolves once the server has accepted the email; throws a MailError otherwise. */
  send(mail: Mail): Promise<void>;
};

export type MailerOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; null if email is not configured. */
  smtpUrl: string | null;
  /** The address of the sender; null only if email is not configured. */
  from: string | null;
  egress: Egress;
  /** Deadline of the whole exchange, including the connection. */
  deadlineMs?: number;
};

export const DEADLINE_MS = 30_000;

export function createMailer({ smtpUrl, from, egress, deadlineMs = DEADLINE_MS }: MailerOptions): Mailer {
  if (smtpUrl === null || from === null) return NO_MAILER;
  const server = readSmtpUrl(smtpUrl);
  let transport: Promise<Transporter> | undefined;
  return {
    isConfigured: true,
    async send(mail) {
      const signal = AbortSignal.timeout(deadlineMs);
      transport ??= openTransport(server, { egress, deadlineMs, pooled: null });
      try {
        await (await transport).sendMail({ ...toMailOptions(mail, from), signal });
      } catch (error) {
        throw mailError(error, deadlineMs);
      }
    },
  };
}

const NO_MAILER: Mailer = {
  isConfigured: false,
  async send() {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      "This server does not send email: the operator has not set SMTP_URL.",
    );
  },
};
