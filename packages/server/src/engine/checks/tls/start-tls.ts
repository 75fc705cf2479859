import type { Socket } from "node:net";
import type { StartTlsProtocol } from "@vedette/contract/checks/tls.ts";
import type { Probe } from "../probe.ts";

type StartTlsTarget = { probe: Probe; socket: Socket; host: string; onReady(): void };

/** A server that has more to say before TLS is not one of these protocols. */
const DIALOGUE_BYTES_MAX = 16_384;
const QUOTE_LENGTH_MAX = 120;

/**
 * One step of a dialogue: what the client sends, and what it reads then. `read` returns true if the step succeeded, false
 * if more must come, or null if the server refused it.
 */
type Step = { send?: string | Buffer; read(received: string): boolean | null };

/** Asks the server for TLS in its own protocol. `onReady` is called when the handshake may start. */
export function startTls(
  protocol: Exclude<StartTlsProtocol, "none">,
  { probe, socket, host, onReady }: StartTlsTarget,
): void {
  const steps = DIALOGUES[protocol](host);
  let index = 0;
  let received = "";

  const onClose = () => probe.failClosed();
  const onError = (error: NodeJS.ErrnoException) => probe.failSocket(error);
  const onData = (chunk: Buffer) => {
    received += chunk.toString("latin1");
    const isRead = received.length > DIALOGUE_BYTES_MAX ? null : steps[index]?.read(received);
    if (isRead === false) return;
    if (isRead === null) {
      probe.failProtocol(`the server does not start TLS in ${protocol}: it answered "${quote(received)}"`);
      return;
    }
    received = "";
    index += 1;
    if (index < steps.length) {
      send();
      return;
    }
    socket.off("close", onClose).off("error", onError).off("data", onData);
    onReady();
  };
  const send = () => {
    const bytes = steps[index]?.send;
    if (bytes !== undefined) socket.write(bytes);
  };
  socket.on("close", onClose).on("error", onError).on("data", onData);
  send();
}

/** A reply of SMTP and FTP: the last line has a space after its code. Source: RFC 5321, section 4.2. */
function reply(code: string): Step["read"] {
  return (received) => {
    for (const each of received.split("\r\n").slice(0, -1)) {
      const [, found, separator] = /^(\d{3})([ -])/.exec(`${each} `) ?? [];
      if (found !== code) return null;
      if (separator === " ") return true;
    }
    return false;
  };
}

/** A line that starts with a text; lines that start with another one of `before` are skipped. */
function line(start: string, before?: string): Step["read"] {
  return (received) => {
    for (const each of received.split("\r\n").slice(0, -1)) {
      if (each.startsWith(start)) return true;
      if (before === undefined || !each.startsWith(before)) return null;
    }
    return false;
  };
}

function contains(text: string): Step["read"] {
  return (received) => received.includes(text) || (/<(?:stream:error|failure)/.test(received) ? null : false);
}

/** Source: https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
/** An extended request with the OID of StartTLS. Source: RFC 4511, section 4.14. */
const LDAP_OID = "1.3.6.1.4.1.1466.20037";
const LDAP_REQUEST = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, LDAP_OID.length]),
  Buffer.from(LDAP_OID),
]);

const DIALOGUES: Record<Exclude<StartTlsProtocol, "none">, (host: string) => Step[]> = {
  smtp: () => [
    { read: reply("220") },
    { send: "EHLO vedette.invalid\r\n", read: reply("250") },
    { send: "STARTTLS\r\n", read: reply("220") },
  ],
  ftp: () => [{ read: reply("220") }, { send: "AUTH TLS\r\n", read: reply("234") }],
  imap: () => [{ read: line("* OK") }, { send: "a1 STARTTLS\r\n", read: line("a1 OK", "* ") }],
  pop3: () => [{ read: line("+OK") }, { send: "STLS\r\n", read: line("+OK") }],
  postgres: () => [{ send: SSL_REQUEST, read: (received) => (received === "S" ? true : null) }],
  ldap: () => [{ send: LDAP_REQUEST, read: readLdap }],
  xmpp: (host) => [
    {
      send: `<?xml version='1.0'?><stream:stream to='${escapeXml(host)}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`,
      read: contains("</stream:features>"),
    },
    { send: "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>", read: contains("<proceed") },
  ],
};

/** An extended response with the result code 0, in the short form of its length. */
function readLdap(received: string): boolean | null {
  const bytes = Buffer.from(received, "latin1");
  if (bytes[0] !== 0x30) return null;
  const length = bytes[1] ?? 0;
  if (bytes.length < 2 + length || bytes.length < 10) return false;
  const at = bytes.indexOf(0x78);
  return at > 0 && bytes.subarray(at + 2, at + 5).equals(Buffer.from([0x0a, 0x01, 0x00])) ? true : null;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;");
}

function quote(received: string): string {
  return received
    .slice(0, QUOTE_LENGTH_MAX)
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .trim();
}
