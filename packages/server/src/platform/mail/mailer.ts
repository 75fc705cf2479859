import type { Socket } from "node:net";
import type { Transporter } from "nodemailer";
import { AppError } from "../kernel/errors.ts";
import type { Egress } from "../net/egress.ts";
import { openSocket } from "../net/open-socket.ts";

/**
 * Sends mails over the operator's SMTP server, one recipient each. It knows no text and nobody's name, and
 * keeps nothing: what could not be sent is an error, and whoever sends decides what then.
 */
export type Mailer = {
  readonly isConfigured: boolean;
  /** Resolves once the server has taken the mail; throws a MailError where it has not. */
  send(mail: Mail): Promise<void>;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same in every try of one mail, and for those that answer it; letters, digits and `-`. */
  messageId?: string;
  inReplyTo?: string;
};

/** Why a mail was not taken. A temporary failure may pass by itself: a later try is worth it. */
export class MailError extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary, cause }: { isTemporary: boolean; cause: unknown }) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

export type MailerOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; null where no mail can be sent. */
  smtpUrl: string | null;
  /** The sender's address; null only where no mail can be sent. */
  from: string | null;
  egress: Egress;
  /** Of the whole exchange, the connection included. */
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
        // As an object an address is one address, whatever characters it has.
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

/** As the sender's own host makes it. Source: RFC 5322, section 3.6.4. */
function fullId(id: string, from: string): string {
  return `<${id.replaceAll(/[^A-Za-z0-9-]/g, "")}@${from.slice(from.lastIndexOf("@") + 1)}>`;
}

/** Loads the library at the first mail: most installations send none, and it takes 20 MB. */
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
    // Nothing in a mail may name a file or an address to be read into it.
    disableFileAccess: true,
    disableUrlAccess: true,
    // TCP only: nodemailer speaks TLS over it, from the start or after STARTTLS.
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
      "This server sends no mail: its operator has not set SMTP_URL.",
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
  const said = isTimeout
    ? `the mail server was not done within ${deadlineMs / 1_000} s`
    : error instanceof Error
      ? error.message
      : String(error);
  // What the server has not answered at all may be different in a minute. Source: RFC 5321, section 4.2.1.
  return new MailError(`The mail was not sent: ${said}`, { isTemporary: code < 500, cause: error });
}
