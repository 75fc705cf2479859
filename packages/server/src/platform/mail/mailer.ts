import type { Socket } from "node:net";
import type { Transporter } from "nodemailer";
import { AppError } from "../kernel/errors.ts";
import type { Egress } from "../net/egress.ts";
import { openSocket } from "../net/open-socket.ts";

/**
 * Sends emails through the operator's SMTP server, one recipient each. It knows no texts or names and stores nothing: a
 * failure is an error, and the caller decides whether to retry.
 */
export type Mailer = {
  readonly isConfigured: boolean;
  /** Resolves once the server has accepted the email; throws a MailError otherwise. */
  send(mail: Mail): Promise<void>;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt and for replies to this email; letters, digits and `-`. */
  messageId?: string;
  inReplyTo?: string;
};

/** Why an email was not accepted. A temporary failure may succeed later. */
export class MailError extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary, cause }: { isTemporary: boolean; cause: unknown }) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

export type MailerOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; null if email is not configured. */
  smtpUrl: string | null;
  /** The address of the sender; null only if email is not configured. */
  from: string | null;
  egress: Egress;
  /** Deadline of the whole exchange, including the connection. */
  deadlineMs?: number;
};

const DEADLINE_MS = 30_000;

export function createMailer({ smtpUrl, from, egress, deadlineMs = DEADLINE_MS }: MailerOptions): Mailer {
  if (smtpUrl === null || from === null) return NO_MAILER;
  const server = readSmtpUrl(smtpUrl);
  let transport: Promise<Transporter> | undefined;
  return {
    isConfigured: true,
    async send({ to, subject, text, html, messageId, inReplyTo }) {
      const signal = AbortSignal.timeout(deadlineMs);
      transport ??= openTransport(server, { egress, deadlineMs });
      try {
        // An object is always parsed as a single address, regardless of its characters.
        await (await transport).sendMail({
          from: { name: "Vedette", address: from },
          to: { name: "", address: to },
          subject: subject.replaceAll(/\p{Cc}+/gu, " "),
          text,
          html,
          signal,
          ...(messageId !== undefined && { messageId: fullId(messageId, from) }),
          ...(inReplyTo !== undefined && {
            inReplyTo: fullId(inReplyTo, from),
            references: fullId(inReplyTo, from),
          }),
        });
      } catch (error) {
        throw mailError(error, deadlineMs);
      }
    },
  };
}

/** A message ID with the domain of the sender. Source: RFC 5322, section 3.6.4. */
function fullId(id: string, from: string): string {
  return `<${id.replaceAll(/[^A-Za-z0-9-]/g, "")}@${from.slice(from.lastIndexOf("@") + 1)}>`;
}

/** Loads the library with the first email: it takes 20 MB, and most installations send no email. */
async function openTransport(
  { host, port, isSecure, auth }: ReturnType<typeof readSmtpUrl>,
  { egress, deadlineMs }: { egress: Egress; deadlineMs: number },
): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: isSecure,
    ...(auth && { auth }),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    // Content of an email must not make nodemailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    // Plain TCP: nodemailer adds TLS from the start or after STARTTLS.
    getSocket(_options: unknown, done: SocketDone) {
      openSocket(egress, { host, port, isSecure: false }, AbortSignal.timeout(deadlineMs)).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
  });
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

function readSmtpUrl(text: string) {
  const url = new URL(text);
  const isSecure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname,
    port: Number(url.port || (isSecure ? 465 : 587)),
    isSecure,
    auth: user === "" ? null : { user, pass: decodeURIComponent(url.password) },
  };
}

type SocketDone = (error: Error | null, options?: { connection: Socket }) => void;

function mailError(error: unknown, deadlineMs: number): MailError {
  const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  const isTimeout = error instanceof Error && error.name === "AbortError";
  const reason = isTimeout
    ? `the mail server did not finish within ${deadlineMs / 1_000} s`
    : error instanceof Error
      ? error.message
      : String(error);
  // Without a response of the server, a retry may succeed. Source: RFC 5321, section 4.2.1.
  return new MailError(`The email was not sent: ${reason}`, { isTemporary: code < 500, cause: error });
}
