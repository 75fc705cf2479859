import type { Egress } from "../net/egress.ts";
import { mailError } from "./mail-error.ts";
import { type Mail, toMailOptions } from "./mail-message.ts";
import { DEADLINE_MS, type MailerOptions } from "./mailer.ts";
import { openTransport, readSmtpUrl, type SmtpServer } from "./smtp-transport.ts";

/** Sends many emails over a few connections that stay open. Close it: open connections cost the server memory. */
export type MailPool = {
  /** Emails at a time; more wait for a connection, within their deadline. */
  readonly connections: number;
  /** Resolves once the server has accepted the email; throws a MailError otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Servers limit the connections of a client; Postfix accepts 50 by default. */
const CONNECTIONS = 10;

/** The operator's server. Returns null if email is not configured. */
export async function openMailPool({
  smtpUrl,
  from,
  egress,
  deadlineMs,
}: MailerOptions): Promise<MailPool | null> {
  if (smtpUrl === null || from === null) return null;
  return openServerPool(readSmtpUrl(smtpUrl), { from, egress, connections: CONNECTIONS, deadlineMs });
}

type PoolOptions = {
  /** The address of the sender. */
  from: string;
  egress: Egress;
  connections: number;
  /** Deadline of each email, including the wait for a connection. */
  deadlineMs?: number | undefined;
};

export async function openServerPool(
  server: SmtpServer,
  { from, egress, connections, deadlineMs = DEADLINE_MS }: PoolOptions,
): Promise<MailPool> {
  const transport = await openTransport(server, { egress, deadlineMs, pooled: connections });
  return {
    connections,
    async send(mail) {
      try {
        await transport.sendMail({ ...toMailOptions(mail, from), signal: AbortSignal.timeout(deadlineMs) });
      } catch (error) {
        throw mailError(error, deadlineMs);
      }
    },
    close: () => transport.close(),
  };
}
