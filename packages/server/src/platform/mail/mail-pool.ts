import { mailError } from "./mail-error.ts";
import { type Mail, toMailOptions } from "./mail-message.ts";
import { DEADLINE_MS, type MailerOptions } from "./mailer.ts";
import { openTransport, readSmtpUrl } from "./smtp-transport.ts";

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

/** Returns null if email is not configured. */
export async function openMailPool({
  smtpUrl,
  from,
  egress,
  deadlineMs = DEADLINE_MS,
}: MailerOptions): Promise<MailPool | null> {
  if (smtpUrl === null || from === null) return null;
  const transport = await openTransport(readSmtpUrl(smtpUrl), { egress, deadlineMs, pooled: CONNECTIONS });
  return {
    connections: CONNECTIONS,
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
