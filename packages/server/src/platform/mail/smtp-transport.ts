import type { Socket } from "node:net";
import type { Transporter } from "nodemailer";
import type { Egress } from "../net/egress.ts";
import { openSocket } from "../net/open-socket.ts";

/** Connections to an SMTP server, which the egress policy allows. */

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the start, TLS after a required STARTTLS, STARTTLS if the server offers it, or no TLS. */
  security: "tls" | "starttls" | "opportunistic" | "none";
  auth: { user: string; pass: string } | null;
};

/** `smtp://user:password@host:587` or `smtps://…:465`. */
export function readSmtpUrl(text: string): SmtpServer {
  const url = new URL(text);
  const isSecure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname,
    port: Number(url.port || (isSecure ? 465 : 587)),
    security: isSecure ? "tls" : "opportunistic",
    auth: user === "" ? null : { user, pass: decodeURIComponent(url.password) },
  };
}

type TransportOptions = {
  egress: Egress;
  deadlineMs: number;
  /** Connections that are kept open between emails; null for a connection for each email. */
  pooled: number | null;
};

/** Loads the library with the first email: it takes 20 MB, and most installations send no email. */
export async function openTransport(
  { host, port, security, auth }: SmtpServer,
  { egress, deadlineMs, pooled }: TransportOptions,
): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const options = {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
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
  };
  return pooled === null
    ? createTransport(options)
    : createTransport({ ...options, pool: true, maxConnections: pooled });
}

type SocketDone = (error: Error | null, options?: { connection: Socket }) => void;
