import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { type MailPool, openMailPool } from "../../src/platform/mail/mail-pool.ts";
import { createMailer, type Mailer } from "../../src/platform/mail/mailer.ts";
import { createEgress } from "../../src/platform/net/egress.ts";
import { createEgressPolicy } from "../../src/platform/net/egress-policy.ts";

/** A received mail. */
export type ReceivedMail = {
  to: string;
  subject: string;
  text: string;
  /** As received. */
  raw: string;
};

/** A real SMTP server on loopback, and a mailer that sends to it. */
export type TestMailServer = {
  url: string;
  mailer: Mailer;
  openPool(): Promise<MailPool | null>;
  mails(): readonly ReceivedMail[];
  mailsTo(address: string): readonly ReceivedMail[];
  close(): Promise<void>;
};

/** `rejectionOf`: the SMTP code and text for a recipient; null to accept it. */
export async function startMailServer({
  rejectionOf = () => null,
}: {
  rejectionOf?: (address: string) => { code: number; text: string } | null;
} = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      const rejection = rejectionOf(address);
      done(rejection && Object.assign(new Error(rejection.text), { responseCode: rejection.code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        for (const { address } of envelope.rcptTo) mails.push(readMail(address, raw));
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  const url = `smtp://127.0.0.1:${address.port}`;
  const options = { smtpUrl: url, from: "vedette@example.org", egress: createEgress({ policy }) };
  return {
    url,
    mailer: createMailer(options),
    openPool: () => openMailPool(options),
    mails: () => mails,
    mailsTo: (wanted) => mails.filter(({ to }) => to === wanted),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Parses the mails of the mailer: wrapped headers, UTF-8 encoded words (RFC 2047) and quoted-printable bodies.
 */
function readMail(to: string, raw: string): ReceivedMail {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const subject = /^Subject: (.*)$/m.exec(head.replaceAll(/\r\n[ \t]+/g, " "))?.[1] ?? "";
  return { to, subject: decodeWords(subject), text: decodeQuotedPrintable(raw.slice(head.length)), raw };
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_all, word: string) =>
      decodeQuotedPrintable(word.replaceAll("_", " ")),
    )
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_all, word: string) => Buffer.from(word, "base64").toString());
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
